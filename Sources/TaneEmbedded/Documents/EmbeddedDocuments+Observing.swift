package import TaneCore

extension EmbeddedDocuments {
  /// Returns a stream of the documents in a scope: the current state, then the new state after each
  /// change.
  ///
  /// Writes by this process are observed immediately. For writes by other processes, the file is
  /// polled at an interval that grows from 200 ms to 5 s while nothing changes.
  package func snapshots(
    of scope: DocumentScope
  ) -> AsyncThrowingStream<[StoredDocument], any Error>? {
    let observation = DocumentObservation(file.documentSignals.signals(of: name, scope)) {
      try await documents(of: scope)
    }
    return AsyncThrowingStream { try await observation.next() }
  }

  private func documents(of scope: DocumentScope) async throws -> [StoredDocument] {
    switch scope {
    case .document(let path): try await documents(at: [path]).compactMap { $0 }
    case .query(let query): try await documents(matching: query)
    }
  }
}

/// The state of one observer of documents.
actor DocumentObservation {
  private static let intervals: ClosedRange<Duration> = .milliseconds(200) ... .seconds(5)

  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let sleep: @Sendable (Duration) async throws -> Void
  private let read: @Sendable () async throws -> [StoredDocument]
  private var last: [StoredDocument]?
  private var interval = intervals.lowerBound

  init(
    _ signals: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    read: @escaping @Sendable () async throws -> [StoredDocument]
  ) {
    (self.signals, signal) = signals
    (self.sleep, self.read) = (sleep, read)
  }

  /// Waits until the documents change, and returns them, or nil if the task is canceled.
  func next() async throws -> [StoredDocument]? {
    do {
      while true {
        if last != nil { try await wait() }
        let found = try await read()
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

  /// Waits for a write by this process, but no longer than the current interval.
  ///
  /// The timeout is also a signal: racing two tasks would cancel the stream's reader and thereby
  /// finish the stream.
  private func wait() async throws {
    let alarm = Task { [signal, sleep, interval] in
      try await sleep(interval)
      try Task.checkCancellation()
      signal.yield()
    }
    defer { alarm.cancel() }
    for await _ in signals { break }
    try Task.checkCancellation()
  }
}
