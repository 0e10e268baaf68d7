package import TaneCore

extension FirestoreClient {
  /// Performs several writes atomically, in order.
  ///
  /// For expectations and retries, see `FirestoreClient`.
  ///
  /// - Throws: A `DocumentConflict` if a precondition or an expectation is not met; a `StoreError`
  ///   with code `invalidData` for invalid data, `tooLarge` if the writes exceed one request, or
  ///   `busy` if concurrent changes made every attempt fail.
  package func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    try Task.checkCancellation()
    try check(writes)
    try await throttle?.admit(creating: writes.count(where: \.createsDocument))
    guard expectations.isEmpty else { return try await commit(writes, expectations) }
    return try await commit(writes, retry: writes.isSafeToRepeat ? .idempotent : .notAttempted)
  }

  /// Performs writes without a transaction, and retries them if others write the same documents
  /// concurrently.
  func commit(_ writes: [DocumentWrite], retry: RetryRule) async throws -> DocumentCommit {
    let call = try commitCall(for: writes, in: nil, retry: retry)
    var attempts = 0
    var mayHaveBeenApplied = false
    while true {
      attempts += 1
      var answer: ServiceResponse
      do {
        answer = try await client.send(call)
      } catch let error as StoreError where error.outcome == .unknown {
        return try await outcome(of: writes, after: error)
      }
      mayHaveBeenApplied = mayHaveBeenApplied || answer.mayHaveBeenApplied
      answer.mayHaveBeenApplied = mayHaveBeenApplied
      if answer.isSuccess { return try result(of: writes, answer, call) }
      let failure = FirestoreFailure(answer)
      guard failure.status == "ABORTED", attempts < client.connection.policy.attempts else {
        if mayHaveBeenApplied, failure.conflict != nil {
          return try await outcome(of: writes, call)
        }
        throw try await error(for: failure, of: writes, answer, call)
      }
      do {
        try await pause(after: attempts)
      } catch is CancellationError where mayHaveBeenApplied {
        throw client.stopped().with(.unknown)
      }
    }
  }

  /// Returns the call that commits writes.
  ///
  /// - Throws: A `StoreError` with code `tooLarge` if the writes exceed one request.
  func commitCall(
    for writes: [DocumentWrite],
    in transaction: String?,
    retry: RetryRule
  ) throws -> ServiceCall {
    var body: [(String, TreeLiteral)] = [
      ("writes", .list(writes.map { $0.json(of: location.database) }))
    ]
    if let transaction { body.append(("transaction", .string(transaction))) }
    let call = try postCall("commit", body: .map(body), retry: retry)
    guard call.body.count > settings.maximumCommitBytes else { return call }
    throw client.error(
      .tooLarge,
      call,
      "the commit of \(counted(writes.count, "write")) takes up \(call.body.count.grouped) bytes as "
        + "JSON; up to \(settings.maximumCommitBytes.grouped) are allowed: write fewer documents at "
        + "a time"
    )
  }

  func result(
    of writes: [DocumentWrite],
    _ answer: ServiceResponse,
    _ call: ServiceCall
  ) throws -> DocumentCommit {
    let json = answer.json
    guard let json, json.kind == .map else { throw client.invalidResponseError(answer, of: call) }
    let results = json["writeResults"]?.children ?? Tree.null.children
    guard results.count == writes.count else {
      throw unusableResponse(
        answer,
        call,
        "contains the results of \(counted(results.count, "write")), but \(writes.count.grouped) "
          + "were sent"
      )
    }
    return try decodeResponse(answer, call) { () throws(WireError) in
      try DocumentCommit(ProtocolJSON(json))
    }
  }

  /// Checks for invalid data before anything is sent.
  private func check(_ writes: [DocumentWrite]) throws {
    var transforms: [DocumentPath: Int] = [:]
    for write in writes {
      if let violation = DocumentCheck.violation(in: write) { throw invalid(violation) }
      if case .update(let fields, nil) = write.operation {
        let time = DocumentTimestamp(microseconds: 0)
        let document = StoredDocument(
          path: write.path,
          fields: fields,
          createTime: time,
          updateTime: time
        )
        if let violation = DocumentCheck.violation(in: document) { throw invalid(violation) }
      }
      transforms[write.path, default: 0] += write.transforms.count
    }
    let maximum = DocumentCheck.maximumTransforms
    guard let (path, count) = transforms.filter({ $0.value > maximum }).min(by: { $0.key < $1.key })
    else { return }
    throw invalid(
      "The commit has \(count.grouped) transforms of the document \(path); up to \(maximum) are"
        + " allowed."
    )
  }
}

extension DocumentWrite {
  /// A Boolean value indicating whether the write requires that the document does not exist.
  fileprivate var createsDocument: Bool {
    if case .update = operation { precondition == .exists(false) } else { false }
  }
}

extension [DocumentWrite] {
  /// A Boolean value indicating whether repeating the commit is certain to fail or to change
  /// nothing.
  ///
  /// One write that cannot be applied twice is enough, since a commit is atomic: a document that
  /// exists cannot be created again, and a missing one cannot be removed. A condition on the update
  /// time fails if the first commit changed the document.
  fileprivate var isSafeToRepeat: Bool {
    let counts = Dictionary(map { ($0.path, 1) }, uniquingKeysWith: +)
    let isSealed = contains { write in
      guard counts[write.path] == 1 else { return false }
      switch (write.operation, write.precondition) {
      case (.update, .exists(false)), (.delete, .exists(true)), (.delete, .updateTime): return true
      default: return false
      }
    }
    return isSealed
      || allSatisfy { write in
        if case .updateTime = write.precondition { return true }
        return write.operation == .verify
      }
  }
}
