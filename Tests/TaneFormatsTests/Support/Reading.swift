import TaneCore
import TaneFormats
import Testing

/// Returns the tree of a text without findings, or without findings other than warnings if it
/// `hasWarnings`.
func tree(
  _ text: String,
  _ format: TreeFormat,
  hasWarnings: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Tree {
  try tree(Array(text.utf8), format, hasWarnings: hasWarnings, sourceLocation: sourceLocation)
}

func tree(
  _ bytes: [UInt8],
  _ format: TreeFormat,
  hasWarnings: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Tree {
  let result = TreeParser.parse(bytes, named: "a", as: format)
  let findings = result.diagnostics.filter { !hasWarnings || $0.severity != .warning }
  #expect(findings.map(\.description) == [], sourceLocation: sourceLocation)
  return try #require(result.tree, sourceLocation: sourceLocation)
}

/// Returns all findings of a text with an error, one per line.
func findings(
  _ text: String,
  _ format: TreeFormat,
  sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  findings(Array(text.utf8), format, sourceLocation: sourceLocation)
}

func findings(
  _ bytes: [UInt8],
  _ format: TreeFormat,
  sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  let result = TreeParser.parse(bytes, named: "a", as: format)
  #expect(result.tree == nil, sourceLocation: sourceLocation)
  return result.diagnostics.map(\.description).joined(separator: "\n")
}

/// Returns the path of every node with the positions of its key and value, one node per line, in
/// the order of the tree.
func outline(_ tree: Tree, path: TreePath = .root) -> [String] {
  let places = [tree.keyPosition, tree.position].map { place in
    place.map { "\($0.line):\($0.column)" } ?? "none"
  }
  let children = tree.children.enumerated().flatMap { index, child in
    outline(child, path: path.appending(child.key ?? String(index)))
  }
  return ["\(path) key \(places[0]) value \(places[1])"] + children
}

/// Returns the content of a tree with kinds and tags, so that 1 and 1.0 differ.
func contents(_ tree: Tree) -> String {
  let tag = tree.tag.yamlName.map { "\($0) " } ?? ""
  let value =
    switch tree.kind {
    case .null: "null"
    case .bool: "\(tree.bool == true)"
    case .integer: "int \(tree.integer ?? 0)"
    case .double: "double \(tree.double ?? 0)"
    case .decimal: "decimal \(tree.decimal ?? "")"
    case .string: "string \((tree.string ?? "").debugDescription)"
    case .list: "[\(tree.children.map(contents).joined(separator: ", "))]"
    case .map:
      "{"
        + tree.children.map { "\(($0.key ?? "").debugDescription): \(contents($0))" }
        .joined(separator: ", ") + "}"
    }
  return tag + value
}
