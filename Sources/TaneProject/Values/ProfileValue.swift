package import TaneCore

/// A value of an app's configuration in one environment.
package struct ProfileValue: Sendable {
  /// The path of the value below `values`.
  package let path: [String]
  package let type: ValueType
  /// The content of the value, or nil if it is invalid, or if the app reads it at run time from a
  /// variable without a default.
  package let content: ValueContent?
  /// A Boolean value indicating whether the value must not be shown.
  package let isSecret: Bool
  /// The variable that the app reads at run time, or nil if the value is fixed.
  package let variable: String?
  package let position: SourcePosition?

  /// The path of the value, separated by dots, such as `api.baseURL`.
  package var keyPath: String { path.joined(separator: ".") }
}
