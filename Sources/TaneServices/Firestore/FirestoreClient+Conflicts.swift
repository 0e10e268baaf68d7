import TaneCore

extension FirestoreClient {
  /// Returns the error for rejected writes: a `DocumentConflict` or a `StoreError`.
  func error(
    for failure: FirestoreFailure,
    of writes: [DocumentWrite],
    _ answer: ServiceResponse,
    _ call: ServiceCall
  ) async throws -> any Error {
    let conditioned = writes.filter { $0.precondition != .none }
    guard let reason = failure.conflict, !conditioned.isEmpty else {
      return error(for: failure, in: answer, of: call)
    }
    if let conflict = try await unmetPrecondition(of: writes) { return conflict }
    // The conflicting document has changed again in the meantime, but the message may name it.
    let named = conditioned.first { write in
      failure.message.contains(location.database.name(of: write.path))
    }
    return DocumentConflict(reason, path: (named ?? conditioned[0]).path)
  }

  /// Returns the conflict for the first precondition that the current documents do not meet, or nil
  /// if they meet all; the service does not report which precondition failed.
  private func unmetPrecondition(of writes: [DocumentWrite]) async throws -> DocumentConflict? {
    var documents: [DocumentPath: StoredDocument]
    do {
      documents = try await read(writes.map(\.path), withFields: false).documents
    } catch is StoreError {
      return nil
    }
    do throws(DocumentConflict) {
      for write in writes {
        let time = DocumentTimestamp(microseconds: .max)
        documents[write.path] = try write.applied(to: documents[write.path], at: time).document
      }
    } catch {
      return error
    }
    return nil
  }

  /// Determines the result of writes if one attempt received no response and the next attempt was
  /// rejected, possibly because of the changes made by the first.
  ///
  /// The writes were applied if all documents have their final state and the same update time.
  ///
  /// - Throws: A `StoreError` if this cannot be determined.
  func outcome(
    of writes: [DocumentWrite],
    _ call: ServiceCall
  ) async throws -> DocumentCommit {
    let readResult = try await read(writes.map(\.path))
    guard Set(writes.map(\.path)).count == writes.count, let now = readResult.time,
      writes.allSatisfy({ $0.isApplied(in: readResult.documents[$0.path]) }),
      let time = Self.commonTime(of: writes, readResult.documents, now: now)
    else {
      throw client.error(
        .conflict,
        call,
        "the documents have changed after an attempt without a response",
        outcome: .unknown
      )
    }
    let results = writes.map { write in
      DocumentWriteResult(updateTime: readResult.documents[write.path]?.updateTime)
    }
    return DocumentCommit(results: results, time: time)
  }

  /// Determines the result of writes that received no response.
  ///
  /// - Throws: `failure`, with outcome `nothingWritten` if a document shows that its write was not
  ///   applied.
  func outcome(
    of writes: [DocumentWrite],
    after failure: StoreError
  ) async throws -> DocumentCommit {
    guard let readResult = try? await read(writes.map(\.path)), let now = readResult.time else {
      throw failure
    }
    let documents = readResult.documents
    if Set(writes.map(\.path)).count == writes.count,
      writes.contains(where: { $0.operation != .verify }),
      writes.allSatisfy({ $0.isApplied(in: documents[$0.path]) }),
      let time = Self.commonTime(of: writes, documents, now: now)
    {
      let results = writes.map { DocumentWriteResult(updateTime: documents[$0.path]?.updateTime) }
      return DocumentCommit(results: results, time: time)
    }
    let isUntouched = writes.contains { $0.isNotApplied(in: documents[$0.path]) }
    throw isUntouched ? failure.with(.nothingWritten) : failure
  }

  /// Returns the commit time of writes, which is the common update time of the changed documents,
  /// or nil if their update times differ.
  private static func commonTime(
    of writes: [DocumentWrite],
    _ documents: [DocumentPath: StoredDocument],
    now: DocumentTimestamp
  ) -> DocumentTimestamp? {
    let times = writes.compactMap { write -> DocumentTimestamp? in
      guard write.operation != .verify, let time = documents[write.path]?.updateTime,
        write.precondition != .updateTime(time)
      else { return nil }
      return time
    }
    return Set(times).count <= 1 ? times.first ?? now : nil
  }
}

extension DocumentWrite {
  /// Returns true if a document shows that the write, and therefore its commit, was not applied.
  fileprivate func isNotApplied(in document: StoredDocument?) -> Bool {
    switch (operation, precondition) {
    case (.update, .exists(false)): document == nil
    case (.update, .updateTime(let time)):
      document?.updateTime == time && !isApplied(in: document)
    case (.delete, .exists(true)): document != nil
    case (.delete, .updateTime(let time)): document?.updateTime == time
    default: false
    }
  }
}
