/// The elements of two lists that are not matched yet, to be matched by similarity.
struct UnmatchedElements {
  /// For each new element, the index of the matching old element, or -1.
  private(set) var partners: [Int]
  /// The indices of the elements without a partner, in order.
  let old: [Int]
  let new: [Int]
  /// For each unmatched old element, the index of the gap between unmoved elements that contains
  /// it.
  private let oldGaps: [Int]
  private let newGaps: [Int]
  private let haveNames: Bool

  /// Collects the unmatched elements of two lists; `haveNames` is true if elements were matched by
  /// name.
  init(_ partners: [Int], oldCount: Int, haveNames: Bool) {
    self.partners = partners
    self.haveNames = haveNames
    var isFree = [Bool](repeating: true, count: oldCount)
    for partner in partners where partner >= 0 { isFree[partner] = false }
    let stays = IncreasingSubsequence.longest(in: partners)
    let ends = partners.indices.filter { partners[$0] >= 0 && stays[$0] }
    old = isFree.indices.filter { isFree[$0] }
    new = partners.indices.filter { partners[$0] < 0 }
    oldGaps = Self.gaps(of: old, between: ends.map { partners[$0] })
    newGaps = Self.gaps(of: new, between: ends)
  }

  /// Returns, for each position, the index of the gap that contains it; both arrays must be sorted.
  private static func gaps(of places: [Int], between ends: [Int]) -> [Int] {
    var gap = 0
    return places.map { place in
      while gap < ends.count, ends[gap] < place { gap += 1 }
      return gap
    }
  }

  /// Matches elements by the fingerprints of their values, given in the order of `old` and `new`.
  mutating func matchSimilarElements(_ oldFingerprints: [[UInt64]], _ newFingerprints: [[UInt64]]) {
    var isTaken = [Bool](repeating: false, count: old.count)
    var matched: [Int: [ListSimilarity.Candidate]] = [:]
    for pair in ListSimilarity.candidates(oldFingerprints, newFingerprints) {
      guard !isTaken[pair.old], partners[new[pair.new]] < 0 else { continue }
      let gap = oldGaps[pair.old]
      let stays =
        gap == newGaps[pair.new]
        && matched[gap, default: []].allSatisfy { ($0.old < pair.old) == ($0.new < pair.new) }
      let need: ListSimilarity.Threshold = !stays ? .moved : haveNames ? .renamed : .inPlace
      guard pair.similarity.meets(need) else { continue }
      isTaken[pair.old] = true
      partners[new[pair.new]] = old[pair.old]
      if stays { matched[gap, default: []].append(pair) }
    }
  }

  /// Matches the elements of each gap pairwise, in order, if `areAlike` returns true for a pair.
  mutating func matchInPlace(if areAlike: (_ oldPlace: Int, _ newPlace: Int) -> Bool) {
    var next = 0
    for (place, gap) in zip(new, newGaps) {
      while next < old.count, oldGaps[next] < gap { next += 1 }
      guard next < old.count else { return }
      guard oldGaps[next] == gap else { continue }
      if areAlike(old[next], place) { partners[place] = old[next] }
      next += 1
    }
  }
}
