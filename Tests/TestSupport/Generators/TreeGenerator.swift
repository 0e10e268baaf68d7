import TaneCore

/// A generator of trees with many shapes, which are the same for the same seed.
struct TreeGenerator {
  private static let keys = [
    "0", "1", "2", "10", "01", "-1", "a", "A", "b c", "ab", "é", "e\u{301}", "店", "\u{FF61}", "🍜",
    "2147483647", "2147483648", "~",
  ]

  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Returns a tree with at most the given number of levels; it may contain nulls and empty
  /// containers.
  mutating func tree(depth: Int) -> Tree {
    Tree(literal(depth: depth))
  }

  private mutating func literal(depth: Int) -> TreeLiteral {
    switch next(below: depth > 0 ? 12 : 7) {
    case 0: return .null
    case 1: return .bool(next(below: 2) == 0)
    case 2: return .integer(Int64(truncatingIfNeeded: nextBits()))
    case 3: return .double(Double(next(below: 1000)) / 8)
    case 4, 5: return .string("text \(next(below: 100))")
    case 6: return .string("")
    case 7, 8: return .list((0..<next(below: 5)).map { _ in literal(depth: depth - 1) })
    default: return .map(entries(depth: depth))
    }
  }

  private mutating func entries(depth: Int) -> [(String, TreeLiteral)] {
    (0..<next(below: 7)).map { _ in
      (Self.keys[next(below: Self.keys.count)], literal(depth: depth - 1))
    }
  }

  private mutating func next(below limit: Int) -> Int {
    Int(nextBits() >> 33) % limit
  }

  /// Returns the next 64 bits of SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
  private mutating func nextBits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
