import TestSupport
import TaneCore

/// A generator of random changes to the values of a document.
struct Scrambler {
  var random: SeededGenerator
  /// The number of changed nodes per thousand.
  var rate: Int
  /// Replacement values in addition to the usual ones.
  var more: [TreeLiteral] = []

  init(seed: UInt64, rate: Int) {
    random = SeededGenerator(seed: seed)
    self.rate = rate
  }

  mutating func scrambled(_ literal: TreeLiteral) -> TreeLiteral {
    if Int.random(in: 0..<1000, using: &random) < rate { return replacement() }
    switch literal {
    case .list(let elements):
      return .list(elements.map { scrambled($0) } + (isChosen ? [replacement()] : []))
    case .map(let entries):
      var changed: [(String, TreeLiteral)] = []
      for (key, value) in entries where !isChosen {
        changed.append((isChosen ? key + "x" : key, scrambled(value)))
      }
      return .map(changed)
    default:
      return literal
    }
  }

  private var isChosen: Bool {
    mutating get { Int.random(in: 0..<1000, using: &random) < rate }
  }

  private mutating func replacement() -> TreeLiteral {
    let choices: [TreeLiteral] = [
      nil, true, 0, -1, 1.5, 300, 1e40, "", "cafe", "bakery", "gold", "low", "http://a/b c", "1",
      [], [:], [1], ["a"], ["x": 1], ["cash": ["amount": 1]], .decimal("18446744073709551616"),
    ]
    return (choices + more).randomElement(using: &random) ?? nil
  }
}
