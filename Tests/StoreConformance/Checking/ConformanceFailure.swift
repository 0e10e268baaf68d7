/// What a store did otherwise than its port says.
public struct ConformanceFailure: Error, Sendable, Hashable {
  /// What was looked at, what was expected and what was found.
  public let message: String

  /// Creates a failure.
  public init(_ message: String) {
    self.message = message
  }
}

extension ConformanceFailure: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
