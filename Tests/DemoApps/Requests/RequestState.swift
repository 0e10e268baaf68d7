/// How far a request of a view model has come.
public enum RequestState<Value: Sendable>: Sendable {
  /// Nothing was asked for yet, or the request was cancelled.
  case none
  /// The answer is awaited.
  case requesting
  /// The answer.
  case success(Value)
  /// Why there is no answer.
  case error(any Error)
}

extension RequestState {
  /// Whether the answer is awaited.
  public var isRequesting: Bool {
    if case .requesting = self { true } else { false }
  }

  /// The answer, where there is one.
  public var value: Value? {
    if case .success(let value) = self { value } else { nil }
  }

  /// Why there is no answer, where that is known.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }
}
