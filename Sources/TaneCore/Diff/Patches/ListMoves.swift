/// A sequence of moves of list elements; the indices of each move are valid when it is applied.
struct ListMoves {
  struct Move: Hashable {
    let from: Int
    let to: Int
  }

  /// Counts by index, with prefix sums in logarithmic time (a Fenwick tree).
  private struct Counts {
    private var sums: [Int]

    init(count: Int) { sums = [Int](repeating: 0, count: count + 1) }

    mutating func add(_ number: Int, at place: Int) {
      var index = place + 1
      while index < sums.count {
        sums[index] += number
        index += index & -index
      }
    }

    func sum(before place: Int) -> Int {
      var (index, sum) = (place, 0)
      while index > 0 {
        sum += sums[index]
        index -= index & -index
      }
      return sum
    }
  }

  /// The elements not yet moved, by their original index.
  private var pendingCounts: Counts
  /// The moved elements, by the index of the unmoved element before them.
  private var movedCounts: Counts
  /// The number of elements moved in front of all unmoved elements.
  private var frontCount = 0

  /// Returns the moves for a list, to be applied after its removals and before its additions.
  ///
  /// Each of `moves` maps an index of the original list to an index of the final list; `count` is
  /// the number of elements after the removals and before the additions. Elements are moved in the
  /// order of their final indices, each at most once.
  static func steps(_ moves: [Move], removed: [Int], added: [Int], count: Int) -> [Move] {
    if moves.isEmpty { return [] }
    let sources = places(of: moves.map(\.from), without: removed)
    let targets = places(of: moves.map(\.to), without: added)
    let moving = Set(sources)
    let unmovedIndices = (0..<count).filter { !moving.contains($0) }
    var state = ListMoves(pendingCounts: Counts(count: count), movedCounts: Counts(count: count))
    for place in 0..<count { state.pendingCounts.add(1, at: place) }
    let ordered = zip(sources, targets).sorted { $0.1 < $1.1 }
    var steps: [Move] = []
    for (number, move) in ordered.enumerated() {
      // All elements moved so far precede the target, so the others that precede it are unmoved.
      let unmovedCountBefore = move.1 - number
      let anchor = unmovedCountBefore > 0 ? unmovedIndices[unmovedCountBefore - 1] : nil
      let step = state.move(from: move.0, behind: anchor)
      if step.from != step.to { steps.append(step) }
    }
    return steps
  }

  private mutating func move(from source: Int, behind anchor: Int?) -> Move {
    let from = frontCount + pendingCounts.sum(before: source) + movedCounts.sum(before: source)
    pendingCounts.add(-1, at: source)
    guard let anchor else {
      frontCount += 1
      return Move(from: from, to: frontCount - 1)
    }
    let to =
      frontCount + pendingCounts.sum(before: anchor + 1) + movedCounts.sum(before: anchor + 1)
    movedCounts.add(1, at: anchor)
    return Move(from: from, to: to)
  }

  /// Returns the new indices of the elements at `indices` after the elements at `gone` are removed.
  private static func places(of indices: [Int], without gone: [Int]) -> [Int] {
    let gone = gone.sorted()
    return indices.map { index in
      var (low, high) = (0, gone.count)
      while low < high {
        let middle = (low + high) / 2
        if gone[middle] < index { low = middle + 1 } else { high = middle }
      }
      return index - low
    }
  }
}
