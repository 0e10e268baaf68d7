/// The state of a view model's request.
public enum RequestState<Value: Sendable>: Sendable {
  /// Nothing was requested yet, or the request was canceled.
  case none
  /// The request is pending.
  case requesting
  /// The response.
  case success(Value)
  /// The error of a failed request.
  case error(any Error)
}

extension RequestState {
  /// A Boolean value indicating whether the request is pending.
  public var isRequesting: Bool {
    if case .requesting = self { true } else { false }
  }

  /// The response, or nil.
  public var value: Value? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error, or nil.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }
}
