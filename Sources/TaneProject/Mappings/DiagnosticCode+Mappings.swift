package import TaneCore

extension DiagnosticCode {
  /// A missing file or folder with sources.
  package static let missingSource: DiagnosticCode = "missing-source"
  /// A pattern that is listed twice in a setting of mappings or masks.
  package static let duplicatePattern: DiagnosticCode = "duplicate-pattern"
  /// A mapping that matches no data and therefore checks nothing.
  package static let unmatchedMapping: DiagnosticCode = "unmatched-mapping"
}
