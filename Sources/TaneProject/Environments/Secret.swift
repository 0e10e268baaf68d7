import TaneCore

/// Text that must never be shown: every way of printing it gives `<redacted>`.
///
/// It is not `Codable`, so that it cannot be written into state either.
public struct Secret: Sendable, Hashable {
  /// The text itself, for the one place that needs it.
  public let revealed: String

  /// Hides a text.
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
