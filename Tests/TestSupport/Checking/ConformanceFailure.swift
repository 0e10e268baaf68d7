/// A difference between a store's behaviour and the requirements of its port.
package struct ConformanceFailure: Error, Sendable, Hashable {
  /// The subject with its expected and its actual value.
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
