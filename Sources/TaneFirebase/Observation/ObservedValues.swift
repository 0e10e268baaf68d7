import TaneCore

/// The values of an observed resource: the current value, then each value that differs from the
/// previous one.
///
/// Values are read only when they are requested: a slow consumer receives the latest value, and an
/// idle consumer causes no reads.
actor ObservedValues<Value: Sendable> {
  enum Source: Sendable {
    /// The store pushes changes; it is polled if its stream throws an `unsupported` error.
    indirect case pushed(AsyncThrowingStream<Value, any Error>, orPolled: Source? = nil)
    /// The store is polled, at intervals and when a signal is raised, until it can push changes.
    case polled(ChangeSignal, ObservationPace, ReadOperation, orPushed: OpenStream = { nil })
  }

  typealias ReadOperation = @Sendable () async throws -> Value
  typealias OpenStream = @Sendable () -> AsyncThrowingStream<Value, any Error>?

  private var source: Source
  private let areSame: @Sendable (Value, Value) -> Bool
  private var last: Value?
  private var interval: Duration = .zero

  init(_ source: Source, areSame: @escaping @Sendable (Value, Value) -> Bool) {
    self.source = source
    self.areSame = areSame
    interval = source.firstInterval
  }

  /// Returns the next value, or nil if the store's stream ends or the task is canceled.
  func next() async throws -> Value? {
    do {
      while let value = try await nextSourceValue() {
        if let last, areSame(last, value) { continue }
        last = value
        return value
      }
      return nil
    } catch is CancellationError {
      return nil
    }
  }

  private func nextSourceValue() async throws -> Value? {
    switch source {
    case .pushed(let stream, let fallback):
      var iterator = stream.makeAsyncIterator()
      do {
        return try await iterator.next()
      } catch let error as StoreError where error.code == .unsupported {
        guard case .polled(_, let pace, let read, _)? = fallback, let fallback else { throw error }
        source = fallback
        interval = max(interval, pace.shortest)
        return try await read()
      }
    case .polled(let signal, let pace, let read, let openStream):
      guard let last else { return try await read() }
      try await wait(for: signal, at: pace)
      try Task.checkCancellation()
      if let stream = openStream() {
        source = .pushed(stream, orPolled: source)
        return try await nextSourceValue()
      }
      let value = try await read()
      interval = areSame(last, value) ? pace.interval(after: interval) : pace.shortest
      return value
    }
  }

  /// Waits for the signal, but no longer than the current interval.
  private func wait(for signal: ChangeSignal, at pace: ObservationPace) async throws {
    let interval = interval
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await signal.wait() }
      group.addTask { try await pace.wait(interval) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

extension ObservedValues.Source {
  /// Returns a source that receives pushed changes if the store supports them, and polls otherwise.
  static func pushed(
    _ openStream: @escaping ObservedValues.OpenStream,
    orPolled signal: ChangeSignal,
    _ pace: ObservationPace,
    _ read: @escaping ObservedValues.ReadOperation
  ) -> Self {
    let polled = Self.polled(signal, pace, read, orPushed: openStream)
    return openStream().map { .pushed($0, orPolled: polled) } ?? polled
  }

  /// The interval before the second poll, or zero if the store pushes changes.
  fileprivate var firstInterval: Duration {
    if case .polled(_, let pace, _, _) = self { pace.shortest } else { .zero }
  }
}

extension ObservedValues {
  /// Returns a stream that converts each value to any number of elements.
  ///
  /// - Parameter elements: The closure that returns the elements for the previous and the new
  ///   value.
  /// - Returns: The stream of elements, in the order of the values.
  nonisolated func stream<Element: Sendable>(
    _ elements: @escaping @Sendable (_ old: Value?, _ new: Value) -> [Element]
  ) -> AsyncThrowingStream<Element, any Error> {
    let queue = ElementQueue(values: self, elements: elements)
    return AsyncThrowingStream { try await queue.next() }
  }
}

private actor ElementQueue<Value: Sendable, Element: Sendable> {
  private let values: ObservedValues<Value>
  private let elements: @Sendable (Value?, Value) -> [Element]
  private var last: Value?
  private var pendingElements: [Element] = []

  init(
    values: ObservedValues<Value>,
    elements: @escaping @Sendable (Value?, Value) -> [Element]
  ) {
    self.values = values
    self.elements = elements
  }

  func next() async throws -> Element? {
    while pendingElements.isEmpty {
      guard let value = try await values.next() else { return nil }
      pendingElements = elements(last, value).reversed()
      last = value
    }
    return pendingElements.popLast()
  }
}
