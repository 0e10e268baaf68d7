package import TaneCore

extension DiagnosticCode {
  /// A change to types that makes existing data undecodable.
  package static let brokenSchema: DiagnosticCode = "schema-broken"
  /// A change to types that prevents released apps from decoding new data.
  package static let brokenReleases: DiagnosticCode = "schema-breaks-releases"
  /// A compatible change to types.
  package static let changedSchema: DiagnosticCode = "schema-changed"
  /// A change to types whose compatibility is unknown, since the sources do not show the whole
  /// change.
  package static let uncheckedSchema: DiagnosticCode = "schema-unchecked"
}
