import Synchronization

/// A value with a stream of its changes for any number of consumers.
///
/// As a property wrapper, it is the `AsyncSequence` counterpart of Combine's `@Published`: a view
/// model sets the property, and a view follows its projected value.
///
/// ```swift
/// @MainActor final class CounterViewModel {
///   @Broadcast public private(set) var count = 0
///   func increase() { count += 1 }
/// }
/// for await count in viewModel.$count { label.text = "\(count)" }
/// ```
///
/// Types that cannot have wrapped properties, such as a `Sendable` class, store one as a constant
/// and call `update(_:)`.
@propertyWrapper
public final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    var lastListener = 0
  }

  private let state: Mutex<State>

  /// Creates a broadcast with an initial value.
  public init(wrappedValue: Value) {
    state = Mutex(State(value: wrappedValue))
  }

  deinit {
    for listener in state.withLock({ $0.listeners }).values { listener.finish() }
  }

  /// The current value.
  public var wrappedValue: Value {
    get { state.withLock { $0.value } }
    set { update { _ in newValue } }
  }

  /// A stream of the current and every later value, in order, until the broadcast is released.
  public var projectedValue: AsyncStream<Value> { values }

  /// A stream of the current and every later value, in order, until the broadcast is released.
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

  /// Replaces the value atomically and notifies all consumers.
  ///
  /// - Parameter next: Returns the next value for the current one, or nil to keep the value and
  ///   notify nobody.
  /// - Returns: True if the value was replaced.
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
