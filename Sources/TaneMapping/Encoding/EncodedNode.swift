package import TaneCore

/// A node of a tree that is being encoded.
///
/// A type may fill several containers at once, so the node is final only when encoding ends.
package final class EncodedNode {
  private enum Content {
    case nothing
    case field(EncodedField)
    /// The digits of a number beyond 64 bits, which only a tree can represent.
    case decimal(String)
    case list([EncodedNode])
    case map(keys: [String], nodes: [String: EncodedNode])
  }

  private var content = Content.nothing

  /// The number of elements in a list, or 0 for any other node.
  var elementCount: Int {
    if case .list(let nodes) = content { nodes.count } else { 0 }
  }

  func set(_ value: DocumentValue) { content = .field(.value(value)) }

  func set(_ field: EncodedField) { content = .field(field) }

  func set(decimal digits: String) { content = .decimal(digits) }

  /// Turns the node into a map, unless it already is one.
  func convertToMap() {
    if case .map = content { return }
    content = .map(keys: [], nodes: [:])
  }

  /// Turns the node into a list, unless it already is one.
  func convertToList() {
    if case .list = content { return }
    content = .list([])
  }

  /// Returns the node under a key, creating it if necessary.
  func child(_ key: String) -> EncodedNode {
    convertToMap()
    guard case .map(var keys, var nodes) = content else { return self }
    if let known = nodes[key] { return known }
    content = .nothing
    let node = EncodedNode()
    keys.append(key)
    nodes[key] = node
    content = .map(keys: keys, nodes: nodes)
    return node
  }

  func appendElement() -> EncodedNode {
    convertToList()
    guard case .list(var nodes) = content else { return self }
    content = .nothing
    let node = EncodedNode()
    nodes.append(node)
    content = .list(nodes)
    return node
  }

  /// Appends the node with its descendants to a builder; a node without a value becomes an empty
  /// map, as in Foundation.
  func emit(into builder: inout TreeBuilder) {
    switch content {
    case .nothing:
      builder.beginMap()
      builder.endContainer()
    case .field(.value(let value)):
      builder.append(value, in: nil)
    case .field(.transform):
      builder.appendNull()
    case .decimal(let digits):
      builder.appendDecimal(digits)
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

extension EncodedNode {
  /// A Boolean value indicating whether the node is a map; a node without a value is an empty map.
  package var isMap: Bool { members != nil }

  /// The members of a map in encoding order, or nil if the node is not a map.
  package var members: [(name: String, node: EncodedNode)]? {
    switch content {
    case .nothing: []
    case .map(let keys, let nodes): keys.compactMap { key in nodes[key].map { (key, $0) } }
    case .field, .decimal, .list: nil
    }
  }

  /// The transform of the field, or nil if the node is not a transform.
  package var transform: DocumentTransform.Operation? {
    if case .field(.transform(let operation)) = content { operation } else { nil }
  }

  /// The node as a document's value, or nil if documents cannot represent it.
  package var documentValue: DocumentValue? {
    switch content {
    case .nothing: return .map(DocumentFields())
    case .field(.value(let value)): return value
    case .field(.transform), .decimal: return nil
    case .list(let nodes):
      let values = nodes.compactMap(\.documentValue)
      return values.count == nodes.count ? .array(values) : nil
    case .map(let keys, let nodes):
      var fields = DocumentFields()
      for key in keys {
        guard let value = nodes[key]?.documentValue else { return nil }
        fields[key] = value
      }
      return .map(fields)
    }
  }
}
