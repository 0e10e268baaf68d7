extension TreeComparison {
  /// Compares two lists whose elements have no identity: by what they hold.
  ///
  /// What is the same at either end is set aside. Of the rest, elements that are the same belong
  /// together, first in a longest common subsequence, then wherever they moved; what is left between two
  /// of them belongs together one by one.
  mutating func compareByContent(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ state: PathAutomaton.State
  ) {
    let shared = min(oldRange.count, newRange.count)
    var start = 0
    while start < shared, isSame(oldRange, start, newRange, start, state) { start += 1 }
    var end = 0
    while start + end < shared,
      isSame(oldRange, oldRange.count - end - 1, newRange, newRange.count - end - 1, state)
    {
      end += 1
    }
    let oldRest = start..<oldRange.count - end
    let newRest = start..<newRange.count - end
    guard !oldRest.isEmpty || !newRest.isEmpty else { return }
    let partners =
      oldRest.isEmpty || newRest.isEmpty
      ? [Int](repeating: -1, count: newRest.count)
      : ListAlignment.partners(
        hashes(of: oldRange, oldRest, in: old, state),
        hashes(of: newRange, newRest, in: new, state)
      )
    let match = ListMatch(start: start, partners: partners, oldCount: oldRest.count)
    compare(match, oldRange, newRange, state)
  }

  /// Whether two elements are the same; counts what is in them if so.
  private mutating func isSame(
    _ oldRange: Range<Int>,
    _ oldIndex: Int,
    _ newRange: Range<Int>,
    _ newIndex: Int,
    _ state: PathAutomaton.State
  ) -> Bool {
    let pair = Pair(
      old: oldRange.lowerBound + oldIndex,
      new: newRange.lowerBound + newIndex,
      oldIndex: oldIndex,
      newIndex: newIndex
    )
    let below = element(state, newIndex)
    guard let leaves = sameLeafCount(pair.old, pair.new, below) else { return false }
    if below == PathAutomaton.dead {
      unchangedCount += leaves
    } else {
      // What is ignored inside has to be counted.
      compare(pair, below)
    }
    return true
  }

  private mutating func hashes(
    of range: Range<Int>,
    _ indices: Range<Int>,
    in memory: NodeMemory,
    _ state: PathAutomaton.State
  ) -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(indices.count)
    for index in indices {
      hashes.append(hash(of: range.lowerBound + index, in: memory, element(state, index)))
    }
    return hashes
  }

  /// A number that is the same for nodes that are the same, save what is ignored.
  private mutating func hash(
    of node: Int,
    in memory: NodeMemory,
    _ state: PathAutomaton.State
  ) -> UInt64 {
    if state != PathAutomaton.dead, automaton.isIgnored(state) { return 0 }
    let record = memory.nodes[node]
    guard record.kind.isContainer else {
      let hash = memory.scalarHash(node)
      return comparesKinds ? NodeMemory.mix(hash, UInt64(record.kind.rawValue)) : hash
    }
    var hash = UInt64(record.kind.rawValue) << 8 | UInt64(record.tag.rawValue)
    for (index, child) in record.childRange.enumerated() {
      let isMap = record.kind == .map
      let below = isMap ? self.child(state, child, in: memory) : element(state, index)
      if below != PathAutomaton.dead, automaton.isIgnored(below) { continue }
      if isMap { hash = NodeMemory.hash(memory.key(child), seed: hash) }
      hash = NodeMemory.mix(hash, self.hash(of: child, in: memory, below))
    }
    return hash
  }
}
