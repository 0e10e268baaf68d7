/// Suggestions of known names for mistyped ones.
package enum Suggestion {
  /// Returns the candidate closest to a name by edit distance, or nil if none is close enough.
  ///
  /// The maximum distance is a third of the name's length, but at least one edit. Case, `_` and `-`
  /// are ignored. If the name has at least three characters and is a prefix of only one candidate,
  /// that candidate is returned, regardless of the distance.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let foldedName = folded(name)
    let limit = max(1, foldedName.count / 3)
    let candidates = Array(candidates)
    let prefixMatches = candidates.filter { folded($0).starts(with: foldedName) }
    if foldedName.count >= 3, prefixMatches.count == 1 { return prefixMatches[0] }
    let ranked = candidates.map { ($0, distance(foldedName, folded($0))) }
    return ranked.filter { $0.1 <= limit }.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Returns a clause for the end of a message, `; did you mean "name"?`, or an empty string if no
  /// candidate is close enough.
  package static func clause(for name: String, among candidates: some Sequence<String>) -> String {
    nearest(to: name, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private static func folded(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "_" && $0 != "-" }.map { $0 }
  }

  /// Returns the optimal string alignment distance: the number of insertions, deletions,
  /// replacements and swaps of adjacent characters.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        var cost = min(
          previous[column + 1] + 1,
          current[column] + 1,
          previous[column] + (left[row] == right[column] ? 0 : 1)
        )
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
