public import TaneCore

extension DiagnosticCode {
  /// A change of types after which existing data cannot be decoded.
  public static let brokenSchema: DiagnosticCode = "schema-broken"
  /// A change of types after which released apps cannot decode new data.
  public static let brokenReleases: DiagnosticCode = "schema-breaks-releases"
  /// A compatible change of types.
  public static let changedSchema: DiagnosticCode = "schema-changed"
  /// A change of types whose compatibility is unknown, since the sources do not show all of it.
  public static let uncheckedSchema: DiagnosticCode = "schema-unchecked"
}
