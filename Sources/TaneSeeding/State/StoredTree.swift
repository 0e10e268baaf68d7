import TaneCore
import TaneFormats

/// The bytes of a tree as the state keeps it: compact JSON, or YAML where a value has a tag.
enum StoredTree {
  static func encode(_ tree: Tree) -> [UInt8] {
    if let json = try? JSONWriter(.compact).write(tree) { return Array(json.utf8) }
    return Array("# yaml\n".utf8) + Array(YAMLWriter().write(tree).utf8)
  }

  /// The tree; nil for bytes that no tree was encoded as.
  static func decode(_ bytes: [UInt8]) -> Tree? {
    if bytes.first == UInt8(ascii: "#") { return YAMLReader().read(bytes, named: "state").tree }
    return JSONReader(keepsPlaces: false).read(bytes, named: "state").tree
  }
}
