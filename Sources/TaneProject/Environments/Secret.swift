package import TaneCore

/// Text that is never shown: every representation is `<redacted>`.
///
/// It is not `Codable`, so it cannot be stored either.
package struct Secret: Sendable, Hashable {
  /// The text itself; that of a password hash is not the password.
  package let revealed: String
  /// The hash, if only the hash of a password is known.
  package let passwordHash: AccountPassword?

  package init(_ text: String) { (revealed, passwordHash) = (text, nil) }

  /// Creates the secret of a password hash.
  package init(_ hash: AccountPassword) { (revealed, passwordHash) = (hash.hash, hash) }

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
