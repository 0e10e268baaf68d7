public import TaneCore

extension DiagnosticCode {
  /// A file or folder with sources that is not there.
  public static let missingSource: DiagnosticCode = "missing-source"
  /// Two settings of the mappings for the same nodes.
  public static let duplicatePattern: DiagnosticCode = "duplicate-pattern"
  /// A mapping of nodes that no data describe, so that it checks nothing.
  public static let unmatchedMapping: DiagnosticCode = "unmatched-mapping"
}
