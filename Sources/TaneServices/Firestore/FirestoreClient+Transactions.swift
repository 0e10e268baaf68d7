import TaneCore

extension FirestoreClient {
  /// Performs writes in a transaction that has read the expected documents.
  ///
  /// The service aborts a transaction if a document read in it changes before the commit. The
  /// client then begins a new transaction, which reads the changed document.
  func commit(
    _ writes: [DocumentWrite],
    _ expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    let attempts = client.connection.policy.attempts
    var last: String?
    for attempt in 1...max(1, attempts) {
      let retried = last.map { TreeLiteral.map([("retryTransaction", .string($0))]) }
      let transaction = try await beginTransaction(["readWrite": retried ?? [:]])
      do {
        try await check(expectations, in: transaction)
        if let commit = try await commit(writes, in: transaction) { return commit }
      } catch let error as StoreError where error.code == .busy && attempt < attempts {
        // A read that fails because of a conflict ends the transaction as well.
      } catch {
        await rollBack(transaction)
        throw error
      }
      last = transaction
      if attempt < attempts { try await pause(after: attempt) }
    }
    throw StoreError(
      .busy,
      service: client.service,
      "others changed data that the transaction read during each of "
        + "\(counted(attempts, "attempt")); try again when there are fewer writes"
    )
  }

  /// Begins a transaction and returns its identifier.
  func beginTransaction(_ options: TreeLiteral) async throws -> String {
    let call = try readCall("beginTransaction", body: ["options": options])
    let (json, answer) = try await object(call)
    guard let transaction = json["transaction"]?.string, !transaction.isEmpty else {
      throw unusableResponse(answer, call, "lacks the ID of a transaction")
    }
    return transaction
  }

  /// Reads the expected documents in the transaction, and compares their versions.
  ///
  /// - Throws: A `DocumentConflict` if a document differs.
  private func check(
    _ expectations: [DocumentExpectation],
    in transaction: String
  ) async throws {
    let paths = expectations.compactMap { expectation -> DocumentPath? in
      guard case .document(let path, _) = expectation else { return nil }
      return path
    }
    let found = try await read(paths, withFields: false, in: transaction).documents
    for expectation in expectations {
      switch expectation {
      case .document(let path, let updateTime):
        guard found[path]?.updateTime != updateTime else { continue }
        throw DocumentConflict(.readsChanged, path: path)
      case .query(let query, let versions):
        if let violation = query.violation { throw invalid(violation) }
        let documents = try await run(query, withFields: false, in: transaction)
        guard documents.map(DocumentExpectation.Version.init) != versions else { continue }
        throw DocumentConflict(.readsChanged, path: query.parent)
      }
    }
  }

  /// Commits a transaction, or returns nil if the service aborted it.
  private func commit(
    _ writes: [DocumentWrite],
    in transaction: String
  ) async throws -> DocumentCommit? {
    let call = try commitCall(for: writes, in: transaction, retry: .notAttempted)
    let answer = try await client.send(call)
    if answer.isSuccess { return try result(of: writes, answer, call) }
    let failure = FirestoreFailure(answer)
    if failure.isTransactionAborted { return nil }
    throw try await error(for: failure, of: writes, answer, call)
  }

  /// Rolls back a transaction, if possible; otherwise the service ends it within a minute.
  private func rollBack(_ transaction: String) async {
    do {
      let body: TreeLiteral = ["transaction": .string(transaction)]
      var call = try postCall("rollback", body: body, retry: .never)
      call.isReadOnly = true
      _ = try await client.send(call)
    } catch {
      return
    }
  }
}
