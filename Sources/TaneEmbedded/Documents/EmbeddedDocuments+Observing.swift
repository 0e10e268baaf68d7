public import TaneCore

extension EmbeddedDocuments {
  /// The documents of a scope now, and again after each change.
  ///
  /// What this process writes is told at once; another process's writes are found within a moment that is the longer
  /// the longer nothing has changed: from 200 ms to 5 s.
  public func snapshots(
    of scope: DocumentScope
  ) -> AsyncThrowingStream<[StoredDocument], any Error>? {
    let observation = DocumentObservation(of: self, scope)
    return AsyncThrowingStream { try await observation.next() }
  }

  fileprivate func documents(of scope: DocumentScope) async throws -> [StoredDocument] {
    switch scope {
    case .document(let path): try await documents(at: [path]).compactMap { $0 }
    case .query(let query): try await documents(matching: query)
    }
  }
}

/// What one observer has been given, and what it waits for.
private actor DocumentObservation {
  private static let intervals: ClosedRange<Duration> = .milliseconds(200) ... .seconds(5)

  private let documents: EmbeddedDocuments
  private let scope: DocumentScope
  private let signals: AsyncStream<Void>
  private var last: [StoredDocument]?
  private var interval = intervals.lowerBound

  init(of documents: EmbeddedDocuments, _ scope: DocumentScope) {
    (self.documents, self.scope) = (documents, scope)
    signals = documents.file.documentSignals.signals(of: documents.name, scope)
  }

  /// The documents as soon as they are not those that were given last; nil where the task is cancelled.
  func next() async throws -> [StoredDocument]? {
    do {
      while true {
        if last != nil { try await wait() }
        let found = try await documents.documents(of: scope)
        guard found != last else {
          interval = min(interval * 2, Self.intervals.upperBound)
          continue
        }
        (last, interval) = (found, Self.intervals.lowerBound)
        return found
      }
    } catch is CancellationError {
      return nil
    }
  }

  /// Waits for a write of this process, but not longer than the interval.
  private func wait() async throws {
    let (signals, interval) = (signals, interval)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in signals { break } }
      group.addTask { try await Task.sleep(for: interval) }
      defer { group.cancelAll() }
      try await group.next()
      try Task.checkCancellation()
    }
  }
}
