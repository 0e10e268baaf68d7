/// The declarations of a source file that matter for decoding: the unit of the cache.
///
/// Only readers make summaries, and only an index looks into them.
public struct FileSummary: Sendable, Hashable, Codable {
  /// The number that goes up with every change of what summaries hold or how sources are read.
  public static let format = 5

  /// The declarations in the order of the file.
  package var declarations: [DeclarationSummary] = []
  /// The position of the first syntax error, or nil if the whole file parses.
  package var syntaxError: Place?

  package init() {}
}
