/// The moves of a list's elements, one after another, each with the indices that hold when it is made.
struct ListMoves {
  struct Move: Hashable {
    let from: Int
    let to: Int
  }

  /// Counts of what stands at places, summed up to a place in logarithmic time (Fenwick's tree).
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

  /// Elements that have not been moved, by their first place.
  private var waiting: Counts
  /// Elements that have been moved, by the place of the staying element that they stand behind.
  private var arrived: Counts
  /// Elements that have been moved before every staying one.
  private var inFront = 0

  /// The moves of a list from which elements were removed, and to which elements have yet to be added.
  ///
  /// `moves` go from an index in the first list to one in the last; `count` is the number of elements
  /// between removals and additions. Each element is moved once, behind the one that it shall follow.
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
      // Before the target stand the elements moved so far, and staying ones.
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

  /// Indices as they are once the elements at some others are gone.
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
