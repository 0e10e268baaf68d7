import HTTPTypes
import TaneCore

extension RemoteConfigClient: ProbedService {
  /// Checks the credential's permissions for the template.
  ///
  /// Permission to publish is determined by having the service validate the current template, which
  /// publishes nothing.
  package func probe() async throws -> ServiceProbe {
    let prober = ServiceProber(client: client) { error(for: $0, of: $1) }
    return try await prober.probe(reading: unpacked(reading(location.templateURL()))) { probe in
      let current = try await current()
      let url = location.templateURL([(name: "validateOnly", value: "true")])
      var call = unpacked(try writing(current.template, url, ifMatch: current.etag))
      call.onlyReads = true
      return try await prober.checkWriteAccess(call, &probe) { $0.isSuccess }
    }
  }

  /// Returns the call for an uncompressed response; such a response lacks the ETag, which the check
  /// does not need.
  private func unpacked(_ call: ServiceCall) -> ServiceCall {
    var call = call
    call.fields[.acceptEncoding] = nil
    return call
  }
}
