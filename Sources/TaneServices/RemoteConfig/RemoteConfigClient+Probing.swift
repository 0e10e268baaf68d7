import HTTPTypes
import TaneCore

extension RemoteConfigClient: ProbeableService {
  /// Checks the credential's permissions for the template.
  ///
  /// Permission to publish is checked by having the service validate the current template without
  /// publishing it.
  package func probe() async throws -> ServiceProbeResult {
    let prober = ServiceProber(client: client) { error(for: $0, of: $1) }
    let reading = unpacked(readCall(to: location.templateURL()))
    return try await prober.probe(reading: reading) { probe in
      let current = try await current()
      let url = location.templateURL([(name: "validateOnly", value: "true")])
      var call = unpacked(try writeCall(for: current.template, to: url, ifMatch: current.etag))
      call.isReadOnly = true
      return try await prober.checkWriteAccess(call, &probe) { $0.isSuccess }
    }
  }

  /// Returns a copy of the call that requests an uncompressed response, which has no ETag.
  private func unpacked(_ call: ServiceCall) -> ServiceCall {
    var call = call
    call.fields[.acceptEncoding] = nil
    return call
  }
}
