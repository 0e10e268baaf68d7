extension Tree {
  /// A Boolean value indicating whether the tree contains a tag.
  package var containsTags: Bool {
    NodeMemory.with(self) { memory in
      !memory.allNodes(below: index, are: { $0.tag == .none }) && memory.containsTags(index)
    }
  }

  /// The number of scalars in the tree, including nulls; empty containers do not count.
  public var leafCount: Int { NodeMemory.with(self) { $0.leafCount(index) } }

  /// The number of levels in the tree; 1 for a scalar.
  package var depth: Int {
    1 + (children.lazy.map(\.depth).max() ?? 0)
  }

  /// The size of the tree as compact JSON, in bytes, including keys and punctuation.
  ///
  /// Escapes are not counted, and most numbers count as 8 bytes, so the size is an estimate for
  /// limits and reports.
  package var approximateByteCount: Int {
    NodeMemory.with(self) { $0.approximateByteCount(index) }
  }
}

extension NodeMemory {
  fileprivate func approximateByteCount(_ node: Int) -> Int {
    let record = nodes[node]
    switch record.kind {
    case .null: return 4
    case .bool: return 5
    case .integer, .double: return 8
    case .decimal: return record.textRange.count
    case .string: return record.textRange.count + 2
    case .list: return record.childRange.reduce(2) { $0 + approximateByteCount($1) + 1 }
    case .map:
      return record.childRange.reduce(2) {
        $0 + nodes[$1].keyCount + approximateByteCount($1) + 4
      }
    }
  }

  fileprivate func containsTags(_ node: Int) -> Bool {
    let record = nodes[node]
    if record.tag != .none { return true }
    return record.kind.isContainer && record.childRange.contains { containsTags($0) }
  }
}
