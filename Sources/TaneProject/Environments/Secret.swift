import TaneCore

/// Text that is never shown: every representation is `<redacted>`.
///
/// It is not `Codable`, so that it cannot be stored either.
public struct Secret: Sendable, Hashable {
  /// The text itself.
  public let revealed: String

  /// Creates a secret.
  public init(_ text: String) {
    revealed = text
  }

  /// The replacement for a secret.
  public static let placeholder = Redaction.placeholder
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The placeholder.
  public var description: String { Self.placeholder }

  /// The placeholder.
  public var debugDescription: String { Self.placeholder }

  /// A mirror without children, so that dumps show the placeholder.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
