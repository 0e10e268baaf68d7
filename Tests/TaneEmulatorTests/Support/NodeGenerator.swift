import TestSupport
import TaneCore

/// Generates data like that of clients, which is the same for the same seed.
struct NodeGenerator {
  static let keys = ["a", "b", "c", "0", "1", "2", "10", "01", "é", "店", "🍜", "-x"]

  private var generator: SeededGenerator
  let withPriorities: Bool

  init(seed: UInt64, withPriorities: Bool = true) {
    generator = SeededGenerator(seed: seed)
    self.withPriorities = withPriorities
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func key() -> String { Self.keys[below(Self.keys.count)] }

  /// Returns a path of at most this many keys.
  mutating func path(upTo length: Int) -> TreePath {
    TreePath((0..<below(length + 1)).map { _ in key() })
  }

  mutating func scalar() -> TreeLiteral {
    switch below(6) {
    case 0: .bool(below(2) == 0)
    case 1: .double(Double(below(100)) / 8)
    case 2, 3: .integer(Int64(below(20)))
    default: .string("t\(below(20))")
    }
  }

  /// Returns data with at most this many levels, which may contain nulls, lists, empty objects and
  /// priorities.
  mutating func data(depth: Int) -> TreeLiteral {
    guard depth > 0 else { return scalar() }
    switch below(10) {
    case 0: return .null
    case 1, 2: return scalar()
    case 3 where withPriorities: return [".value": scalar(), ".priority": priority()]
    case 4: return .list((0..<below(4)).map { _ in data(depth: depth - 1) })
    default: return map(depth: depth)
    }
  }

  private mutating func map(depth: Int) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = []
    var known: Set<String> = []
    for _ in 0..<below(5) {
      let key = key()
      if known.insert(key).inserted { entries.append((key, data(depth: depth - 1))) }
    }
    if withPriorities, below(4) == 0 { entries.append((".priority", priority())) }
    return .map(entries)
  }

  mutating func priority() -> TreeLiteral {
    below(2) == 0 ? .integer(Int64(below(5))) : .string("p\(below(5))")
  }
}
