public import TaneCore

extension DiagnosticCode {
  /// A change of types after which data of one version cannot be read by the other.
  public static let brokenSchema: DiagnosticCode = "schema-broken"
  /// A change of types after which data that apps write from now on cannot be read by released ones.
  public static let brokenReleases: DiagnosticCode = "schema-breaks-releases"
  /// A change of types that both versions live with.
  public static let changedSchema: DiagnosticCode = "schema-changed"
  /// A change of types that cannot be judged, as the sources do not tell all of it.
  public static let uncheckedSchema: DiagnosticCode = "schema-unchecked"
}
