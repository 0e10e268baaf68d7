import Synchronization

/// A value that changes, and a stream of its changes for everybody who asks for one.
///
/// As a property wrapper it is to an `AsyncSequence` what Combine's `@Published` is to a publisher: a view
/// model sets the property, and a view follows its `$` twin.
///
/// ```swift
/// @MainActor final class CounterViewModel {
///   @Broadcast public private(set) var count = 0
///   func increase() { count += 1 }
/// }
/// for await count in viewModel.$count { label.text = "\(count)" }
/// ```
///
/// Types that cannot have wrapped properties, such as a `Sendable` class, keep one as a constant and call
/// `update(_:)`.
@propertyWrapper
public final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    var lastListener = 0
  }

  private let state: Mutex<State>

  /// Creates a broadcast of a first value.
  public init(wrappedValue: Value) {
    state = Mutex(State(value: wrappedValue))
  }

  deinit {
    for listener in state.withLock({ $0.listeners }).values { listener.finish() }
  }

  /// The value now.
  public var wrappedValue: Value {
    get { state.withLock { $0.value } }
    set { update { _ in newValue } }
  }

  /// The value now and every later one, in order and none left out, until the broadcast is gone.
  public var projectedValue: AsyncStream<Value> { values }

  /// The value now and every later one, in order and none left out, until the broadcast is gone.
  public var values: AsyncStream<Value> {
    let (stream, listener) = AsyncStream.makeStream(of: Value.self)
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      listener.yield(state.value)
      return state.lastListener
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[id] = nil }
    }
    return stream
  }

  /// Replaces the value in one step that nobody else's change comes between, and tells everybody.
  ///
  /// - Parameter next: Takes the value now and returns the next one; nil keeps the value and tells nobody.
  /// - Returns: Whether the value was replaced.
  @discardableResult
  public func update(_ next: (Value) -> Value?) -> Bool {
    state.withLock { state in
      guard let value = next(state.value) else { return false }
      state.value = value
      for listener in state.listeners.values { listener.yield(value) }
      return true
    }
  }
}
