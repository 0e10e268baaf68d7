import TaneCore
import TaneServices

extension FirestoreCall {
  /// Commits writes atomically; in a transaction, throws if documents that the transaction read
  /// have changed.
  func commit(_ writes: [DocumentWrite], in id: [UInt8]?) async throws -> DocumentCommit {
    var expectations: [DocumentExpectation] = []
    if let id {
      let transaction = try service.transactions.transaction(id, of: database)
      guard transaction.readTime == nil || writes.isEmpty else {
        throw GoogleFailure.invalid("Cannot modify entities in a read-only transaction.")
      }
      expectations = transaction.expectations
    }
    try checkReferences(of: writes)
    let commit = try await commitAndNotify(writes, expecting: expectations)
    // If the commit fails, the transaction remains active, because clients then roll it back.
    if let id { try service.transactions.end(id, of: database) }
    return commit
  }

  /// Applies writes one by one; a failed write does not affect the other writes.
  func batchWrite(
    _ writes: [DocumentWrite]
  ) async throws -> [Result<DocumentWriteResult, GoogleFailure>] {
    guard Set(writes.map(\.path)).count == writes.count else {
      throw GoogleFailure.invalid("A batch can write each document only once.")
    }
    var results: [Result<DocumentWriteResult, GoogleFailure>] = []
    for write in writes {
      do {
        try checkReferences(of: [write])
        results += try await commitAndNotify([write]).results.map { .success($0) }
      } catch {
        results.append(.failure(GoogleFailure(error)))
      }
    }
    return results
  }

  /// Throws for references that do not name a document, or name a document of another project.
  ///
  /// The document need not exist.
  func checkReferences(of writes: [DocumentWrite]) throws(GoogleFailure) {
    for write in writes {
      var values = write.transforms.flatMap(\.operands)
      if case .update(let fields, _) = write.operation { values += fields.map(\.value) }
      for name in values.flatMap(\.references) {
        guard let (database, path) = DocumentDatabaseName.parse(name), path.isDocument else {
          throw .invalid(
            "Invalid reference \"\(name.escapingControls)\": it must be \(self.database)/documents/… and name a document."
          )
        }
        if let violation = DocumentCheck.violation(in: path) { throw .invalid(violation) }
        guard database.project == self.database.project else {
          throw .invalid(
            "The reference \"\(name.escapingControls)\" belongs to a different project: expected "
              + "\(self.database.project)."
          )
        }
      }
    }
  }

  /// Begins a transaction and returns its identifier.
  func begin(_ mode: TransactionMode) throws(GoogleFailure) -> [UInt8] {
    let readTime: DocumentTimestamp? =
      switch mode {
      case .readWrite: nil
      case .readOnly(nil): feed.currentTime
      case .readOnly(let time?): try validated(time)
      }
    return service.transactions.begin(
      FirestoreTransactions.Transaction(database: database, readTime: readTime)
    )
  }

  /// Rolls back a transaction.
  func rollback(_ id: [UInt8]) throws(GoogleFailure) {
    try service.transactions.rollback(id, of: database)
  }
}

extension DocumentValue {
  /// The full names in all references within the value.
  fileprivate var references: [String] {
    switch self {
    case .reference(let name): [name]
    case .array(let elements): elements.flatMap(\.references)
    case .map(let fields): fields.flatMap(\.value.references)
    default: []
    }
  }
}

extension DocumentTransform {
  /// The values that the transform adds to the document unchanged.
  fileprivate var operands: [DocumentValue] {
    switch operation {
    case .appendMissing(let elements): elements
    case .increment, .maximum, .minimum, .removeAll, .serverTime: []
    }
  }
}
