extension TreeComparison {
  /// Compares two lists whose elements have no identifying member, by name and content.
  ///
  /// Equal elements at both ends are skipped. The remaining elements are matched by name or by
  /// equality, then by similarity.
  mutating func compareByContent(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ names: [String],
    _ state: PathAutomaton.State
  ) {
    let shared = min(oldRange.count, newRange.count)
    var start = 0
    while start < shared, countIfSame(oldRange, at: start, newRange, at: start, state) {
      start += 1
    }
    var end = 0
    while start + end < shared,
      countIfSame(
        oldRange,
        at: oldRange.count - end - 1,
        newRange,
        at: newRange.count - end - 1,
        state
      )
    {
      end += 1
    }
    let rest = ListParts(
      old: ListPart(range: oldRange, indices: start..<oldRange.count - end),
      new: ListPart(range: newRange, indices: start..<newRange.count - end)
    )
    guard !rest.old.indices.isEmpty || !rest.new.indices.isEmpty else { return }
    let match = matchByName(rest, names, state) ?? matchByContent(rest, state)
    compare(match, oldRange, newRange, state)
  }

  /// Matches elements with the same name, then similar ones; returns nil if no member in `names`
  /// identifies all elements.
  private mutating func matchByName(
    _ rest: ListParts,
    _ names: [String],
    _ state: PathAutomaton.State
  ) -> ListMatch? {
    guard !rest.old.range.isEmpty, !rest.new.range.isEmpty else { return nil }
    for name in names {
      var name = name
      guard var match = name.withUTF8({ matchByMember(rest, named: $0, state) })
      else { continue }
      let named = match.partners
      matchRemainingElements(&match.partners, rest, haveNames: true, state)
      // Elements that were matched by similarity have different names, so no member identifies
      // them.
      for place in named.indices where named[place] != match.partners[place] {
        match.newMembers[place] = -1
      }
      return match
    }
    return nil
  }

  /// Matches equal elements, then similar ones, then the remaining elements of each gap pairwise.
  ///
  /// Equal elements are matched first by a longest common subsequence, then across positions.
  private mutating func matchByContent(
    _ rest: ListParts,
    _ state: PathAutomaton.State
  ) -> ListMatch {
    var partners: [Int]
    if rest.old.indices.isEmpty || rest.new.indices.isEmpty {
      partners = [Int](repeating: -1, count: rest.new.indices.count)
    } else {
      partners = ListAlignment.partners(
        hashes(of: rest.old, in: old, state),
        hashes(of: rest.new, in: new, state)
      )
      matchRemainingElements(&partners, rest, haveNames: false, state)
    }
    return ListMatch(
      start: rest.new.indices.lowerBound,
      partners: partners,
      oldCount: rest.old.indices.count
    )
  }

  /// Counts the scalars of two elements as unchanged and returns true if the elements are equal.
  private mutating func countIfSame(
    _ oldRange: Range<Int>,
    at oldIndex: Int,
    _ newRange: Range<Int>,
    at newIndex: Int,
    _ state: PathAutomaton.State
  ) -> Bool {
    let pair = Pair(
      old: oldRange.lowerBound + oldIndex,
      new: newRange.lowerBound + newIndex,
      oldIndex: oldIndex,
      newIndex: newIndex
    )
    let below = element(state, newIndex)
    guard let leaves = leafCountIfEqual(pair.old, pair.new, below) else { return false }
    if below == PathAutomaton.dead {
      unchangedCount += leaves
    } else {
      // Ignored changes inside the elements have to be counted.
      compare(pair, below)
    }
    return true
  }

  private mutating func hashes(
    of part: ListPart,
    in memory: NodeMemory,
    _ state: PathAutomaton.State
  ) -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(part.indices.count)
    for index in part.indices {
      hashes.append(hash(of: part.range.lowerBound + index, in: memory, element(state, index)))
    }
    return hashes
  }

  /// Returns a hash of a node's content, excluding ignored members.
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
