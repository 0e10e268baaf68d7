import TaneCore

/// An encoder for stored data in read-back form, in which maps with index keys become lists.
///
/// Lists are converted piece by piece, so that a large tree is not in memory twice.
enum ReadBackJSON {
  /// The number of levels that are converted piece by piece.
  private static let levels = 2

  /// Returns the compact JSON of a stored tree, in key order.
  static func compact(_ tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    append(tree, levels: levels, to: &bytes)
    return bytes
  }

  private static func append(_ tree: Tree, levels: Int, to bytes: inout [UInt8]) {
    guard containsList(tree) else { return DatabaseJSON.append(tree, to: &bytes) }
    guard levels > 0 else { return DatabaseJSON.append(tree.readBackForm(), to: &bytes) }
    let isList = tree.isReadBackAsList
    bytes.append(UInt8(ascii: isList ? "[" : "{"))
    var next = 0
    for (position, child) in tree.children.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      if isList {
        let index = child.key.flatMap { Int($0) } ?? next
        for _ in next..<index { bytes.append(contentsOf: "null,".utf8) }
        next = index + 1
      } else {
        DatabaseJSON.append(quoted: child.key ?? "", to: &bytes)
        bytes.append(UInt8(ascii: ":"))
      }
      append(child, levels: levels - 1, to: &bytes)
    }
    bytes.append(UInt8(ascii: isList ? "]" : "}"))
  }

  private static func containsList(_ tree: Tree) -> Bool {
    tree.kind == .map && (tree.isReadBackAsList || tree.children.contains(where: containsList))
  }
}
