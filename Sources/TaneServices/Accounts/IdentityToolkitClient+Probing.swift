import TaneCore

extension IdentityToolkitClient: ProbeableService {
  /// Checks the credential's permissions for accounts.
  ///
  /// Read access is checked with an account that does not exist. Write access is checked with an
  /// update that sets no fields of an account with a random ID. It cannot change anything, and only
  /// callers who may change accounts receive the error that the account does not exist.
  package func probe() async throws -> ServiceProbeResult {
    let prober = ServiceProber(client: client) { error(for: $0, of: $1) }
    let id = ServiceProber.randomName()
    var reading = try call("lookup", [("localId", [.string(id)])], retry: .never)
    reading.isReadOnly = true
    return try await prober.probe(reading: reading) { probe in
      var call = try call("update", [("localId", .string(id))], retry: .never)
      call.isReadOnly = true
      return try await prober.checkWriteAccess(call, &probe) { answer in
        answer.isSuccess || IdentityToolkitFailure(answer).code == "USER_NOT_FOUND"
      }
    }
  }
}
