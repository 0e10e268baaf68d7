import TaneCore

/// A line and a column in a source file, both starting at 1.
package struct Place: Sendable, Hashable, Codable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Returns the position in a file with the given name.
  func inFile(_ name: String) -> SourcePosition {
    SourcePosition(file: name, line: line, column: column)
  }
}
