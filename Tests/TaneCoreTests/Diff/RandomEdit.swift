import StoreConformance
import TaneCore

/// A tree and what somebody made of it: lists shuffled, elements added, removed, changed and copied.
enum RandomEdit {
  /// Pairs of a tree and an edited twin; every other tree is a list of maps with identities.
  static func pairs(_ count: Int, seed: UInt64) -> [(Tree, Tree)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let base =
        number.isMultiple(of: 2)
        ? shops(&random, depth: 2) : RandomTree.literal(&random, depth: 5)
      return (Tree(base), Tree(edited(base, &random)))
    }
  }

  /// A list of maps that are told by a member, with lists of maps inside.
  static func shops(_ random: inout SeededGenerator, depth: Int) -> TreeLiteral {
    let member = ["id", "key", "uid", "code"].randomElement(using: &random) ?? "id"
    return .list(
      (0..<Int.random(in: 0...6, using: &random)).map { number in
        var entries: [(String, TreeLiteral)] = [
          (member, identity(number, &random)), ("name", word(&random)),
          ("tags", .list((0..<Int.random(in: 0...4, using: &random)).map { _ in word(&random) })),
        ]
        if depth > 0, Bool.random(using: &random) {
          entries.append(("menu", shops(&random, depth: depth - 1)))
        }
        return .map(entries)
      }
    )
  }

  private static func identity(_ number: Int, _ random: inout SeededGenerator) -> TreeLiteral {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .double(Double(number))
    case 1: .string("\(number)")
    default: .integer(Int64(number))
    }
  }

  private static func word(_ random: inout SeededGenerator) -> TreeLiteral {
    .string(["麺", "寿司", "tea", "coffee"].randomElement(using: &random) ?? "")
  }

  static func edited(_ literal: TreeLiteral, _ random: inout SeededGenerator) -> TreeLiteral {
    if Int.random(in: 0..<12, using: &random) == 0 {
      return RandomTree.literal(&random, depth: 2)
    }
    switch literal {
    case .list(let elements): return .list(editedElements(elements, &random))
    case .map(let entries):
      return .map(
        entries.compactMap { key, value in
          let isKept = Int.random(in: 0..<12, using: &random) > 0
          return isKept ? (key, key == "id" ? value : edited(value, &random)) : nil
        }
      )
    case .integer(let value) where Int.random(in: 0..<4, using: &random) == 0:
      return .double(Double(value))
    default: return literal
    }
  }

  private static func editedElements(
    _ elements: [TreeLiteral],
    _ random: inout SeededGenerator
  ) -> [TreeLiteral] {
    var elements = elements
    switch Int.random(in: 0..<6, using: &random) {
    case 0: elements.shuffle(using: &random)
    case 1: elements = elements.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
    case 2:
      let place = Int.random(in: 0...elements.count, using: &random)
      elements.insert(RandomTree.literal(&random, depth: 2), at: place)
    case 3:
      elements.shuffle(using: &random)
      elements = elements.map { edited($0, &random) }
    case 4: if let copied = elements.randomElement(using: &random) { elements.append(copied) }
    default: elements = elements.map { edited($0, &random) }
    }
    return elements
  }
}
