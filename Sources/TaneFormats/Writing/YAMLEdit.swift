package import TaneCore

/// An edit that makes YAML text represent another tree and preserves everything else.
///
/// The comments, key order, quotes, anchors and number notation of unchanged values are preserved.
/// Text that cannot be edited in place, for example because of an alias, is rewritten as a whole.
package struct YAMLEdit {
  private struct Replacement {
    let range: Range<Int>
    let text: String
  }

  private let text: [UInt8]
  private var replacements: [Replacement] = []

  /// Returns the text of a file, edited to represent another tree.
  ///
  /// - Parameters:
  ///   - text: The valid text of a file.
  ///   - old: The tree that the text represents.
  ///   - new: The tree that the edited text must represent.
  ///   - expressions: The additional tags that the text may contain, such as `!now` (see
  ///     `YAMLReader`).
  /// - Returns: The text, and a Boolean value indicating whether it was edited in place.
  package static func edit(
    _ text: [UInt8],
    from old: Tree,
    to new: Tree,
    keeping expressions: [String] = []
  ) -> (text: [UInt8], isInPlace: Bool) {
    if old.isIdentical(to: new) { return (text, true) }
    if let root = YAMLOutline.root(of: text) {
      var edit = YAMLEdit(text: text)
      edit.change(root, from: old, to: new)
      let edited = edit.result
      // The edit is accepted only if it reads back as the new tree.
      let tree = YAMLReader().read(edited, named: "", keeping: expressions).tree
      if tree?.isIdentical(to: new) == true {
        return (edited, true)
      }
    }
    return (Array(YAMLWriter().write(new).utf8), false)
  }

  private init(text: [UInt8]) { self.text = text }

  private var result: [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for replacement in replacements.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      // Overlapping replacements are unsupported: the edit is rejected.
      guard replacement.range.lowerBound >= end else { return [] }
      result += text[end..<replacement.range.lowerBound]
      result += replacement.text.utf8
      end = replacement.range.upperBound
    }
    return result + text[end...]
  }

  // MARK: Nodes

  private mutating func change(
    _ node: YAMLOutline.Node,
    from old: Tree,
    to new: Tree,
    inFlow: Bool = false
  ) {
    if old.isIdentical(to: new) { return }
    switch node.content {
    case .map(let entries) where new.kind == .map && old.kind == .map && !new.children.isEmpty:
      node.isFlow && !keepsKeys(of: old, new)
        ? replace(node, with: flowText(of: new)) : change(entries, in: node, old, new)
    case .list(let elements) where new.kind == .list && old.kind == .list && !new.children.isEmpty:
      node.isFlow && (elements.isEmpty || old.children.count > new.children.count)
        ? replace(node, with: flowText(of: new)) : change(elements, in: node, old, new)
    default: replace(node, with: inFlow ? flowText(of: new) : blockText(of: new, node))
    }
  }

  /// Returns true if a map contains all keys of its old version, so that entries are only added.
  private func keepsKeys(of old: Tree, _ new: Tree) -> Bool {
    !old.children.isEmpty && old.children.allSatisfy { new[$0.key ?? ""] != nil }
  }

  private mutating func change(
    _ entries: [YAMLOutline.Entry],
    in node: YAMLOutline.Node,
    _ old: Tree,
    _ new: Tree
  ) {
    for (index, entry) in entries.enumerated() {
      guard let value = new[entry.name] else {
        // The tree contains the merged entries instead of the merge key; changed ones are added to
        // the map, where they override the merged entries.
        if entry.name == "<<" { continue }
        remove(entry, before: index + 1 < entries.count ? entries[index + 1] : nil)
        continue
      }
      if value.children.isEmpty, let range = blockValueRange(of: entry),
        old[entry.name]?.isIdentical(to: value) != true
      {
        let text = blockText(of: value, entry.key)
        replacements.append(Replacement(range: range, text: " " + text))
        continue
      }
      change(entry.value, from: old[entry.name] ?? .null, to: value, inFlow: node.isFlow)
    }
    guard let first = entries.first, let last = entries.last else { return }
    let known = Dictionary(entries.map { ($0.name, $0) }) { $1 }
    var previous: YAMLOutline.Entry?
    var added: [Int: [Tree]] = [:]
    for child in new.children {
      if let entry = known[child.key ?? ""] {
        if new[entry.name] != nil { previous = entry }
      } else if old[child.key ?? ""]?.isIdentical(to: child) != true {
        added[max((previous ?? last).value.end, (previous ?? last).key.end), default: []]
          .append(child)
      }
    }
    let indent = column(of: first.key.start)
    for (place, children) in added {
      guard !node.isFlow else {
        insertInFlow(children.map(flowEntry), after: place)
        continue
      }
      let tree = Tree(.map(children.map { ($0.key ?? "", .tree($0)) }))
      insert(YAMLWriter().write(tree), after: place, indent: indent)
    }
  }

  private mutating func change(
    _ elements: [YAMLOutline.Node],
    in node: YAMLOutline.Node,
    _ old: Tree,
    _ new: Tree
  ) {
    let count = new.children.count
    for (index, element) in elements.enumerated() {
      if index < count {
        change(element, from: old[index], to: new[index], inFlow: node.isFlow)
      } else {
        replacements.append(Replacement(range: lines(of: element.start..<element.end), text: ""))
      }
    }
    guard count > elements.count, let last = elements.last else { return }
    guard !node.isFlow else {
      return insertInFlow(new.children.dropFirst(elements.count).map(flowText), after: last.end)
    }
    let tree = Tree(.list(new.children.dropFirst(elements.count).map { .tree($0) }))
    let indent = column(of: text[..<last.start].lastIndex(of: UInt8(ascii: "-")) ?? 0)
    insert(YAMLWriter().write(tree), after: last.end, indent: indent)
  }

  private mutating func remove(_ entry: YAMLOutline.Entry, before next: YAMLOutline.Entry?) {
    let range = entry.key.start..<max(entry.value.end, entry.key.end)
    if isFirstOnLine(entry.key.start) {
      replacements.append(Replacement(range: lines(of: range), text: ""))
    } else if let next {
      // The first entry of a list element is on the same line as the dash.
      replacements.append(Replacement(range: range.lowerBound..<next.key.start, text: ""))
    }
  }

  private mutating func replace(_ node: YAMLOutline.Node, with text: String) {
    // An empty value begins directly after the colon or the dash, without a space.
    let needsSpace =
      node.start == node.end && node.start > 0
      && [UInt8(ascii: ":"), UInt8(ascii: "-")].contains(self.text[node.start - 1])
    var start = node.start
    // If the value is on separate lines, no space remains after the key.
    while text.first == "\n", start > 0, self.text[start - 1] == 0x20 { start -= 1 }
    replacements.append(
      Replacement(
        range: start..<node.end,
        text: (needsSpace && start == node.start ? " " : "") + text
      )
    )
  }

  /// Returns the range after the colon of an entry whose list or map is on separate lines, or nil
  /// for any other entry.
  private func blockValueRange(of entry: YAMLOutline.Entry) -> Range<Int>? {
    switch entry.value.content {
    case .list where !entry.value.isFlow, .map where !entry.value.isFlow: break
    default: return nil
    }
    guard
      let colon = text[entry.key.end..<entry.value.start].firstIndex(of: UInt8(ascii: ":")),
      text[(colon + 1)..<entry.value.start].allSatisfy({ [0x20, 0x0A, 0x0D].contains($0) })
    else { return nil }
    return (colon + 1)..<entry.value.end
  }

  private mutating func insert(_ lines: String, after place: Int, indent: Int) {
    let end = endOfLine(at: place)
    let text = Self.indented(lines, by: indent, startingAt: 0)
    replacements.append(Replacement(range: end..<end, text: "\n" + text))
  }

  private mutating func insertInFlow(_ texts: [String], after place: Int) {
    let text = texts.map { ", " + $0 }.joined()
    replacements.append(Replacement(range: place..<place, text: text))
  }

  // MARK: Text

  /// Returns a value as block text after its key or dash, on one or several lines.
  private func blockText(of tree: Tree, _ node: YAMLOutline.Node) -> String {
    let isRoot = node.start == 0 || isFirstOnLine(node.start) && column(of: node.start) == 0
    if tree.children.isEmpty {
      let entry = YAMLWriter().write(Tree(.map([("k", .tree(tree))])))
      let indent = isRoot ? 0 : indentOfLine(at: node.start)
      return Self.indented(String(entry.dropFirst(3)), by: indent, startingAt: 1)
    }
    let lines = YAMLWriter().write(tree)
    if isRoot { return String(lines.dropLast()) }
    let indent = indentOfLine(at: node.start)
    // A list element begins after its dash.
    if indent == column(of: node.start) { return Self.indented(lines, by: indent, startingAt: 1) }
    return "\n" + Self.indented(lines, by: indent + 2, startingAt: 0)
  }

  /// Returns lines without the trailing line break; lines from a given index on are indented.
  private static func indented(_ lines: String, by indent: Int, startingAt first: Int) -> String {
    let space = String(repeating: " ", count: indent)
    return lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated()
      .map { $0 < first || $1.isEmpty ? String($1) : space + $1 }.joined(separator: "\n")
  }

  private func flowText(of tree: Tree) -> String {
    switch tree.kind {
    case .map where tree.tag == .none:
      let entries = tree.children.map(flowEntry)
      return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
    case .list where tree.tag == .none:
      return "[\(tree.children.map(flowText).joined(separator: ", "))]"
    default:
      let text = String(YAMLWriter().write(tree).dropLast())
      guard let string = tree.string, tree.tag == .none else { return text }
      // Text with characters that are special only inside brackets needs quotes there.
      if text.contains("\n") {
        return (try? JSONWriter(.compact).write(Tree(.string(string)))) ?? ""
      }
      let isQuoted = text.first == "\"" || text.first == "'"
      return isQuoted || !text.contains { ",[]{}".contains($0) }
        ? text : "'\(text.replacing("'", with: "''"))'"
    }
  }

  private func flowEntry(of child: Tree) -> String {
    "\(flowText(of: Tree(.string(child.key ?? "")))): \(flowText(of: child))"
  }

  // MARK: Positions

  private func startOfLine(at place: Int) -> Int {
    (text[..<place].lastIndex(of: 0x0A) ?? -1) + 1
  }

  private func endOfLine(at place: Int) -> Int {
    text[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
  }

  /// Returns a range extended to whole lines, including their line breaks.
  private func lines(of range: Range<Int>) -> Range<Int> {
    let end = text[range.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    return startOfLine(at: range.lowerBound)..<end
  }

  private func column(of place: Int) -> Int {
    String(decoding: text[startOfLine(at: place)..<place], as: UTF8.self).unicodeScalars.count
  }

  private func isFirstOnLine(_ place: Int) -> Bool {
    text[startOfLine(at: place)..<place].allSatisfy { $0 == 0x20 }
  }

  /// Returns the column of the first text on the line of a value, after any dashes.
  private func indentOfLine(at place: Int) -> Int {
    let line = text[startOfLine(at: place)..<place]
    return line.prefix { $0 == 0x20 || $0 == UInt8(ascii: "-") }.count
  }
}
