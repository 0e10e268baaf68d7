/// How far a request of a view model has come.
public enum RequestState<Value: Sendable>: Sendable {
  /// Nothing was asked for yet.
  case none
  /// The answer is awaited.
  case requesting
  /// The answer.
  case success(Value)
  /// Why there is no answer.
  case error(any Error)
}

extension RequestState {
  /// The answer, where there is one.
  public var value: Value? {
    if case .success(let value) = self { value } else { nil }
  }
}
