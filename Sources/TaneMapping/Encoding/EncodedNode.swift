import TaneCore

/// A node being encoded: a type may fill several containers at once, so nothing is final until the
/// end.
final class EncodedNode {
  private enum Content {
    case nothing
    case scalar(TreeLiteral)
    case list([EncodedNode])
    case map(keys: [String], nodes: [String: EncodedNode])
  }

  private var content = Content.nothing

  /// The number of elements, where the node is a list.
  var elementCount: Int {
    if case .list(let nodes) = content { nodes.count } else { 0 }
  }

  func set(_ scalar: TreeLiteral) { content = .scalar(scalar) }

  /// Makes the node a map, unless it is one.
  func becomeMap() {
    if case .map = content { return }
    content = .map(keys: [], nodes: [:])
  }

  /// Makes the node a list, unless it is one.
  func becomeList() {
    if case .list = content { return }
    content = .list([])
  }

  /// The node under a key, made where there is none.
  func child(_ key: String) -> EncodedNode {
    becomeMap()
    guard case .map(var keys, var nodes) = content else { return self }
    if let known = nodes[key] { return known }
    content = .nothing
    let node = EncodedNode()
    keys.append(key)
    nodes[key] = node
    content = .map(keys: keys, nodes: nodes)
    return node
  }

  /// A new element at the end.
  func appendElement() -> EncodedNode {
    becomeList()
    guard case .list(var nodes) = content else { return self }
    content = .nothing
    let node = EncodedNode()
    nodes.append(node)
    content = .list(nodes)
    return node
  }

  /// Appends the node and all below it; what nobody encoded is an empty map, as Foundation has it.
  func emit(into builder: inout TreeBuilder) {
    switch content {
    case .nothing:
      builder.beginMap()
      builder.endContainer()
    case .scalar(let literal):
      builder.append(literal)
    case .list(let nodes):
      builder.beginList()
      for node in nodes { node.emit(into: &builder) }
      builder.endContainer()
    case .map(let keys, let nodes):
      builder.beginMap()
      for key in keys {
        builder.setKey(key)
        nodes[key]?.emit(into: &builder)
      }
      builder.endContainer()
    }
  }
}
