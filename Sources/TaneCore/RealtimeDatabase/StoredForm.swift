extension Tree {
  /// Whether a Realtime Database would hold anything for the node: nulls and empty containers vanish.
  public var existsInRealtimeDatabase: Bool { NodeMemory.with(self) { $0.exists(index) } }

  /// The tree as a Realtime Database holds it: lists are maps of decimal keys, and nulls, empty
  /// containers and what holds only those are gone.
  ///
  /// See <https://firebase.google.com/docs/database/rest/structure-data>.
  public func storedForm() -> Tree {
    NodeMemory.with(self) { memory in
      guard memory.needsStoring(index) else { return self }
      var builder = TreeBuilder(changing: self)
      if memory.exists(index) { memory.store(index, into: &builder) }
      return builder.finish()
    }
  }
}

extension NodeMemory {
  fileprivate func store(_ node: Int, into builder: inout TreeBuilder) {
    guard needsStoring(node) else { return builder.append(node, of: self) }
    let children = nodes[node].childRange
    // Elements of a list that all stay as they are need not be laid again.
    let isKept = children.allSatisfy { exists($0) && !needsStoring($0) }
    if isKept, builder.append(node, of: self, as: .map) { return }
    builder.setPlace(of: node, in: self)
    builder.beginMap()
    builder.reserve(children: children.count)
    for child in children where exists(child) {
      builder.setKey(of: child, in: self)
      store(child, into: &builder)
    }
    builder.endContainer()
  }

  /// Whether a Realtime Database would hold anything for a node.
  func exists(_ node: Int) -> Bool {
    let record = nodes[node]
    return switch record.kind {
    case .null: record.tag == .serverTimestamp
    case .list, .map: record.childRange.contains { exists($0) }
    default: true
    }
  }

  /// Whether the stored form of a node is another one.
  fileprivate func needsStoring(_ node: Int) -> Bool {
    let record = nodes[node]
    return switch record.kind {
    case .null: record.tag == .none
    case .list: true
    case .map: record.childRange.isEmpty || record.childRange.contains { needsStoring($0) }
    default: false
    }
  }
}
