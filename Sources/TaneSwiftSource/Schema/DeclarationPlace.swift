public import TaneCore

/// Where a type or a property is declared.
public struct DeclarationPlace: Sendable, Hashable, Codable {
  /// The name of the source file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// Creates a place.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place as findings hold it.
  public var position: SourcePosition { SourcePosition(file: file, line: line, column: column) }
}

extension DeclarationPlace: CustomStringConvertible {
  /// The place as compilers print it.
  public var description: String { position.description }
}
