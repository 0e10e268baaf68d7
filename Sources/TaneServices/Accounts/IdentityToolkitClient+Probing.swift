import TaneCore

extension IdentityToolkitClient: ProbedService {
  /// Asks Identity Toolkit what the credential may do with the accounts.
  ///
  /// Read is an account that nobody has. Whether accounts can be written is asked by changing it, and nothing
  /// of it: a request that names no field and an identifier of random characters can change nothing, and only
  /// who may change accounts hears that there is none.
  public func probe() async throws -> ServiceProbe {
    let prober = ServiceProber(client: client) { refusal($0, of: $1) }
    let id = ServiceProber.freeName()
    var reading = try call("lookup", [("localId", [.string(id)])], retry: .never)
    reading.onlyReads = true
    return try await prober.probe(reading: reading) { probe in
      var call = try call("update", [("localId", .string(id))], retry: .never)
      call.onlyReads = true
      return try await prober.askWhetherWritable(call, &probe) { answer in
        answer.isSuccess || IdentityToolkitFailure(answer).code == "USER_NOT_FOUND"
      }
    }
  }
}
