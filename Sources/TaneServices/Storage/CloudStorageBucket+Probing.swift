import HTTPTypes
import TaneCore

extension CloudStorageBucket: ProbeableService {
  /// The permissions required to seed a bucket.
  private static let permissions = [
    "storage.objects.create", "storage.objects.delete", "storage.objects.update",
  ]

  /// Checks the credential's permissions for the bucket.
  ///
  /// Read access is checked by listing the first object's name. Write access is checked with
  /// `testPermissions`, which changes nothing
  /// (<https://cloud.google.com/storage/docs/json_api/v1/buckets/testIamPermissions>).
  package func probe() async throws -> ServiceProbeResult {
    let prober = ServiceProber(client: client) { error(for: $0, of: $1, named: nil) }
    let reading = ServiceCall(
      method: .get,
      url: location.url(nil, [("maxResults", "1")]),
      retry: .never
    )
    return try await prober.probe(reading: reading) { probe in
      let query = URLQuery.query(Self.permissions.map { ("permissions", $0) })
      let bucket = location.url().dropLast("/o".count)
      let call = ServiceCall(
        method: .get,
        url: bucket + "/iam/testPermissions" + query,
        retry: .never
      )
      return try await checkWriteAccess(with: prober, call: call, probe: &probe)
    }
  }

  private func checkWriteAccess(
    with prober: ServiceProber,
    call: ServiceCall,
    probe: inout ServiceProbeResult
  ) async throws -> ServiceProbeResult.Answer {
    let answer: ServiceResponse
    do {
      answer = try await prober.ask(call, &probe)
    } catch let error as StoreError {
      return .notChecked(error.message)
    }
    guard answer.isSuccess, !answer.isHTMLPage else {
      return .notChecked(
        location.isEmulator
          ? "this emulator does not report permissions"
          : error(for: answer, of: call, named: nil).message
      )
    }
    let json = answer.json
    let granted = json?["permissions"]?.children.compactMap(\.string) ?? []
    let missing = Self.permissions.filter { !granted.contains($0) }
    guard !missing.isEmpty else { return .yes }
    return .no(
      "the credential lacks \(missing.joined(separator: ", ")); give it the role Storage Object Admin for the"
        + " bucket"
    )
  }
}
