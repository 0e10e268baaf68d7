import TaneCore
import TaneServices

extension FirestoreRESTCall {
  func commit() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    let id = try body.text("transaction").map(transactionID)
    return try await call.commit(writes(body), in: id).json
  }

  func batchWrite() async throws -> TreeLiteral {
    let results = try await call.batchWrite(writes(ProtocolJSON(request)))
    var writeResults: [TreeLiteral] = []
    var statuses: [TreeLiteral] = []
    for result in results {
      switch result {
      case .success(let result):
        writeResults.append(result.json)
        statuses.append([:])
      case .failure(let failure):
        writeResults.append([:])
        statuses.append([
          "code": .integer(failure.status.number), "message": .string(failure.message),
        ])
      }
    }
    return ["writeResults": .list(writeResults), "status": .list(statuses)]
  }

  func beginTransaction() throws -> TreeLiteral {
    let id = try call.begin(transactionMode(try ProtocolJSON(request)["options"]))
    return ["transaction": .string(Base64.text(of: id))]
  }

  func rollback() throws -> TreeLiteral {
    guard let text = try ProtocolJSON(request).text("transaction") else {
      throw GoogleFailure.invalid("The rollback request has no transaction.")
    }
    try call.rollback(transactionID(text))
    return [:]
  }

  /// Returns the kind of transaction that options describe.
  func transactionMode(_ options: ProtocolJSON?) throws(WireError) -> TransactionMode {
    guard let readOnly = options?["readOnly"] else { return .readWrite }
    return .readOnly(at: try readOnly.time("readTime"))
  }

  private func writes(_ body: ProtocolJSON) throws -> [DocumentWrite] {
    try body.elements("writes").map { try DocumentWrite($0, of: database) }
  }
}
