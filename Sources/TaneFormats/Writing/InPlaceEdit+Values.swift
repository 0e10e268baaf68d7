import TaneCore

extension InPlaceEdit {
  /// Returns the lines of new block items, indented and without the last line break.
  func blockLines(of tree: Tree, in items: Items) -> String {
    Self.indented(YAMLWriter().write(tree), by: items.indentation, startingAt: 0)
  }

  /// Returns a value as block text after its key or dash, on one or several lines.
  func blockText(of tree: Tree, _ node: YAMLOutline.Node) -> String {
    let isRoot = node.start == 0 || isFirstOnLine(node.start) && column(of: node.start) == 0
    let indent = indentOfLine(at: node.start)
    if tree.children.isEmpty {
      let entry = YAMLWriter().write(Tree(.map([("k", .tree(tree))])))
      let space = String(repeating: " ", count: isRoot ? 0 : indent)
      return Self.indented(String(entry.dropFirst(3)), by: space, startingAt: 1)
    }
    let lines = YAMLWriter().write(tree)
    if isRoot { return String(lines.dropLast()) }
    let space = String(repeating: " ", count: indent)
    // A list element begins after its dash.
    if indent == column(of: node.start) { return Self.indented(lines, by: space, startingAt: 1) }
    return "\n" + Self.indented(lines, by: space + "  ", startingAt: 0)
  }

  /// Returns lines without the trailing line break; lines from a given index on are indented.
  private static func indented(
    _ lines: String,
    by space: String,
    startingAt first: Int
  ) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated()
      .map { $0 < first || $1.isEmpty ? String($1) : space + $1 }.joined(separator: "\n")
  }

  /// Returns the column of the first text on the line of a value, after any dashes.
  private func indentOfLine(at place: Int) -> Int {
    let line = text[startOfLine(at: place)..<place]
    return line.prefix { $0 == 0x20 || $0 == UInt8(ascii: "-") }.count
  }

  // MARK: Flow

  /// Returns the text of a value that replaces a node in flow style.
  func flowText(of tree: Tree, at node: YAMLOutline.Node) -> String {
    guard format == .json else { return flowText(of: tree) }
    let line = text[startOfLine(at: node.start)..<node.start]
    let indentation = String(decoding: line.prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    return jsonText(of: tree, indentation: lineFeeds.isEmpty ? nil : indentation)
  }

  /// Returns the text of a new item in flow style.
  func flowText(of tree: Tree, in items: Items) -> String {
    guard format == .json else { return flowText(of: tree) }
    return jsonText(of: tree, indentation: items.areOnLines ? items.indentation : nil)
  }

  /// Returns the text of a new entry in flow style.
  func flowEntry(of child: Tree, in items: Items) -> String {
    guard format == .json else { return flowEntry(of: child) }
    let key = jsonText(of: Tree(.string(child.key ?? "")), indentation: nil)
    return "\(key): \(flowText(of: child, in: items))"
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
      if text.contains("\n") { return jsonText(of: Tree(.string(string)), indentation: nil) }
      let isQuoted = text.first == "\"" || text.first == "'"
      return isQuoted || !text.contains { ",[]{}".contains($0) }
        ? text : "'\(text.replacing("'", with: "''"))'"
    }
  }

  private func flowEntry(of child: Tree) -> String {
    "\(flowText(of: Tree(.string(child.key ?? "")))): \(flowText(of: child))"
  }

  // MARK: JSON

  /// Returns a value as JSON on one line, or on several lines if the indentation of its first line
  /// is given.
  private func jsonText(of tree: Tree, indentation: String?) -> String {
    // A value that JSON cannot represent is reported when the whole text is written.
    let isPretty = indentation != nil && !tree.children.isEmpty
    let writer = JSONWriter(isPretty ? .pretty : .compact, escapesControls: true)
    guard let text = try? writer.write(tree) else { return "" }
    guard isPretty, let indentation else { return text }
    let lines = text.split(separator: "\n").map { line -> String in
      let spaces = line.prefix { $0 == " " }.count
      return String(repeating: indentationUnit, count: spaces / 2) + String(line.dropFirst(spaces))
    }
    return lines.joined(separator: "\n" + indentation)
  }

  /// The white space by which the items of a JSON text are indented.
  private var indentationUnit: String {
    let first: Int? =
      switch root.content {
      case .map(let entries): entries.first?.key.start
      case .list(let elements): elements.first?.start
      case .scalar, .alias: nil
      }
    guard let first, isFirstOnLine(first), startOfLine(at: first) > root.start else { return "  " }
    return String(decoding: text[startOfLine(at: first)..<first], as: UTF8.self)
  }
}
