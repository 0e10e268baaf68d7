/// A map entry with the rank of its key, for sorting the entries when the map ends.
private struct RankedEntry {
  let rank: KeyRank
  /// The index of the entry among the builder's pending nodes.
  let index: Int
}

extension TreeBuilder {
  /// Lays out the elements of a list contiguously, each with its index as its key.
  mutating func appendElements(from first: Int) {
    pending.withUnsafeMutableBufferPointer { pending in
      for place in first..<pending.count { pending[place].setKey(index: place - first) }
    }
    appendPending(from: first)
  }

  /// Lays out the pending nodes from an index to the end contiguously, unchanged.
  mutating func appendPending(from first: Int) {
    pending.withUnsafeBufferPointer { pending in
      nodes.append(contentsOf: UnsafeBufferPointer(rebasing: pending[first...]))
    }
  }

  /// Lays out the pending nodes from an index to the end as the children of a container, and
  /// returns the payload for its record.
  mutating func layOutPending(from first: Int) -> UInt64 {
    let (start, count) = (nodeEnd, pending.count - first)
    appendPending(from: first)
    pending.removeLast(count)
    return NodeRecord.pack(start, count)
  }

  /// Lays out the entries of a map contiguously in key order; if keys are equal, only the first
  /// entry is retained.
  ///
  /// Most keys differ in the bytes that a rank contains; strings are compared only for equal ranks.
  mutating func appendEntries(from first: Int) {
    // Ranking many entries takes memory, and generated or stored entries are usually in order
    // already.
    if pending.count - first > Self.manyEntries, isInOrder(from: first) {
      return appendPending(from: first)
    }
    withUnsafeTemporaryAllocation(of: RankedEntry.self, capacity: pending.count - first) { ranked in
      if rankEntries(from: first, in: ranked) { return appendPending(from: first) }
      withText { text in
        pending.withUnsafeBufferPointer { pending in
          var ranked = ranked
          ranked.sort { Self.precedes($0, $1, pending, text) }
        }
      }
      let kept = UnsafeBufferPointer(rebasing: ranked[..<dropDuplicates(in: ranked)])
      pending.withUnsafeBufferPointer { pending in
        nodes.append(contentsOf: kept.lazy.map { pending[$0.index] })
      }
    }
  }

  private static let manyEntries = 4096

  /// Returns true if the pending entries from an index to the end are in key order, without
  /// duplicates.
  private func isInOrder(from first: Int) -> Bool {
    withText { text in
      pending.withUnsafeBufferPointer { pending in
        (first + 1..<pending.count).allSatisfy {
          Self.order(pending[$0 - 1], pending[$0], text) < 0
        }
      }
    }
  }

  /// Ranks the pending entries from an index to the end; returns true if they are in key order.
  private func rankEntries(
    from first: Int,
    in ranked: UnsafeMutableBufferPointer<RankedEntry>
  ) -> Bool {
    withText { text in
      pending.withUnsafeBufferPointer { pending in
        var isInOrder = true
        for position in ranked.indices {
          let rank = KeyRank(pending[first + position], of: text)
          if position > 0, ranked[position - 1].rank >= rank { isInOrder = false }
          ranked.initializeElement(
            at: position,
            to: RankedEntry(rank: rank, index: first + position)
          )
        }
        return isInOrder
      }
    }
  }

  private static func precedes(
    _ left: RankedEntry,
    _ right: RankedEntry,
    _ pending: UnsafeBufferPointer<NodeRecord>,
    _ text: JoinedMemory<UInt8>
  ) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    let (left, right) = (pending[left.index], pending[right.index])
    let order = order(left, right, text)
    return order == 0 ? left.keyPosition < right.keyPosition : order < 0
  }

  /// Moves the entries with distinct keys to the front, and returns their count.
  private mutating func dropDuplicates(
    in ranked: UnsafeMutableBufferPointer<RankedEntry>
  ) -> Int {
    var kept = 0
    for entry in ranked.dropFirst() {
      if hasSameKey(ranked[kept], entry) {
        recordDuplicate(of: pending[ranked[kept].index], in: pending[entry.index])
      } else {
        kept += 1
        ranked[kept] = entry
      }
    }
    return kept + 1
  }

  private func hasSameKey(_ left: RankedEntry, _ right: RankedEntry) -> Bool {
    guard left.rank == right.rank else { return false }
    return withText { text in
      Self.order(pending[left.index], pending[right.index], text) == 0
    }
  }

  private mutating func recordDuplicate(of first: NodeRecord, in second: NodeRecord) {
    duplicateKeys.append(
      DuplicateKey(
        key: String(decoding: keyBytes(second), as: UTF8.self),
        firstOffset: first.keyPosition,
        secondOffset: second.keyPosition
      )
    )
  }

  private static func order(
    _ left: NodeRecord,
    _ right: NodeRecord,
    _ text: JoinedMemory<UInt8>
  ) -> Int {
    KeyOrder.compare(left.key(in: text), right.key(in: text))
  }
}
