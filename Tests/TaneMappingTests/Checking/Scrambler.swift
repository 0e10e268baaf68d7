import TestSupport
import TaneCore

/// A generator of slightly or badly damaged documents.
struct Scrambler {
  private var random: SeededGenerator

  private static let scalars: [TreeLiteral] = [
    nil, true, false, 0, 1, -1, 127, 128, 255, 256, 65536, 2_147_483_648, .integer(.max),
    .integer(.min), 0.5, -2.0, 3.0, 1e15, 0.1, .decimal("18446744073709551615"),
    .decimal("18446744073709551616"), "", "a", "5", "true", "麺屋", "gold", "circle", "AAAA",
    "https://example.com", [], [1], [nil], [1, 2], ["a", nil], ["gold", 1], .map([]), ["a": 1],
    ["1": 2], ["b": nil], ["name": "x"], ["kind": "square", "side": 1],
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the document after one to four changes.
  mutating func scrambled(_ document: TreeLiteral) -> TreeLiteral {
    var document = document
    for _ in 0..<1 + below(4) { document = changed(document) }
    return document
  }

  private mutating func changed(_ document: TreeLiteral) -> TreeLiteral {
    switch document {
    case .map(var entries) where !entries.isEmpty && below(8) != 0:
      let index = below(entries.count)
      switch below(9) {
      case 0: entries.remove(at: index)
      case 1: entries[index].0 += "s"
      case 2: entries.append(("extra\(below(100))", scalar()))
      default: entries[index].1 = changed(entries[index].1)
      }
      return .map(entries)
    case .list(var elements) where !elements.isEmpty && below(8) != 0:
      let index = below(elements.count)
      switch below(9) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = changed(elements[index])
      }
      return .list(elements)
    default:
      return scalar()
    }
  }

  private mutating func scalar() -> TreeLiteral { Self.scalars[below(Self.scalars.count)] }

  mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
