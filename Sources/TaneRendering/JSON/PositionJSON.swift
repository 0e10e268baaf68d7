package import TaneCore

/// An encoder for a position in a file as members of a JSON object.
package enum PositionJSON {
  package static func entries(_ position: SourcePosition?) -> [(String, TreeLiteral)] {
    guard let position else { return [] }
    let file: [(String, TreeLiteral)] = [("file", .string(position.file))]
    guard position.line > 0 else { return file }
    return file + [
      ("line", .integer(Int64(position.line))), ("column", .integer(Int64(position.column))),
    ]
  }
}
