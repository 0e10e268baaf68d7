package import TaneCore

extension DiagnosticCode {
  /// A missing file or folder with sources.
  package static let missingSource: DiagnosticCode = "missing-source"
  /// Several settings in the mappings for the same nodes.
  package static let duplicatePattern: DiagnosticCode = "duplicate-pattern"
  /// A mapping that matches no data and therefore checks nothing.
  package static let unmatchedMapping: DiagnosticCode = "unmatched-mapping"
}
