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
  private var waiting: Counts
  /// The moved elements, by the index of the unmoved element before them.
  private var arrived: Counts
  /// The number of elements moved in front of all unmoved elements.
  private var inFront = 0

  /// Returns the moves for a list, to be applied after its removals and before its additions.
  ///
  /// Each of `moves` maps an index of the original list to an index of the final list; `count` is
  /// the number of elements after the removals and before the additions. Each element is moved
  /// once, after its final predecessor.
  static func steps(_ moves: [Move], removed: [Int], added: [Int], count: Int) -> [Move] {
    if moves.isEmpty { return [] }
    let sources = places(of: moves.map(\.from), without: removed)
    let targets = places(of: moves.map(\.to), without: added)
    let moving = Set(sources)
    let staying = (0..<count).filter { !moving.contains($0) }
    var state = ListMoves(waiting: Counts(count: count), arrived: Counts(count: count))
    for place in 0..<count { state.waiting.add(1, at: place) }
    let ordered = zip(sources, targets).sorted { $0.1 < $1.1 }
    var steps: [Move] = []
    for (number, move) in ordered.enumerated() {
      // The elements before the target are those moved so far and a number of unmoved ones.
      let stayingBefore = move.1 - number
      let anchor = stayingBefore > 0 ? staying[stayingBefore - 1] : nil
      let step = state.move(from: move.0, behind: anchor)
      if step.from != step.to { steps.append(step) }
    }
    return steps
  }

  private mutating func move(from source: Int, behind anchor: Int?) -> Move {
    let from = inFront + waiting.sum(before: source) + arrived.sum(before: source)
    waiting.add(-1, at: source)
    guard let anchor else {
      inFront += 1
      return Move(from: from, to: inFront - 1)
    }
    let to = inFront + waiting.sum(before: anchor + 1) + arrived.sum(before: anchor + 1)
    arrived.add(1, at: anchor)
    return Move(from: from, to: to)
  }

  /// Returns the indices of the same elements after other elements are removed.
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
