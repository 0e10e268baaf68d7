/// What a store did otherwise than its port says.
package struct ConformanceFailure: Error, Sendable, Hashable {
  /// What was looked at, what was expected and what was found.
  package let message: String

  /// Creates a failure.
  package init(_ message: String) {
    self.message = message
  }
}

extension ConformanceFailure: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
