/// A position in a file; lines and columns are counted from 1, and columns in Unicode scalars.
public struct SourcePosition: Sendable, Hashable, Codable {
  /// The file's name in messages, relative to the project if the file is inside it.
  public let file: String
  /// The line, counted from 1, or 0 if the position is a whole file.
  public let line: Int
  /// The column, counted from 1, or 0 if the position is a whole file.
  public let column: Int

  /// Creates a position at a line and a column, both counted from 1.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Creates the position of a whole file.
  package init(file: String) {
    self.init(file: file, line: 0, column: 0)
  }
}

extension SourcePosition: CustomStringConvertible {
  /// The position in the format of compiler messages, `file:line:column`, or only the file.
  public var description: String {
    let file = file.escapingControls
    return line == 0 ? file : "\(file):\(line):\(column)"
  }
}

extension SourcePosition: Comparable {
  /// Compares two positions by file, then by line, then by column.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}
