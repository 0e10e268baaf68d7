import TaneCore
import TaneSeeding
import TaneTesting
import Testing

@Suite("Comparison of two environments")
struct EnvironmentPairComparisonTests {
  private let left = try? SeedingProject([:])
  private let right = try? SeedingProject([:])

  private func described(_ policy: PlanPolicy = PlanPolicy()) async throws -> [String] {
    let (left, right) = (try #require(left), try #require(right))
    return try await EnvironmentPairComparison(policy)
      .run(
        from: (left.stores.readers, try left.context()),
        to: (right.stores.readers, try right.context())
      ).described
  }

  /// Fills both sides with differences in every kind of service.
  private func fill() async throws {
    let (left, right) = (try #require(left), try #require(right))
    try await left.shops.set(Tree(["a": 1, "b": ["x": 1, "y": 1]]), at: .root)
    try await right.shops.set(Tree(["b": ["x": 2, "y": 1], "c": 3]), at: .root)
    try await left.set(["title": .string("a"), "n": .integer(1)], at: "posts/p1")
    try await right.set(["title": .string("b"), "n": .integer(1)], at: "posts/p1")
    try await right.set([:], at: "posts/p1/comments/c1")
    try await left.accounts.put(Account(localID: "u1", createdAt: 5), replacing: nil)
    var account = Account(localID: "u2", createdAt: 5)
    account.displayName = "B"
    try await right.accounts.put(account, replacing: nil)
    _ = try await left.images.put([1], at: "a/1.png", metadata: .init(), if: .none)
    _ = try await right.images.put([2], at: "a/1.png", metadata: .init(), if: .none)
    _ = try await left.images.put([1], at: "b.png", metadata: .init(), if: .none)
  }

  private static let all = [
    "removed shops:/a", "changed shops:/b/x", "added shops:/c", "changed firestore:/posts/p1/title",
    "added firestore:/posts/p1/comments/c1", "removed accounts:/u1", "added accounts:/u2",
    "changed images:/a/1.png", "removed images:/b.png",
  ]

  @Test("Two empty environments do not differ")
  func empty() async throws {
    #expect(try await described() == [])
  }

  @Test("Differences are found in every service, whichever side has the value")
  func everything() async throws {
    try await fill()
    #expect(try await described() == Self.all)
  }

  /// The requested addresses, and the range of the expected lines among all lines.
  private static let scopes: [(asked: [String], lines: Range<Int>)] = [
    (["shops:/"], 0..<3),
    (["shops:/b"], 1..<2),
    (["users:/"], 0..<0),
    (["firestore:/posts/p1/title"], 3..<4),
    (["firestore:/posts"], 3..<5),
    (["firestore:/posts/p1/comments"], 4..<5),
    (["accounts:/"], 5..<7),
    (["images:/a", "accounts:/u2"], 6..<8),
  ]

  @Test(
    "The comparison of two environments is limited to the requested addresses",
    arguments: scopes.indices
  )
  func scope(_ index: Int) async throws {
    try await fill()
    let example = Self.scopes[index]
    let scope = ComparisonScope(example.asked.compactMap { Address(parsing: $0) })
    #expect(try await described(PlanPolicy(scope: scope)) == Array(Self.all[example.lines]))
  }

  @Test("The comparison of two environments skips ignored values")
  func ignored() async throws {
    try await fill()
    let patterns = ["shops:/*", "firestore:/**/title", "accounts:/*", "images:/a/*"]
    let policy = PlanPolicy(ignored: patterns.compactMap { AddressPattern(parsing: $0) })
    #expect(
      try await described(policy)
        == ["added firestore:/posts/p1/comments/c1", "removed images:/b.png"]
    )
  }

  @Test("Services that only one environment has are named and not compared")
  func unmatched() async throws {
    let stores = EnvironmentStores(
      ["shops": InMemoryTreeStore(), "b": InMemoryTreeStore()],
      as: .databases
    )
    let others = EnvironmentStores(["shops": InMemoryTreeStore()], as: .databases)
      .adding(InMemoryObjectStore(), named: "a", as: .buckets)
    #expect(EnvironmentPairComparison.unmatched(stores.readers, others.readers) == ["a", "b"])
    #expect(EnvironmentPairComparison.unmatched(stores.readers, stores.readers) == [])
    try await fill()
    let (left, right) = (try #require(left), try #require(right))
    let only = EnvironmentStores(["shops": right.shops], as: .databases)
    let difference = try await EnvironmentPairComparison()
      .run(from: (left.stores.readers, try left.context()), to: (only.readers, try right.context()))
    #expect(difference.described == Array(Self.all[0..<3]))
  }
}
