import TaneCore
import TaneFormats

/// A value on one line: scalars and small containers in full, larger ones by their size.
enum ValueText {
  /// The longest text of a container that is shown in full, in columns.
  private static let longestContainer = 60

  static func render(_ tree: Tree, width: Int) -> String {
    if tree.tag == .serverTimestamp { return "!server-timestamp" }
    if tree.kind.isContainer {
      let leaves = tree.leafCount
      if leaves <= 8, let text = compact(tree), DisplayWidth.of(text) <= longestContainer {
        return text
      }
      return "\(tree.kind) of \(counted(tree.children.count, "entry", plural: "entries")),"
        + " \(counted(leaves, "value"))"
    }
    return shortened(scalar(tree), to: width)
  }

  /// A scalar as JSON spells it, so that text and numbers cannot be mistaken for each other.
  static func scalar(_ tree: Tree) -> String { compact(tree) ?? YAMLWriter().write(tree) }

  private static func compact(_ tree: Tree) -> String? {
    try? JSONWriter(style: .compact).write(tree)
  }

  /// The text with its middle left out and counted where it is wider than a number of columns.
  static func shortened(_ text: String, to width: Int) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    let half = max(8, (width - 24) / 2)
    let head = DisplayWidth.prefix(of: text, columns: half)
    let tail = DisplayWidth.suffix(of: text, columns: half)
    let leftOut = text.count - head.count - tail.count
    return leftOut > 0 ? "\(head)… \(leftOut.grouped) characters …\(tail)" : text
  }
}
