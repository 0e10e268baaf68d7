import TaneCore

/// A line and a column of the file that is summed up, both from 1.
package struct Place: Sendable, Hashable, Codable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place when the file's name is known.
  func inFile(_ name: String) -> SourcePosition {
    SourcePosition(file: name, line: line, column: column)
  }
}
