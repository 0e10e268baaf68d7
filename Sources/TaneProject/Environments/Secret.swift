package import TaneCore

/// Text that is never shown: every representation is `<redacted>`.
///
/// The type is not `Codable`, so secrets cannot be encoded either.
package struct Secret: Sendable, Hashable {
  /// The text; for a password hash, the text of the hash.
  package let revealed: String
  /// The password hash, or nil if the secret was created from text.
  package let passwordHash: AccountPassword?

  package init(_ text: String) { (revealed, passwordHash) = (text, nil) }

  /// Creates a secret from a password hash.
  package init(_ hash: AccountPassword) { (revealed, passwordHash) = (hash.hash, hash) }

  /// The replacement for a secret in output.
  package static let placeholder = Redaction.placeholder
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The placeholder, instead of the secret.
  package var description: String { Self.placeholder }

  /// The placeholder, instead of the secret.
  package var debugDescription: String { Self.placeholder }

  /// A mirror without children, so that dumps show the placeholder.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
