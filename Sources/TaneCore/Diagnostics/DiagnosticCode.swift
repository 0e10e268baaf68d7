/// The stable name of a kind of finding, in lowercase with hyphens.
///
/// Each module defines its own codes in an extension.
public struct DiagnosticCode: Sendable, Hashable, RawRepresentable {
  /// The name, as shown in messages.
  public let rawValue: String

  /// Creates a code from its name, as shown in messages.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension DiagnosticCode: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a code from its name.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// The name, as shown in messages.
  public var description: String { rawValue }
}
