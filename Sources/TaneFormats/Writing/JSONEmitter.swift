import TaneCore

/// A writer that renders a tree as JSON, node by node.
struct JSONEmitter {
  private struct OpenContainer {
    let children: OrderedChildren
    let isMap: Bool
    var next = 0
  }

  var output = OutputBuffer()
  private let isPretty: Bool
  private let keyOrder: KeyOrdering
  private let escapesControls: Bool
  private var open: [OpenContainer] = []
  private var root: Tree?

  init(_ tree: Tree, isPretty: Bool, keyOrder: KeyOrdering, escapesControls: Bool) {
    self.isPretty = isPretty
    self.keyOrder = keyOrder
    self.escapesControls = escapesControls
    root = tree
  }

  /// Writes the next node or the end of a container, or returns false if the text is complete.
  mutating func writeNext() throws(JSONWriter.UnrepresentableNodeError) -> Bool {
    if let tree = root.take() {
      try writeValue(tree)
    } else if let container = open.last {
      if container.next < container.children.count {
        try writeChild(of: container)
      } else {
        endContainer(container)
      }
    } else {
      return false
    }
    if open.isEmpty, isPretty { output.append("\n") }
    return true
  }

  private mutating func writeChild(
    of container: OpenContainer
  ) throws(JSONWriter.UnrepresentableNodeError) {
    let child = container.children[container.next]
    open[open.count - 1].next += 1
    if container.next > 0 { output.append(",") }
    beginLine()
    if container.isMap {
      child.withKeyBytes { output.appendJSONText($0, escapesControls) }
      output.append(isPretty ? ": " : ":")
    }
    try writeValue(child)
  }

  private mutating func endContainer(_ container: OpenContainer) {
    open.removeLast()
    beginLine()
    output.append(container.isMap ? "}" : "]")
  }

  private mutating func beginLine() {
    guard isPretty else { return }
    output.append("\n")
    output.appendSpaces(open.count * 2)
  }

  private mutating func writeValue(_ tree: Tree) throws(JSONWriter.UnrepresentableNodeError) {
    if tree.tag == .serverTimestamp {
      return output.append(isPretty ? "{\".sv\": \"timestamp\"}" : "{\".sv\":\"timestamp\"}")
    }
    if let tag = tree.tag.yamlName { throw notRepresentable(tree, tag) }
    switch tree.kind {
    case .null: output.append("null")
    case .bool: output.append(tree.bool == true ? "true" : "false")
    case .integer: output.append(tree.integer.map(String.init) ?? "")
    case .double: try writeDouble(tree)
    case .decimal: tree.withTextBytes { output.append($0) }
    case .string: tree.withTextBytes { output.appendJSONText($0, escapesControls) }
    case .list, .map: begin(tree)
    }
  }

  private mutating func begin(_ tree: Tree) {
    let isMap = tree.kind == .map
    if tree.children.isEmpty { return output.append(isMap ? "{}" : "[]") }
    output.append(isMap ? "{" : "[")
    open.append(OpenContainer(children: OrderedChildren(of: tree, in: keyOrder), isMap: isMap))
  }

  private mutating func writeDouble(_ tree: Tree) throws(JSONWriter.UnrepresentableNodeError) {
    let value = tree.double ?? 0
    guard value.isFinite else {
      throw notRepresentable(tree, value.isNaN ? ".nan" : value < 0 ? "-.inf" : ".inf")
    }
    output.append(value.description)
  }

  private func notRepresentable(_ tree: Tree, _ found: String)
    -> JSONWriter.UnrepresentableNodeError
  {
    let keys = open.map { container in
      container.children[container.next - 1].key ?? String(container.next - 1)
    }
    return JSONWriter.UnrepresentableNodeError(
      path: TreePath(keys),
      position: tree.position,
      found: found
    )
  }
}

extension OutputBuffer {
  /// Appends text in double quotes.
  fileprivate mutating func appendJSONText(
    _ text: UnsafeBufferPointer<UInt8>,
    _ escapesControls: Bool
  ) {
    append("\"")
    var plainStart = 0
    for index in text.indices {
      let byte = text[index]
      var special: YAMLSpecialCharacter?
      if byte >= 0x7F, escapesControls { special = YAMLSpecialCharacter(in: text, at: index) }
      guard
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || special != nil
      else { continue }
      append(text[plainStart..<index])
      if let special {
        append("\\u")
        appendHexadecimal(special.value, digits: 4)
      } else {
        appendJSONEscape(of: byte)
      }
      plainStart = index + (special?.length ?? 1)
    }
    append(text[plainStart...])
    append("\"")
  }

  private mutating func appendJSONEscape(of byte: UInt8) {
    append("\\")
    switch byte {
    case UInt8(ascii: "\""): append("\"")
    case UInt8(ascii: "\\"): append("\\")
    case UInt8(ascii: "\n"): append("n")
    case UInt8(ascii: "\r"): append("r")
    case UInt8(ascii: "\t"): append("t")
    default:
      append("u")
      appendHexadecimal(UInt32(byte), digits: 4)
    }
  }
}
