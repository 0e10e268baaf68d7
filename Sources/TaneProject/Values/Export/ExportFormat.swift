public import TaneCore

/// A format in which other programs read an environment.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Swift code for the app itself, of all environments.
  case swift
  /// JSON, values below `values`.
  case json
  /// A property list in XML, laid out as the JSON.
  case plist
  /// Build settings of Xcode.
  case xcconfig
  /// A `.env` file.
  case dotenv
  /// Variables for a POSIX shell to source.
  case shell
}

/// The text of an environment in another format.
public struct ExportedText: Sendable {
  /// The text, with a line end at its end.
  public let text: String
  /// The secrets that are left out, as settings of the profile.
  public var secrets: [String] = []
  /// The values that are left out because the app reads them when it runs.
  public var runtimeValues: [String] = []
}

/// An error for an environment that a format cannot represent.
public struct ExportFailure: Error, Sendable {
  /// The values that cannot be represented, by position.
  public let findings: [Diagnostic]
}
