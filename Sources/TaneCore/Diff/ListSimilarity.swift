/// The similarity of two list elements, measured by fingerprints of their values.
struct ListSimilarity {
  /// A pair of elements by index, with their similarity.
  typealias Candidate = (old: Int, new: Int, similarity: ListSimilarity)

  /// The minimum similarity for a match.
  enum Threshold {
    /// At least a quarter of the values are equal, or at most two differ: for an element that has
    /// not moved.
    case inPlace
    /// At least half of the values are equal: for an element that was renamed but not moved.
    case renamed
    /// More than half of the values are equal: for an element that has moved.
    case moved
  }

  /// The maximum number of elements of either list that are compared by similarity.
  static let maximumElements = 4096
  /// The maximum number of fingerprints of either list.
  private static let maximumFingerprints = 1 << 16
  /// The maximum number of elements that share a value; more common values are not used to find
  /// candidates.
  private static let maximumHolders = 8
  /// The maximum number of old elements that a new one is compared with.
  private static let maximumCandidates = 4

  /// The share of equal values, relative to the larger element: from 0 to 1.
  let share: Double
  /// The number of values in the larger element that the smaller one lacks.
  let differing: Int

  /// Measures the similarity of two elements, given their sorted fingerprints.
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

  /// Returns true if the elements are similar enough for a match.
  func meets(_ need: Threshold) -> Bool {
    switch need {
    case .inPlace: differing <= 2 || share >= 0.25
    case .renamed: share >= 0.5
    case .moved: share > 0.5
    }
  }

  /// Returns the maximum number of fingerprints per element, given the number of elements.
  static func maximumFingerprintCount(perElementOf count: Int) -> Int {
    maximumFingerprints / max(count, 256)
  }

  /// Returns the candidate pairs, the most similar first, then the nearest.
  ///
  /// Only elements that share a rare value are compared, so the cost grows with the number of
  /// fingerprints, not of pairs.
  static func candidates(_ old: [[UInt64]], _ new: [[UInt64]]) -> [Candidate] {
    var candidates: [Candidate] = []
    for (newPlace, oldPlaces) in elementsSharingValues(in: old, and: new) {
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

  /// Returns, for each new element, the old elements that share the most values with it.
  private static func elementsSharingValues(
    in old: [[UInt64]],
    and new: [[UInt64]]
  ) -> [(new: Int, old: [Int])] {
    let (oldHolders, newHolders) = (sortedFingerprints(of: old), sortedFingerprints(of: new))
    var sharedValueCounts: [Int: [Int: Int]] = [:]
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < oldHolders.count, newIndex < newHolders.count {
      let (oldPrint, newPrint) = (oldHolders[oldIndex].print, newHolders[newIndex].print)
      let oldRun = oldHolders[oldIndex...].prefix { $0.print == oldPrint }
      let newRun = newHolders[newIndex...].prefix { $0.print == newPrint }
      if oldPrint == newPrint, max(oldRun.count, newRun.count) <= maximumHolders {
        for newHolder in newRun {
          for oldHolder in oldRun {
            sharedValueCounts[newHolder.place, default: [:]][oldHolder.place, default: 0] += 1
          }
        }
      }
      if oldPrint <= newPrint { oldIndex = oldRun.endIndex }
      if oldPrint >= newPrint { newIndex = newRun.endIndex }
    }
    return sharedValueCounts.map { newPlace, sharedValueCounts in
      let best = sharedValueCounts.sorted {
        ($1.value, abs($0.key - newPlace), $0.key) < ($0.value, abs($1.key - newPlace), $1.key)
      }
      return (newPlace, best.prefix(maximumCandidates).map(\.key))
    }
  }

  /// Returns every fingerprint with the index of its element, sorted.
  private static func sortedFingerprints(
    of elements: [[UInt64]]
  ) -> [(print: UInt64, place: Int)] {
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
