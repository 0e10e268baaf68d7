import TaneCore
import TaneFormats

/// JSON in the format of the Realtime Database.
enum DatabaseJSON {
  /// Returns the compact JSON of a tree, in key order.
  static func compact(_ tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    append(tree, to: &bytes)
    return bytes
  }

  /// Appends the compact JSON of a tree, in key order.
  static func append(_ tree: Tree, to bytes: inout [UInt8]) {
    do {
      try JSONWriter(.compact, keyOrder: .key).write(tree) { bytes.append(contentsOf: $0) }
    } catch {
      // A database cannot contain values that JSON does not support; such values from a faulty
      // store are written as null.
      bytes.append(contentsOf: Array("null".utf8))
    }
  }

  static func append(quoted text: String, to bytes: inout [UInt8]) {
    append(Tree(.string(text)), to: &bytes)
  }

  /// Returns indented JSON, with a space before each colon and a line break at the end.
  static func pretty(_ tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    appendPretty(tree, indentation: 0, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static func appendPretty(_ tree: Tree, indentation: Int, to bytes: inout [UInt8]) {
    guard tree.kind.isContainer, !tree.children.isEmpty else { return append(tree, to: &bytes) }
    let isMap = tree.kind == .map
    bytes.append(UInt8(ascii: isMap ? "{" : "["))
    for (index, child) in tree.children.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      // List elements are on one line, as in the service's responses.
      if isMap {
        beginLine(indentation + 2, in: &bytes)
        append(quoted: child.key ?? "", to: &bytes)
        bytes.append(contentsOf: Array(" : ".utf8))
      } else {
        bytes.append(UInt8(ascii: " "))
      }
      appendPretty(child, indentation: indentation + 2, to: &bytes)
    }
    if isMap { beginLine(indentation, in: &bytes) } else { bytes.append(UInt8(ascii: " ")) }
    bytes.append(UInt8(ascii: isMap ? "}" : "]"))
  }

  private static func beginLine(_ indentation: Int, in bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
  }
}
