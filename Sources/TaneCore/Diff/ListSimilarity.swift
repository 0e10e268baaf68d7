/// How much two elements of lists hold that is the same, told by a fingerprint of each value in them.
struct ListSimilarity {
  /// Two elements by their places in what they were taken from, and how alike they are.
  typealias Candidate = (old: Int, new: Int, similarity: ListSimilarity)

  /// What elements must have in common to belong together.
  enum Need {
    /// A quarter, or all but two values: for an element that stays between two others.
    case inPlace
    /// A half: for one that stays, but has another name.
    case renamed
    /// More than a half: for one that moved.
    case moved
  }

  /// The most elements of either list that are compared in this way.
  static let maximumElements = 4096
  /// The most fingerprints of either list.
  private static let maximumPrints = 1 << 16
  /// The most elements that may hold a value which is to tell them from others.
  private static let maximumHolders = 8
  /// The most old elements that a new one is compared with.
  private static let maximumCandidates = 4

  /// The part of the values that both hold, of the element that holds more: from 0 to 1.
  let share: Double
  /// The values of one of them that the other does not hold.
  let differing: Int

  /// Compares two elements by their fingerprints in order.
  init(_ left: [UInt64], _ right: [UInt64]) {
    var (leftIndex, rightIndex, same) = (0, 0, 0)
    while leftIndex < left.count, rightIndex < right.count {
      let (leftPrint, rightPrint) = (left[leftIndex], right[rightIndex])
      if leftPrint == rightPrint { same += 1 }
      if leftPrint <= rightPrint { leftIndex += 1 }
      if leftPrint >= rightPrint { rightIndex += 1 }
    }
    let most = max(left.count, right.count)
    share = most == 0 ? 1 : Double(same) / Double(most)
    differing = most - same
  }

  /// Whether the elements have enough in common.
  func meets(_ need: Need) -> Bool {
    switch need {
    case .inPlace: differing <= 2 || share >= 0.25
    case .renamed: share >= 0.5
    case .moved: share > 0.5
    }
  }

  /// The most fingerprints that are taken of each of some elements.
  static func maximumPrints(ofEach count: Int) -> Int { maximumPrints / max(count, 256) }

  /// The pairs of elements that may belong together, the most alike first, then the nearest.
  ///
  /// Only elements are compared that share a value which few hold, so that the cost grows with the number
  /// of fingerprints, not with that of pairs.
  static func candidates(_ old: [[UInt64]], _ new: [[UInt64]]) -> [Candidate] {
    var candidates: [Candidate] = []
    for (newPlace, oldPlaces) in sharing(old, new) {
      for oldPlace in oldPlaces {
        candidates.append((oldPlace, newPlace, ListSimilarity(old[oldPlace], new[newPlace])))
      }
    }
    return candidates.sorted { left, right in
      if left.similarity.share != right.similarity.share {
        return left.similarity.share > right.similarity.share
      }
      let (leftDistance, rightDistance) = (abs(left.old - left.new), abs(right.old - right.new))
      return (leftDistance, left.new, left.old) < (rightDistance, right.new, right.old)
    }
  }

  /// For each new element the old ones that share the most values with it.
  private static func sharing(_ old: [[UInt64]], _ new: [[UInt64]]) -> [(new: Int, old: [Int])] {
    let (oldHolders, newHolders) = (holders(of: old), holders(of: new))
    var votes: [Int: [Int: Int]] = [:]
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < oldHolders.count, newIndex < newHolders.count {
      let (oldPrint, newPrint) = (oldHolders[oldIndex].print, newHolders[newIndex].print)
      let oldRun = oldHolders[oldIndex...].prefix { $0.print == oldPrint }
      let newRun = newHolders[newIndex...].prefix { $0.print == newPrint }
      if oldPrint == newPrint, max(oldRun.count, newRun.count) <= maximumHolders {
        for newHolder in newRun {
          for oldHolder in oldRun {
            votes[newHolder.place, default: [:]][oldHolder.place, default: 0] += 1
          }
        }
      }
      if oldPrint <= newPrint { oldIndex = oldRun.endIndex }
      if oldPrint >= newPrint { newIndex = newRun.endIndex }
    }
    return votes.map { newPlace, votes in
      let best = votes.sorted {
        ($1.value, abs($0.key - newPlace), $0.key) < ($0.value, abs($1.key - newPlace), $1.key)
      }
      return (newPlace, best.prefix(maximumCandidates).map(\.key))
    }
  }

  /// Every value by its fingerprint, with the place of the element that holds it.
  private static func holders(of elements: [[UInt64]]) -> [(print: UInt64, place: Int)] {
    var holders: [(print: UInt64, place: Int)] = []
    for (place, prints) in elements.enumerated() {
      var last: UInt64?
      for print in prints where print != last {
        holders.append((print, place))
        last = print
      }
    }
    return holders.sorted { ($0.print, $0.place) < ($1.print, $1.place) }
  }
}
