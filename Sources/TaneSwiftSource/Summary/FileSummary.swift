/// The declarations of a source file that are relevant to decoding, cached per file.
///
/// A reader creates summaries, and an index is built from them.
public struct FileSummary: Sendable, Hashable, Codable {
  /// The version, which increases with every change to the contents of summaries or to the parsing
  /// of sources.
  package static let format = 8

  /// The declarations in source order.
  package var declarations: [DeclarationSummary] = []
  /// The position of the first syntax error, or nil if the whole file parses.
  package var syntaxError: Place?
  /// The names of the imported modules.
  package var imports: [String] = []

  package init() {}
}
