package import TaneCore
import TaneFormats

/// Renderings of a value on one line: in full, or by size for larger containers.
package enum ValueText {
  /// The maximum width of a container shown in full, in columns.
  private static let maximumContainerWidth = 60
  /// The maximum number of values in a container shown in full.
  private static let longestLeafCount = 8

  /// Returns a Realtime Database value as text, in the form that clients read back.
  package static func renderReadBack(_ tree: Tree, width: Int) -> String {
    if tree.kind == .map, tree.isReadBackAsList, tree.leafCount > longestLeafCount {
      return size(of: tree, as: .list)
    }
    return render(tree.leafCount > longestLeafCount ? tree : tree.readBackForm(), width: width)
  }

  package static func render(_ tree: Tree, width: Int) -> String {
    if tree.tag == .serverTimestamp { return "!server-timestamp" }
    if let bytes = BytesText.render(tree) { return bytes }
    if tree.kind.isContainer {
      if tree.leafCount <= longestLeafCount, let text = compact(tree),
        DisplayWidth.of(text) <= maximumContainerWidth
      {
        return text
      }
      return size(of: tree, as: tree.kind)
    }
    return shortened(scalar(tree), to: width)
  }

  private static func size(of tree: Tree, as kind: NodeKind) -> String {
    let entries = counted(tree.children.count, "entry", plural: "entries")
    let values = counted(tree.leafCount, "value")
    return kind == .list ? "list of \(entries), \(values)" : "map of \(entries), \(values)"
  }

  /// Returns a scalar in JSON notation, which distinguishes strings from numbers, or in YAML
  /// notation if JSON cannot represent it.
  package static func scalar(_ tree: Tree) -> String {
    compact(tree) ?? VisibleText.revealing(yaml(tree))
  }

  /// Returns a value in YAML notation.
  package static func yaml(_ tree: Tree) -> String {
    let text = YAMLWriter().write(tree)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private static func compact(_ tree: Tree) -> String? {
    (try? JSONWriter(.compact).write(tree)).map(VisibleText.revealing)
  }

  /// Shortens a string to a width in columns, replacing its middle with the number of omitted
  /// characters.
  package static func shortened(_ text: String, to width: Int) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    let half = max(8, (width - 24) / 2)
    let head = DisplayWidth.prefix(of: text, columns: half)
    let tail = DisplayWidth.suffix(of: text, columns: half)
    let omittedCount = text.count - head.count - tail.count
    let count = "\(omittedCount.grouped) characters".localized
    return omittedCount > 0 ? "\(head)… \(count) …\(tail)" : text
  }
}
