extension Tree {
  /// Whether a Realtime Database would hold anything for the node: nulls and empty containers vanish.
  public var existsInRealtimeDatabase: Bool { NodeMemory.with(self) { $0.exists(index) } }

  /// The tree as a Realtime Database holds it: lists are maps of decimal keys, and nulls, empty
  /// containers and what holds only those are gone.
  ///
  /// See <https://firebase.google.com/docs/database/rest/structure-data>.
  public func storedForm() -> Tree {
    guard NodeMemory.with(self, { $0.needsStoring(index) }) else { return self }
    var builder = TreeBuilder(changing: self)
    if existsInRealtimeDatabase { Self.store(self, into: &builder) }
    return builder.finish()
  }

  private static func store(_ tree: Tree, into builder: inout TreeBuilder) {
    guard NodeMemory.with(tree, { $0.needsStoring(tree.index) }) else {
      return builder.append(tree)
    }
    builder.setPlace(of: tree)
    builder.beginMap()
    builder.reserve(children: tree.children.count)
    for (index, child) in tree.children.enumerated() where child.existsInRealtimeDatabase {
      builder.setKey(orIndex: index, of: child)
      store(child, into: &builder)
    }
    builder.endContainer()
  }
}

extension NodeMemory {
  /// Whether a Realtime Database would hold anything for a node.
  fileprivate func exists(_ node: Int) -> Bool {
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
