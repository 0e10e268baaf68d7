import TaneCore
import Testing

@testable import TaneEmulator

@Suite("Database queries")
struct DatabaseQueryTests {
  private static func rank(_ value: Tree) -> (Int, Double, String) {
    switch value.kind {
    case .null: (0, 0, "")
    case .bool: (value.bool == true ? 2 : 1, 0, "")
    case .integer, .double, .decimal: (3, value.number ?? 0, "")
    case .string: (4, 0, value.string ?? "")
    case .list, .map: (5, 0, "")
    }
  }

  private static func compare(_ left: Tree, _ right: Tree) -> Int {
    let (left, right) = (rank(left), rank(right))
    if left == right { return 0 }
    // The generator's strings are ASCII, which all text comparisons order equally.
    return left < right ? -1 : 1
  }

  /// Returns the keys that a query selects from a tree in export form, by the rules in the
  /// reference of the Realtime Database.
  private static func model(_ query: DatabaseQuery, _ tree: Tree) -> [String] {
    func indexed(_ child: Tree) -> Tree {
      func plain(_ tree: Tree?) -> Tree { tree?[".value"] ?? tree ?? .null }
      switch query.index {
      case .key: return .null
      case .value: return plain(child)
      case .priority: return child[".priority"] ?? .null
      case .child(let path): return plain(child[path])
      }
    }
    func compare(_ child: Tree, _ bound: DatabaseQuery.Bound) -> Int {
      if query.index == .key {
        return KeyOrder.compare(child.key ?? "", bound.value.tree.string ?? "")
      }
      let order = Self.compare(indexed(child), bound.value.tree)
      guard order == 0, let key = bound.key else { return order }
      return KeyOrder.compare(child.key ?? "", key)
    }
    var children = tree.children.filter { $0.key?.hasPrefix(".") == false }
    children.sort { left, right in
      let order = Self.compare(indexed(left), indexed(right))
      return order != 0 ? order < 0 : KeyOrder.precedes(left.key ?? "", right.key ?? "")
    }
    if let start = query.start {
      children.removeAll { compare($0, start) < (start.isInclusive ? 0 : 1) }
    }
    if let end = query.end {
      children.removeAll { compare($0, end) > (end.isInclusive ? 0 : -1) }
    }
    switch query.limit {
    case .first(let count): children = Array(children.prefix(count))
    case .last(let count): children = Array(children.suffix(count))
    case nil: break
    }
    return children.map { $0.key ?? "" }.sorted { KeyOrder.precedes($0, $1) }
  }

  private static func query(_ generator: inout NodeGenerator) -> DatabaseQuery {
    var query = DatabaseQuery()
    query.index = [.key, .value, .priority, .child("a"), .child("b/c")][generator.below(5)]
    func bound(_ generator: inout NodeGenerator) -> DatabaseQuery.Bound? {
      guard generator.below(2) == 0 else { return nil }
      let scalar: TreeLiteral =
        query.index == .key
        ? .string(generator.key()) : generator.below(6) == 0 ? .null : generator.scalar()
      guard let value = ScalarValue(Tree(scalar)) else { return nil }
      let key = query.index != .key && generator.below(3) == 0 ? generator.key() : nil
      return .init(value: value, key: key, isInclusive: generator.below(2) == 0)
    }
    query.start = bound(&generator)
    query.end = bound(&generator)
    switch generator.below(3) {
    case 0: query.limit = .first(generator.below(4) + 1)
    case 1: query.limit = .last(generator.below(4) + 1)
    default: break
    }
    return query
  }

  @Test(
    "A database query selects the same entries as a plain model of the reference",
    arguments: 0..<60
  )
  func model(seed: UInt64) throws {
    var generator = NodeGenerator(seed: seed)
    let data = (0..<12).map { _ in (generator.key(), generator.data(depth: 2)) }
    let unique = Dictionary(data) { first, _ in first }
    let literal = TreeLiteral.map(unique.map { ($0.key, $0.value) })
    let node = try StoredFormConverter.node(of: Tree(literal), at: .root, over: nil, time: 0)
    for _ in 0..<40 {
      let query = Self.query(&generator)
      let selected = query.selection(from: node)
      let keys = (selected?.children ?? []).map(\.key)
      if query.selectsAll {
        #expect(selected == node)
      } else {
        #expect(keys == Self.model(query, node.exportForm), "\(query)")
      }
    }
  }

  @Test("A database query of a scalar selects nothing")
  func scalar() {
    let query = DatabaseQuery(index: .key, limit: .first(1))
    #expect(query.selection(from: .tree(Tree("text"))) == nil)
  }
}
