import TestSupport
import TaneCore

/// A generator of trees and edited copies: lists are shuffled, and elements are added, removed,
/// changed and copied.
enum RandomEdit {
  /// Returns pairs of a tree and an edited copy; every other tree is a list of maps with
  /// identities.
  static func pairs(_ count: Int, seed: UInt64) -> [(Tree, Tree)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let base =
        number.isMultiple(of: 2)
        ? shops(&random, depth: 2) : RandomTree.literal(&random, depth: 5)
      return (Tree(base), Tree(edited(base, &random)))
    }
  }

  /// Returns pairs of a list of records without identities and an edited copy, in which records are
  /// changed, added, removed, moved and renamed.
  static func records(_ count: Int, seed: UInt64) -> [(Tree, Tree)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let hasNames = Bool.random(using: &random)
      let old = (0..<Int.random(in: 0...9, using: &random)).map { number in
        record(&random, name: hasNames ? "name \(number)" : nil)
      }
      var new = old
      for _ in 0..<Int.random(in: 0...3, using: &random) where !new.isEmpty {
        new.remove(at: Int.random(in: new.indices, using: &random))
      }
      for index in new.indices { edit(&new[index], &random) }
      if Int.random(in: 0..<4, using: &random) == 0 { new.shuffle(using: &random) }
      for number in 0..<Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        new.insert(record(&random, name: hasNames ? "new \(number)" : nil), at: place)
      }
      return (tree(old), tree(new))
    }
  }

  private static func tree(_ records: [[(String, TreeLiteral)]]) -> Tree {
    Tree(["a": .list(records.map { .map($0) })])
  }

  private static func record(
    _ random: inout SeededGenerator,
    name: String?
  ) -> [(String, TreeLiteral)] {
    let values = (0..<Int.random(in: 1...6, using: &random)).map { number in
      ("k\(number)", TreeLiteral.integer(Int64.random(in: 0...20, using: &random)))
    }
    let tags = ("tags", TreeLiteral.list((0..<2).map { _ in word(&random) }))
    return (name.map { [("name", .string($0))] } ?? []) + values + [tags]
  }

  private static func edit(
    _ record: inout [(String, TreeLiteral)],
    _ random: inout SeededGenerator
  ) {
    for index in record.indices where Int.random(in: 0..<5, using: &random) == 0 {
      record[index].1 =
        record[index].0 == "tags"
        ? [word(&random)] : .string("edited \(Int.random(in: 0...99, using: &random))")
    }
  }

  /// Returns a list of maps that are identified by a member and may contain such lists.
  static func shops(_ random: inout SeededGenerator, depth: Int) -> TreeLiteral {
    let member = ["id", "key", "uid", "code", "slug", "path"].randomElement(using: &random) ?? "id"
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
