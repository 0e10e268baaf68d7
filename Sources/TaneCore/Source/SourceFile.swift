/// A file that a tree was read from: its name and where its lines begin.
///
/// Nodes carry only their distance from the start of the file, in Unicode scalars; the lines turn that
/// into a line and a column when somebody asks.
public struct SourceFile: Sendable {
  /// The file's name as users know it.
  public let name: String
  private let lines: LineIndex

  /// Creates a file with the lines that its reader met.
  public init(name: String, lines: LineIndex) {
    self.name = name
    self.lines = lines
  }

  /// The line and column of an offset, in Unicode scalars from the start of the file.
  public func position(at offset: UInt32) -> SourcePosition {
    let (line, column) = lines.locate(offset)
    return SourcePosition(file: name, line: line, column: column)
  }
}
