extension Tree {
  /// A Boolean value indicating whether a Realtime Database stores the node; it omits nulls and
  /// empty containers.
  package var existsInRealtimeDatabase: Bool { NodeMemory.with(self) { $0.exists(index) } }

  /// Returns the tree as a Realtime Database stores it.
  ///
  /// Lists become maps with decimal keys. Nulls and containers without any other values are
  /// removed. See <https://firebase.google.com/docs/database/rest/structure-data>.
  package func storedForm() -> Tree {
    NodeMemory.with(self) { memory in
      guard !memory.allNodes(below: index, are: { !$0.differsInStoredForm }),
        memory.changesInStoredForm(index)
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
  /// Appends the stored form of a node in the memory that the builder shares.
  fileprivate mutating func appendStored(_ node: Int, of memory: NodeMemory) {
    guard let stored = makeStoredForm(of: memory.nodes[node], in: memory) else { return }
    share(stored.record)
  }

  /// Returns the stored form of a node, or nil if none of it is stored; changed children are
  /// appended again.
  private mutating func makeStoredForm(
    of record: NodeRecord,
    in memory: NodeMemory
  ) -> (record: NodeRecord, isChanged: Bool)? {
    guard record.kind.isContainer else { return record.differsInStoredForm ? nil : (record, false) }
    let (children, first) = (record.childRange, pending.count)
    var isKept = true
    for child in children {
      let record = memory.nodes[child]
      // Most nodes are leaves that do not change, and need no call.
      if !record.kind.isContainer, !record.differsInStoredForm {
        if !isKept { pending.append(record) }
        continue
      }
      let stored = makeStoredForm(of: record, in: memory)
      if isKept, stored?.isChanged != false {
        isKept = false
        let (buffer, part) = memory.nodes.buffer(of: children.lowerBound..<child)
        pending.append(contentsOf: buffer[part])
      }
      if !isKept, let stored { pending.append(stored.record) }
    }
    var record = record
    if !isKept { record.payload = layOutPending(from: first) }
    guard !record.childRange.isEmpty else { return nil }
    guard !isKept || record.kind == .list else { return (record, false) }
    (record.kind, record.tag) = (.map, .none)
    return (record, true)
  }
}

extension NodeMemory {
  /// Returns true if a Realtime Database stores anything for a node.
  func exists(_ node: Int) -> Bool {
    let record = nodes[node]
    return switch record.kind {
    case .null: record.tag == .serverTimestamp
    case .list, .map: record.childRange.contains { exists($0) }
    default: true
    }
  }

  /// Returns true if the stored form of a node differs from the node.
  fileprivate func changesInStoredForm(_ node: Int) -> Bool {
    let record = nodes[node]
    return record.differsInStoredForm
      || record.kind == .map && record.childRange.contains { changesInStoredForm($0) }
  }
}

extension NodeRecord {
  /// A Boolean value indicating whether the node itself changes in stored form, regardless of its
  /// descendants.
  fileprivate var differsInStoredForm: Bool {
    switch kind {
    case .null: tag == .none
    case .list: true
    case .map: childRange.isEmpty
    default: false
    }
  }
}
