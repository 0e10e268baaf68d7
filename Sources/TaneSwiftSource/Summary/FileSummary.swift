/// What one source file declares, as far as decoding is concerned: the unit of the cache.
///
/// Only readers make summaries, and only an index looks into them.
public struct FileSummary: Sendable, Hashable, Codable {
  /// The number that goes up with every change of what summaries hold or how sources are read.
  public static let format = 5

  /// The declarations in the order of the file.
  package var declarations: [DeclarationSummary] = []
  /// Where the first thing stands that does not parse; nil where all of the file does.
  package var syntaxError: Place?

  package init() {}
}
