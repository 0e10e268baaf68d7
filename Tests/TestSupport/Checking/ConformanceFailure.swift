/// A difference between a store's behavior and the requirements of its protocol.
package struct ConformanceFailure: Error, Sendable, Hashable {
  /// The name of the compared value, with its expected and actual value.
  package let message: String

  /// Creates a failure with a message.
  package init(_ message: String) {
    self.message = message
  }
}

extension ConformanceFailure: CustomStringConvertible {
  /// The message of the failure.
  package var description: String { message }
}
