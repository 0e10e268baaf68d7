import TaneCore
import TaneWire

extension FirestoreCall {
  func commit() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    var writes: [DocumentWrite] = []
    for element in try body.elements("writes") {
      writes.append(try DocumentWrite(element, of: database))
    }
    let id = try body.text("transaction").map(transactionID)
    var expectations: [DocumentExpectation] = []
    if let id {
      let transaction = try service.transactions.transaction(id, of: database)
      guard !transaction.isReadOnly || writes.isEmpty else {
        throw GoogleFailure.invalid("Cannot modify entities in a read-only transaction.")
      }
      // A transaction that only reads sees what was there as it read it, and commits in any case.
      if !transaction.isReadOnly { expectations = transaction.expectations }
    }
    let commit = try await store.commit(writes, expecting: expectations)
    // One that could not be committed can still be rolled back, as clients do.
    if let id { try service.transactions.end(id, of: database) }
    return commit.json
  }

  func batchWrite() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    var writes: [DocumentWrite] = []
    for element in try body.elements("writes") {
      writes.append(try DocumentWrite(element, of: database))
    }
    guard Set(writes.map(\.path)).count == writes.count else {
      throw GoogleFailure.invalid("A batch may write each document once only.")
    }
    var results: [TreeLiteral] = []
    var statuses: [TreeLiteral] = []
    for write in writes {
      do {
        let commit = try await store.commit([write], expecting: [])
        results.append(contentsOf: commit.results.map(\.json))
        statuses.append([:])
      } catch {
        let conflict = error as? DocumentConflict
        let failure = conflict.map { GoogleFailure($0, in: database) } ?? GoogleFailure(error)
        results.append([:])
        statuses.append([
          "code": .integer(failure.status.number), "message": .string(failure.message),
        ])
      }
    }
    return ["writeResults": .list(results), "status": .list(statuses)]
  }

  func beginTransaction() throws -> TreeLiteral {
    let id = try begin(try ProtocolJSON(request)["options"])
    return ["transaction": .string(id)]
  }

  func rollback() throws -> TreeLiteral {
    guard let text = try ProtocolJSON(request).text("transaction") else {
      throw GoogleFailure.invalid("A rollback has no transaction.")
    }
    try service.transactions.end(transactionID(text), of: database)
    return [:]
  }

  /// Begins a transaction and returns its identifier in base64.
  func begin(_ options: ProtocolJSON?) throws(GoogleFailure) -> String {
    let readOnly = options?["readOnly"]
    try checkReadTime(readOnly)
    let transaction = FirestoreTransactions.Transaction(
      database: database,
      isReadOnly: readOnly != nil
    )
    return Base64.text(of: service.transactions.begin(transaction))
  }

  /// The bytes of a transaction's identifier.
  func transactionID(_ text: String) throws(GoogleFailure) -> [UInt8] {
    guard let id = Base64.bytes(of: text) else {
      throw .invalid("Invalid transaction \"\(text.escapingControls)\": base64 is expected.")
    }
    return id
  }
}
