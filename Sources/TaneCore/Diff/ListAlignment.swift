/// An alignment of two lists by the hashes of their elements.
///
/// Small lists are aligned by a longest common subsequence. Large ones are first split at elements
/// that occur exactly once in each list (patience diff); parts that are still too large remain
/// unmatched. The cost is O(n log n) plus a bounded table for each part.
package struct ListAlignment {
  /// The maximum size of a table for a longest common subsequence, in cells.
  static let maximumCells = 1 << 16

  private let old: [UInt64]
  private let new: [UInt64]
  private var partners: [Int]

  private init(_ old: [UInt64], _ new: [UInt64]) {
    (self.old, self.new) = (old, new)
    partners = [Int](repeating: -1, count: new.count)
    align(old.indices, new.indices)
  }

  /// Returns, for each new element, the index of the equal old element, or -1; moved elements are
  /// not matched.
  package static func orderedPartners(from old: [UInt64], to new: [UInt64]) -> [Int] {
    ListAlignment(old, new).partners
  }

  /// Returns, for each new element, the index of the equal old element, or -1; moved elements are
  /// also matched.
  static func partners(_ old: [UInt64], _ new: [UInt64]) -> [Int] {
    var alignment = ListAlignment(old, new)
    alignment.matchMoves()
    return alignment.partners
  }

  private mutating func align(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
    var (oldPart, newPart) = (oldPart, newPart)
    while let first = oldPart.first, let newFirst = newPart.first, old[first] == new[newFirst] {
      partners[newFirst] = first
      (oldPart, newPart) = (oldPart.dropFirst(), newPart.dropFirst())
    }
    while let last = oldPart.last, let newLast = newPart.last, old[last] == new[newLast] {
      partners[newLast] = last
      (oldPart, newPart) = (oldPart.dropLast(), newPart.dropLast())
    }
    if oldPart.isEmpty || newPart.isEmpty { return }
    if oldPart.count * newPart.count <= Self.maximumCells {
      alignByTable(oldPart, newPart)
    } else {
      alignBetweenAnchors(oldPart, newPart)
    }
  }

  /// Aligns two parts by their longest common subsequence, using dynamic programming.
  private mutating func alignByTable(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
    let width = newPart.count + 1
    var lengths = [UInt16](repeating: 0, count: (oldPart.count + 1) * width)
    for row in (0..<oldPart.count).reversed() {
      let hash = old[oldPart.lowerBound + row]
      for column in (0..<newPart.count).reversed() {
        let cell = row * width + column
        lengths[cell] =
          hash == new[newPart.lowerBound + column]
          ? lengths[cell + width + 1] + 1 : max(lengths[cell + width], lengths[cell + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < oldPart.count, column < newPart.count {
      let cell = row * width + column
      if old[oldPart.lowerBound + row] == new[newPart.lowerBound + column] {
        partners[newPart.lowerBound + column] = oldPart.lowerBound + row
        row += 1
        column += 1
      } else if lengths[cell + width] >= lengths[cell + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  private mutating func alignBetweenAnchors(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
    let anchors = anchors(oldPart, newPart)
    var (oldStart, newStart) = (oldPart.lowerBound, newPart.lowerBound)
    for anchor in anchors {
      partners[anchor.new] = anchor.old
      align(oldStart..<anchor.old, newStart..<anchor.new)
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    if !anchors.isEmpty { align(oldStart..<oldPart.upperBound, newStart..<newPart.upperBound) }
  }

  /// Returns the largest set of elements that occur once in each part and are in the same order.
  private func anchors(
    _ oldPart: Range<Int>,
    _ newPart: Range<Int>
  ) -> [(old: Int, new: Int)] {
    var places: [UInt64: (old: Int, new: Int)] = [:]
    places.reserveCapacity(oldPart.count)
    for place in oldPart {
      places[old[place]] = places[old[place]] == nil ? (place, -1) : (-1, -1)
    }
    for place in newPart {
      guard let known = places[new[place]], known.old >= 0 else { continue }
      places[new[place]] = known.new < 0 ? (known.old, place) : (-1, -1)
    }
    let unique = places.values.filter { $0.old >= 0 && $0.new >= 0 }.sorted { $0.new < $1.new }
    let isInOrder = IncreasingSubsequence.longest(in: unique.map(\.old))
    return zip(unique, isInOrder).filter(\.1).map(\.0)
  }

  /// Matches equal elements at different indices.
  private mutating func matchMoves() {
    let isFree = unmatchedOldElements()
    var places: [UInt64: [Int]] = [:]
    for place in old.indices.reversed() where isFree[place] {
      places[old[place], default: []].append(place)
    }
    guard !places.isEmpty else { return }
    for place in new.indices where partners[place] < 0 {
      if let partner = places[new[place]]?.popLast() { partners[place] = partner }
    }
  }

  private func unmatchedOldElements() -> [Bool] {
    var isFree = [Bool](repeating: true, count: old.count)
    for partner in partners where partner >= 0 { isFree[partner] = false }
    return isFree
  }
}
