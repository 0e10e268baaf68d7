import TestSupport
import TaneCore

/// A generator of small trees of every kind, with many similar keys and values.
enum RandomTree {
  private static let keys = [
    "a", "b", "ab", "0", "1", "2", "10", "01", "-1", "２", "店", "😀", "\u{FF5E}", "x y", "é",
  ]

  static func literal(_ random: inout SeededGenerator, depth: Int = 4) -> TreeLiteral {
    switch Int.random(in: 0..<(depth == 0 ? 6 : 10), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .integer(.random(in: -3...3, using: &random))
    case 3: return .double(Double.random(in: -3...3, using: &random))
    case 4: return .string(keys.randomElement(using: &random) ?? "")
    case 5: return .integer(.random(in: .min ... .max, using: &random))
    case 6, 7:
      return .list(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          literal(&random, depth: depth - 1)
        }
      )
    default:
      let chosen = keys.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
      return .map(chosen.map { ($0, literal(&random, depth: depth - 1)) })
    }
  }

  static func pairs(_ count: Int, seed: UInt64) -> [(Tree, Tree)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in (Tree(literal(&random)), Tree(literal(&random))) }
  }
}
