public import TaneCore

/// A value of an app's configuration in one environment.
public struct ProfileValue: Sendable {
  /// The keys that lead to the value below `values`.
  public let path: [String]
  /// What the value may be.
  public let type: ValueType
  /// What the value is; nil where it has an error, and where a variable without a default says so when the app
  /// runs.
  public let content: ValueContent?
  /// Whether the value must not be shown.
  public let isSecret: Bool
  /// The variable that the app reads when it runs; nil where the value is known before.
  public let variable: String?
  /// Where the value is written.
  public let position: SourcePosition?

  /// The place of the value, joined by dots: `api.baseURL`.
  public var keyPath: String { path.joined(separator: ".") }
}
