extension TreeComparison {
  struct ListPart {
    /// The nodes of all elements of the list.
    let range: Range<Int>
    /// The indices of the elements in the part.
    let indices: Range<Int>
  }

  /// The parts of two lists whose elements are matched with each other; both have the same start
  /// index.
  struct ListParts {
    let old: ListPart
    let new: ListPart
  }

  /// A matching of the elements of two lists.
  struct ListMatch {
    /// The number of elements before the matched part; the elements before and after it are equal.
    let start: Int
    /// For each element of the new part, the index in the old part, or -1.
    var partners: [Int]
    let oldCount: Int
    /// The nodes that identify the elements, or an empty array if no member matches the elements.
    var oldMembers: [Int] = []
    var newMembers: [Int] = []
  }

  mutating func compareLists(_ oldList: Int, _ newList: Int, _ state: PathAutomaton.State) {
    let wasIgnoring = isIgnoring
    let isIgnored = automaton.ignoresAnyKey(state)
    isIgnoring = wasIgnoring || isIgnored
    let state = isIgnored ? PathAutomaton.dead : state
    let (oldRange, newRange) = (old.nodes[oldList].childRange, new.nodes[newList].childRange)
    if case .matched(let identity) = lists {
      if !compareByMember(oldRange, newRange, identity.members, state) {
        compareByContent(oldRange, newRange, identity.names, state)
      }
    } else {
      compareByIndex(oldRange, newRange, state)
    }
    isIgnoring = wasIgnoring
  }

  private mutating func compareByIndex(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ state: PathAutomaton.State
  ) {
    let shared = min(oldRange.count, newRange.count)
    compareByPosition(oldRange, newRange, 0..<shared, state)
    for index in shared..<max(shared, oldRange.count) {
      record(.removed, Pair(old: oldRange.lowerBound + index, oldIndex: index))
    }
    for index in shared..<max(shared, newRange.count) {
      record(.added, Pair(new: newRange.lowerBound + index, newIndex: index))
    }
  }

  /// Compares elements at the same indices.
  mutating func compareByPosition(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ indices: Range<Int>,
    _ state: PathAutomaton.State
  ) {
    for index in indices {
      let pair = Pair(
        old: oldRange.lowerBound + index,
        new: newRange.lowerBound + index,
        oldIndex: index,
        newIndex: index
      )
      compare(pair, element(state, index))
    }
  }

  /// Compares matched elements, and records added, removed and moved ones.
  mutating func compare(
    _ match: ListMatch,
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ state: PathAutomaton.State
  ) {
    let stays = IncreasingSubsequence.longest(in: match.partners)
    if reportsOrder, countIfReordered(match, stays, oldRange, newRange, state) {
      return record(.reordered, nil)
    }
    var isMatched = [Bool](repeating: false, count: match.oldCount)
    for partner in match.partners where partner >= 0 { isMatched[partner] = true }
    var next = 0
    for (place, partner) in match.partners.enumerated() {
      if partner >= 0, stays[place] {
        recordRemovals(next..<partner, isMatched, match, oldRange)
        next = partner + 1
      }
      let pair = pair(match, partner, place, oldRange, newRange)
      if partner < 0 {
        record(.added, pair)
      } else {
        if !stays[place] { record(.moved, pair) }
        compare(pair, element(state, pair.newIndex))
      }
    }
    recordRemovals(next..<match.oldCount, isMatched, match, oldRange)
  }

  private mutating func recordRemovals(
    _ places: Range<Int>,
    _ isMatched: [Bool],
    _ match: ListMatch,
    _ oldRange: Range<Int>
  ) {
    for place in places where !isMatched[place] {
      let index = match.start + place
      let member = match.oldMembers.isEmpty ? -1 : match.oldMembers[place]
      record(.removed, Pair(old: oldRange.lowerBound + index, oldIndex: index, member: member))
    }
  }

  private func pair(
    _ match: ListMatch,
    _ partner: Int,
    _ place: Int,
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>
  ) -> Pair {
    let newIndex = match.start + place
    let oldIndex = partner < 0 ? -1 : match.start + partner
    return Pair(
      old: partner < 0 ? -1 : oldRange.lowerBound + oldIndex,
      new: newRange.lowerBound + newIndex,
      oldIndex: oldIndex,
      newIndex: newIndex,
      member: match.newMembers.isEmpty ? -1 : match.newMembers[place]
    )
  }

  /// Counts the scalars of two lists as unchanged and returns true if the lists have equal elements
  /// in different orders.
  ///
  /// Returns false if patterns may ignore nodes in the lists: moves are then recorded one by one,
  /// so that ignored values stay in place.
  private mutating func countIfReordered(
    _ match: ListMatch,
    _ stays: [Bool],
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ state: PathAutomaton.State
  ) -> Bool {
    guard state == PathAutomaton.dead, oldRange.count == newRange.count,
      stays.contains(false), !match.partners.contains(-1)
    else { return false }
    var count = 0
    for (place, partner) in match.partners.enumerated() {
      let (oldNode, newNode) = (
        oldRange.lowerBound + match.start + partner, newRange.lowerBound + match.start + place
      )
      guard let leaves = leafCountIfEqual(oldNode, newNode, state) else { return false }
      count += leaves
    }
    unchangedCount += count
    return true
  }
}
