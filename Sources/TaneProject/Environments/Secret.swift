import TaneCore

/// Text that is never shown: every representation is `<redacted>`.
///
/// It is not `Codable`, so it cannot be stored either.
package struct Secret: Sendable, Hashable {
  /// The text itself.
  package let revealed: String

  package init(_ text: String) {
    revealed = text
  }

  /// The replacement for a secret.
  package static let placeholder = Redaction.placeholder
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder, which keeps the secret out of output.
  package var description: String { Self.placeholder }

  /// A placeholder, which keeps the secret out of output.
  package var debugDescription: String { Self.placeholder }

  /// A mirror without children, so that dumps show the placeholder.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
