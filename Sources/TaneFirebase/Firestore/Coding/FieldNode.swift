import TaneCore

/// A value being encoded: a type may fill several containers at once, so nothing is final until the end.
final class FieldNode {
  private enum Content {
    case nothing
    case value(DocumentValue)
    case operation(FieldValue.Operation)
    case array([FieldNode])
    case map([(name: String, node: FieldNode)])
  }

  private var content = Content.nothing

  /// Whether the node is a map, or holds nothing and can be an empty one.
  var isMap: Bool {
    switch content {
    case .map, .nothing: true
    case .value, .operation, .array: false
    }
  }

  /// The number of elements, where the node is an array.
  var elementCount: Int {
    if case .array(let nodes) = content { nodes.count } else { 0 }
  }

  func set(_ value: DocumentValue) { content = .value(value) }

  func set(_ operation: FieldValue.Operation) { content = .operation(operation) }

  /// Makes the node a map, unless it is one.
  func becomeMap() {
    if case .map = content { return }
    content = .map([])
  }

  /// Makes the node an array, unless it is one.
  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  /// The node under a name, made where there is none.
  func child(_ name: String) -> FieldNode {
    becomeMap()
    guard case .map(let members) = content else { return self }
    if let known = members.first(where: { $0.name == name }) { return known.node }
    let node = FieldNode()
    content = .map(members + [(name, node)])
    return node
  }

  /// A new element at the end.
  func appendElement() -> FieldNode {
    becomeArray()
    guard case .array(let nodes) = content else { return self }
    let node = FieldNode()
    content = .array(nodes + [node])
    return node
  }

  /// Collects what is below the node of a document.
  func collect(into fields: inout EncodedFields) throws {
    try collect(at: [], into: &fields)
  }

  private func collect(at names: [String], into fields: inout EncodedFields) throws {
    switch content {
    case .operation(let operation):
      guard let path = FieldPath(names: names) else { return }
      try fields.add(operation, at: path)
    case .map(let members) where names.isEmpty || !members.isEmpty:
      for member in members { try member.node.collect(at: names + [member.name], into: &fields) }
    case .nothing, .value, .array, .map:
      guard let path = FieldPath(names: names) else { return }
      fields.leaves.append((path, try value(at: path)))
    }
  }

  /// The node as a value; an operation is none, and stands in the place of a field only.
  private func value(at path: FieldPath) throws -> DocumentValue {
    switch content {
    case .nothing: return .map(DocumentFields())
    case .value(let value): return value
    case .array(let nodes): return .array(try nodes.map { try $0.value(at: path) })
    case .map(let members):
      return .map(DocumentFields(try members.map { ($0.name, try $0.node.value(at: path)) }))
    case .operation:
      let message =
        "field \(path): a FieldValue stands in the place of a field, not inside an array"
      throw FirestoreError(.invalidArgument, message)
    }
  }
}

extension EncodedFields {
  fileprivate mutating func add(_ operation: FieldValue.Operation, at path: FieldPath) throws {
    switch operation {
    case .transform(let operation):
      transforms.append(DocumentTransform(path: path, operation: operation))
    case .delete:
      let message = "field \(path): FieldValue.delete() cannot be encoded; use updateData(_:)"
      throw FirestoreError(.invalidArgument, message)
    case .invalid(let error): throw error
    }
  }
}
