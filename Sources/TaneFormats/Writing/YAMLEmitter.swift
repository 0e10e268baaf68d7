import TaneCore

/// A writer that renders a tree as YAML, node by node.
struct YAMLEmitter {
  private struct OpenContainer {
    let children: OrderedChildren
    let isMap: Bool
    let indent: Int
    /// A Boolean value indicating whether the first child is on the same line as a dash.
    let beginsInLine: Bool
    var next = 0
  }

  /// The maximum length in bytes of a key without `?`: libyaml accepts up to 1,024 characters
  /// before a colon.
  private static let maximumSimpleKeyBytes = 1000

  var output = OutputBuffer()
  private let keyOrder: KeyOrdering
  private var open: [OpenContainer] = []
  private var root: Tree?

  init(_ tree: Tree, keyOrder: KeyOrdering) {
    self.keyOrder = keyOrder
    root = tree
  }

  /// Writes the next nodes of a container, or returns false if the text is complete.
  mutating func writeNext() -> Bool {
    if let tree = root.take() {
      writeRoot(tree)
      return true
    }
    guard let container = open.last else { return false }
    let depth = open.count
    for index in container.next..<container.children.count {
      open[depth - 1].next = index + 1
      write(container.children[index], at: index, of: container)
      if open.count > depth || output.isFull { return true }
    }
    open.removeLast()
    return true
  }

  private mutating func write(_ child: Tree, at index: Int, of container: OpenContainer) {
    let isInLine = container.beginsInLine && index == 0
    if !isInLine { output.appendSpaces(container.indent) }
    if container.isMap {
      writeKey(of: child, indent: container.indent)
      output.append(":")
    } else {
      output.append("-")
    }
    writeValue(child, in: container)
  }

  private mutating func writeRoot(_ tree: Tree) {
    if tree.children.isEmpty { return writeLine(of: tree, indent: 0) }
    if let tag = tree.tag.yamlName {
      output.append(tag)
      output.append("\n")
    }
    begin(tree, indent: 0, inLine: false)
  }

  private mutating func writeValue(_ tree: Tree, in container: OpenContainer) {
    if tree.children.isEmpty {
      output.append(" ")
      return writeLine(of: tree, indent: container.indent)
    }
    if let tag = tree.tag.yamlName {
      output.append(" ")
      output.append(tag)
    }
    let isInLine = !container.isMap && tree.tag == .none
    output.append(isInLine ? " " : "\n")
    begin(tree, indent: container.indent + 2, inLine: isInLine)
  }

  private mutating func begin(_ tree: Tree, indent: Int, inLine: Bool) {
    open.append(
      OpenContainer(
        children: OrderedChildren(of: tree, in: keyOrder),
        isMap: tree.kind == .map,
        indent: indent,
        beginsInLine: inLine
      )
    )
  }

  private mutating func writeKey(of tree: Tree, indent: Int) {
    tree.withKeyBytes { key in
      let style = YAMLScalarStyle(ofKey: key)
      guard key.count * style.maximumEscapeLength > Self.maximumSimpleKeyBytes else {
        return output.append(key, style: style, indent: indent)
      }
      output.append("? ")
      output.append(key, style: style, indent: indent)
      output.append("\n")
      output.appendSpaces(indent)
    }
  }

  /// Writes a scalar or an empty container, and ends the line.
  private mutating func writeLine(of tree: Tree, indent: Int) {
    if let tag = tree.tag.yamlName {
      output.append(tag)
      if tree.kind != .null { output.append(" ") }
    }
    switch tree.kind {
    case .null: if tree.tag == .none { output.append("null") }
    case .bool: output.append(tree.bool == true ? "true" : "false")
    case .integer: output.append(tree.integer.map(String.init) ?? "")
    case .double: output.append(tree.double.map(Self.text) ?? "")
    case .decimal: tree.withTextBytes { output.append($0) }
    case .string:
      tree.withTextBytes { text in
        output.append(
          text,
          style: YAMLScalarStyle(of: text, isTagged: tree.tag != .none),
          indent: indent + 2
        )
      }
    case .list: output.append("[]")
    case .map: output.append("{}")
    }
    output.append("\n")
  }

  /// Returns the shortest text that reads back as the same number.
  private static func text(of value: Double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.inf" : ".inf" }
    return value.description
  }
}
