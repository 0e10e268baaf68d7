public import TaneCore

extension DiagnosticCode {
  /// A missing file or folder with sources.
  public static let missingSource: DiagnosticCode = "missing-source"
  /// Duplicate settings of the mappings for the same nodes.
  public static let duplicatePattern: DiagnosticCode = "duplicate-pattern"
  /// A mapping that matches no data and therefore checks nothing.
  public static let unmatchedMapping: DiagnosticCode = "unmatched-mapping"
}
