extension Tree {
  /// Whether a Realtime Database would hold anything for the node: nulls and empty containers vanish.
  public var existsInRealtimeDatabase: Bool { NodeMemory.with(self) { $0.exists(index) } }

  /// The tree as a Realtime Database holds it: lists are maps of decimal keys, and nulls, empty
  /// containers and what holds only those are gone.
  ///
  /// See <https://firebase.google.com/docs/database/rest/structure-data>.
  public func storedForm() -> Tree {
    NodeMemory.with(self) { memory in
      guard !memory.allNodes(below: index, are: { !$0.isStoredOtherwise }),
        memory.needsStoring(index)
      else { return self }
      var builder = TreeBuilder(changing: self)
      guard builder.shares(self) else {
        builder.append(self)
        return builder.finish().storedForm()
      }
      builder.appendStored(index, of: memory)
      return builder.finish()
    }
  }
}

extension TreeBuilder {
  /// Appends the stored form of a node of the memory that the builder shares.
  fileprivate mutating func appendStored(_ node: Int, of memory: NodeMemory) {
    guard let stored = stored(memory.nodes[node], of: memory) else { return }
    share(stored.record)
  }

  /// The stored form of a node, whose children are laid where they are not those that there were; nil where nothing of it
  /// is stored.
  private mutating func stored(
    _ record: NodeRecord,
    of memory: NodeMemory
  ) -> (record: NodeRecord, isChanged: Bool)? {
    guard record.kind.isContainer else { return record.isStoredOtherwise ? nil : (record, false) }
    let (children, first) = (record.childRange, pending.count)
    var isKept = true
    for child in children {
      let record = memory.nodes[child]
      // Most nodes are leaves that stay: for those no call is made.
      if !record.kind.isContainer, !record.isStoredOtherwise {
        if !isKept { pending.append(record) }
        continue
      }
      let stored = stored(record, of: memory)
      if isKept, stored?.isChanged != false {
        isKept = false
        let (stretch, part) = memory.nodes.stretch(of: children.lowerBound..<child)
        pending.append(contentsOf: stretch[part])
      }
      if !isKept, let stored { pending.append(stored.record) }
    }
    var record = record
    if !isKept { record.payload = layPending(from: first) }
    guard !record.childRange.isEmpty else { return nil }
    guard !isKept || record.kind == .list else { return (record, false) }
    (record.kind, record.tag) = (.map, .none)
    return (record, true)
  }
}

extension NodeMemory {
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
    return record.isStoredOtherwise
      || record.kind == .map && record.childRange.contains { needsStoring($0) }
  }
}

extension NodeRecord {
  /// Whether a Realtime Database holds something else for a node, whatever is below it.
  fileprivate var isStoredOtherwise: Bool {
    switch kind {
    case .null: tag == .none
    case .list: true
    case .map: childRange.isEmpty
    default: false
    }
  }
}
