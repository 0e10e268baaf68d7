package import TaneCore

/// Descriptions of nodes in messages, such as `string "10:00"` or `list of 3`.
package enum NodeDescription {
  /// Returns the kind and content of a node; text is truncated after 40 characters.
  package static func describe(_ tree: Tree) -> String {
    if let tag = tree.tag.yamlName {
      return tree.kind == .string ? "\(tag) \(content(of: tree))" : tag
    }
    let count = tree.children.count.grouped
    return switch tree.kind {
    case .null: "null"
    case .bool: "boolean \(content(of: tree))"
    case .list: "list of \(count)"
    case .map: "map of \(count)"
    default: "\(tree.kind) \(content(of: tree))"
    }
  }

  private static func content(of tree: Tree) -> String {
    if let string = tree.string {
      let isLong = string.count > 40
      return "\"\(String(string.prefix(40)).escapingControls)\(isLong ? "…" : "")\""
    }
    if let bool = tree.bool { return "\(bool)" }
    if let integer = tree.integer { return "\(integer)" }
    if let double = tree.double { return "\(double)" }
    if let digits = tree.decimal { return digits }
    return ""
  }

  /// Returns names separated by commas, with an ellipsis after `limit` names: `a, b, c, …`.
  package static func list(_ names: [String], limit: Int = 10) -> String {
    names.prefix(limit).joined(separator: ", ") + (names.count > limit ? ", …" : "")
  }
}
