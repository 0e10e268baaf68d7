import TestSupport
import TaneCore
import TaneEmbedded
import TaneTesting
import Testing

@Suite("Embedded and in-memory databases compared")
struct DifferentialTests {
  private static let keys = [
    "a", "b", "ab", "0", "1", "10", "01", "-1", "é", "店", "🍜", "\u{FF61}",
  ]

  @Test(
    "Random updates have the same results in embedded and in-memory databases",
    arguments: [1, 2, 3, 4] as [UInt64]
  )
  func updates(seed: UInt64) async throws {
    let embedded = try EmbeddedEnvironment.inMemory(now: { 1234 }).database("shops")
    let reference = InMemoryTreeStore(now: { 1234 })
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let writes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        TreeWrite(
          path: path(&random, depth: 4),
          value: Tree(value(&random, depth: 3)),
          expected: Int.random(in: 0..<8, using: &random) == 0 ? .null : nil
        )
      }
      let codes = (await code(of: writes, on: embedded), await code(of: writes, on: reference))
      #expect(codes.0 == codes.1)
      let trees = (try await embedded.tree(at: .root), try await reference.tree(at: .root))
      #expect(trees.0 == trees.1)
      let place = path(&random, depth: 3)
      #expect(try await embedded.tree(at: place) == trees.1[place] ?? .null)
      #expect(try await embedded.childKeys(at: place) == reference.childKeys(at: place))
    }
  }

  @Test(
    "Random queries have the same results in embedded and in-memory databases",
    arguments: [5, 6] as [UInt64]
  )
  func queries(seed: UInt64) async throws {
    let embedded = try EmbeddedEnvironment.inMemory(now: { 1234 }).database("shops")
    let reference = InMemoryTreeStore(now: { 1234 })
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      if round.isMultiple(of: 20) {
        let tree = Tree(.map(entries(&random, depth: 2, count: 12)))
        try await embedded.set(tree, at: "/node")
        try await reference.set(tree, at: "/node")
      }
      let query = query(&random)
      let found = try await embedded.children(at: "/node", matching: query)
      let expected = try await reference.children(at: "/node", matching: query)
      #expect(found == expected)
    }
  }

  private func code(of writes: [TreeWrite], on store: some TreeStore) async -> StoreError.Code? {
    do {
      try await store.update(writes)
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }

  private func path(_ random: inout SeededGenerator, depth: Int) -> TreePath {
    TreePath((0..<Int.random(in: 0...depth, using: &random)).map { _ in key(&random) })
  }

  private func key(_ random: inout SeededGenerator) -> String {
    Self.keys[Int.random(in: Self.keys.indices, using: &random)]
  }

  private func value(_ random: inout SeededGenerator, depth: Int) -> TreeLiteral {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: .null
    case 1: .integer(Int64.random(in: -2...2, using: &random))
    case 2: .bool(Bool.random(using: &random))
    case 3: .string(key(&random))
    case 4: .double(1.5)
    case 5: .serverTimestamp
    case 6: .list((0..<3).map { _ in value(&random, depth: depth - 1) })
    default: .map(entries(&random, depth: depth, count: 4))
    }
  }

  private func entries(
    _ random: inout SeededGenerator,
    depth: Int,
    count: Int
  ) -> [(String, TreeLiteral)] {
    (0..<count).map { _ in (key(&random), value(&random, depth: depth - 1)) }
  }

  private func query(_ random: inout SeededGenerator) -> TreeQuery {
    let orders: [TreeQuery.Order] = [.key, .key, .value, .child("a"), .child("1/b")]
    let order = orders[Int.random(in: orders.indices, using: &random)]
    let limits: [TreeQuery.Limit?] = [
      nil, .first(Int.random(in: 0...4, using: &random)),
      .last(Int.random(in: 0...4, using: &random)),
    ]
    return TreeQuery(
      order: order,
      start: bound(&random, order),
      end: bound(&random, order),
      limit: limits[Int.random(in: limits.indices, using: &random)]
    )
  }

  private func bound(_ random: inout SeededGenerator, _ order: TreeQuery.Order) -> TreeQuery.Bound?
  {
    guard Bool.random(using: &random) else { return nil }
    let isInclusive = Bool.random(using: &random)
    if order == .key {
      return TreeQuery.Bound(Tree(.string(key(&random))), isInclusive: isInclusive)
    }
    return TreeQuery.Bound(
      Tree(value(&random, depth: 0)),
      key: Bool.random(using: &random) ? key(&random) : nil,
      isInclusive: isInclusive
    )
  }
}
