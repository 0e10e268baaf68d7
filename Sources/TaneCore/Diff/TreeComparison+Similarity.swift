extension TreeComparison {
  /// Matches the elements that have no partner yet, the most similar ones first.
  mutating func matchRemainingElements(
    _ partners: inout [Int],
    _ parts: ListParts,
    haveNames: Bool,
    _ state: PathAutomaton.State
  ) {
    let oldCount = parts.old.indices.count
    var unmatched = UnmatchedElements(partners, oldCount: oldCount, haveNames: haveNames)
    defer { partners = unmatched.partners }
    guard !unmatched.old.isEmpty, !unmatched.new.isEmpty else { return }
    guard max(unmatched.old.count, unmatched.new.count) <= ListSimilarity.maximumElements else {
      if !haveNames { unmatched.matchInPlace { _, _ in true } }
      return
    }
    let oldFingerprints = prints(of: unmatched.old, in: parts.old, old, state)
    let newFingerprints = prints(of: unmatched.new, in: parts.new, new, state)
    unmatched.matchSimilarElements(oldFingerprints, newFingerprints)
    if haveNames { return }
    let oldByPlace = Dictionary(uniqueKeysWithValues: zip(unmatched.old, oldFingerprints))
    let newByPlace = Dictionary(uniqueKeysWithValues: zip(unmatched.new, newFingerprints))
    unmatched = UnmatchedElements(unmatched.partners, oldCount: oldCount, haveNames: false)
    unmatched.matchInPlace { oldPlace, newPlace in
      // A scalar has no fingerprints, so it matches any element at its position.
      guard let left = oldByPlace[oldPlace], !left.isEmpty,
        let right = newByPlace[newPlace], !right.isEmpty
      else { return true }
      return ListSimilarity(left, right).meets(.inPlace)
    }
  }

  /// Returns the sorted fingerprints of each element; a scalar has none.
  private mutating func prints(
    of places: [Int],
    in part: ListPart,
    _ memory: NodeMemory,
    _ state: PathAutomaton.State
  ) -> [[UInt64]] {
    let limit = ListSimilarity.maximumFingerprintCount(perElementOf: places.count)
    var all: [[UInt64]] = []
    all.reserveCapacity(places.count)
    for place in places {
      let index = part.indices.lowerBound + place
      let node = part.range.lowerBound + index
      var prints: [UInt64] = []
      if memory.nodes[node].kind.isContainer {
        addFingerprints(of: node, in: memory, element(state, index), way: 0, limit, to: &prints)
        prints.sort()
      }
      all.append(prints)
    }
    return all
  }

  /// Adds a fingerprint for each scalar and empty container at or below a node.
  ///
  /// Equal values below the same keys have equal fingerprints; list indices do not count, and
  /// ignored nodes are skipped.
  private mutating func addFingerprints(
    of node: Int,
    in memory: NodeMemory,
    _ state: PathAutomaton.State,
    way: UInt64,
    _ limit: Int,
    to prints: inout [UInt64]
  ) {
    if state != PathAutomaton.dead, automaton.isIgnored(state) { return }
    let record = memory.nodes[node]
    let range = record.childRange
    guard record.kind.isContainer, !range.isEmpty else {
      let hash = record.kind.isContainer ? UInt64(record.kind.rawValue) : memory.scalarHash(node)
      return prints.append(NodeMemory.mix(hash, way))
    }
    for (index, child) in range.enumerated() where prints.count < limit {
      let isMap = record.kind == .map
      addFingerprints(
        of: child,
        in: memory,
        isMap ? self.child(state, child, in: memory) : element(state, index),
        way: isMap ? NodeMemory.hash(memory.key(child), seed: way) : NodeMemory.mix(way, 1),
        limit,
        to: &prints
      )
    }
  }
}
