/// The file from which a tree was read: its name and the starts of its lines.
///
/// Nodes store only their offset from the start of the file, in Unicode scalars; the line and
/// column are computed on demand.
package struct SourceFile: Sendable {
  /// The file's name in messages.
  package let name: String
  private let lines: LineIndex

  package init(name: String, lines: LineIndex) {
    self.name = name
    self.lines = lines
  }

  /// Returns the position at an offset, in Unicode scalars from the start of the file.
  package func position(at offset: UInt32) -> SourcePosition {
    let (line, column) = lines.locate(offset)
    return SourcePosition(file: name, line: line, column: column)
  }
}
