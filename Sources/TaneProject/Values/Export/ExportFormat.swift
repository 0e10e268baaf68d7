package import TaneCore

/// A format in which other programs read an environment.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// Swift code for the app, with all environments.
  case swift
  /// JSON, with the app's values under the key `values`.
  case json
  /// A property list in XML, with the same structure as JSON.
  case plist
  /// An Xcode build configuration file.
  case xcconfig
  /// A `.env` file.
  case dotenv
  /// A script that sets variables in a POSIX shell.
  case shell
}

/// The text of an exported environment, and the settings that it omits.
package struct ExportedText: Sendable {
  /// The text, with a trailing line break.
  package let text: String
  /// The paths of the omitted secrets, below `values`.
  package var secrets: [String] = []
  /// The paths of the omitted values that the app reads at run time, below `values`.
  package var runtimeValues: [String] = []
  /// The warnings about app settings that could not be read.
  package var findings: [Diagnostic] = []
}

/// An error for an environment that a format cannot represent.
package struct ExportFailure: Error, Sendable {
  /// The findings about the values that cannot be represented, ordered by position.
  package let findings: [Diagnostic]

  package init(findings: [Diagnostic]) { self.findings = findings }
}
