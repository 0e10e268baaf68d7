import TaneCore
import TaneSeeding
import TaneTesting
import Testing

@Suite("Comparison of fixtures with an environment")
struct EnvironmentComparisonTests {
  @Test("Values that no fixture describes are not compared")
  func ownership() async throws {
    let project = try SeedingProject(["databases/shops/a/b.yaml": "x: 1"])
    try await project.shops.set(Tree(["a": ["b": ["x": 1], "other": 2], "c": 3]), at: .root)
    #expect(try await project.difference().isEmpty)
  }

  @Test("The comparison distinguishes extra values from changed ones")
  func extras() async throws {
    let project = try SeedingProject(["databases/shops/shops.yaml": "{a: {id: 0}, b: {id: 1}}"])
    try await project.shops.set(
      Tree(["a": ["id": 5], "b": ["id": 1, "note": "x"], "c": ["id": 2]]),
      at: "/shops"
    )
    #expect(
      try await project.difference().described == [
        "changed shops:/shops/a/id", "extra shops:/shops/b/note", "extra shops:/shops/c",
      ]
    )
  }

  @Test("Keys that fixtures do not list are ignored where the profile says \"listed\"")
  func listed() async throws {
    let project = try SeedingProject(
      ["databases/users/users.yaml": "{u1: {name: a}}"],
      profile: "own: { \"users:/users\": listed }"
    )
    try await project.users.set(
      Tree(["u1": ["name": "a", "extra": 1], "u2": ["name": "real"]]),
      at: "/users"
    )
    #expect(try await project.difference().described == ["extra users:/users/u1/extra"])
  }

  @Test("The comparison shows a leaf that a write below it would replace")
  func leafAbove() async throws {
    let project = try SeedingProject(["databases/shops/a/b/c.yaml": "x: 1"])
    try await project.shops.set(Tree("precious"), at: "/a")
    let difference = try await project.difference()
    #expect(difference.described == ["changed shops:/a"])
    #expect(difference.resources[0].written.changes[0].old == Tree("precious"))
    #expect(Plan(difference).counts.changedValues == 1)
    try await project.seed()
    #expect(try await project.shops.tree(at: "/a") == Tree(["b": ["c": ["x": 1]]]))
  }

  @Test("A leaf above several fixtures is replaced once")
  func leafAboveSeveral() async throws {
    let project = try SeedingProject([
      "databases/shops/data/k0.yaml": "1", "databases/shops/data/k1.yaml": "2",
      "databases/shops/data/deep/k2.yaml": "3", "databases/shops/other.yaml": "4",
    ])
    try await project.shops.set(Tree(["data": 5]), at: .root)
    #expect(
      try await project.difference().described == ["changed shops:/data", "added shops:/other"]
    )
    let address = try #require(Address(parsing: "shops:/data/k1"))
    let asked = try await project.difference([address]).resources[0].written.changes
    #expect(asked.map(\.path) == ["/data"])
    #expect(asked.first?.new == Tree(["k1": 2]))
    try await project.seed()
    #expect(
      try await project.shops.tree(at: .root)
        == Tree(["data": ["k0": 1, "k1": 2, "deep": ["k2": 3]], "other": 4])
    )
    #expect(try await project.difference().isEmpty)
  }

  @Test("Whole numbers that a database rounded are recognized")
  func rounded() async throws {
    let project = try SeedingProject(["databases/shops/a.yaml": "{n: 9007199254740993, m: 1}"])
    try await project.shops.set(Tree(["n": .integer(9_007_199_254_740_992), "m": 1]), at: "/a")
    #expect(try await project.difference().hasOnlyRoundedNumbers)
    try await project.shops.set(Tree(["n": .integer(9_007_199_254_740_992), "m": 2]), at: "/a")
    #expect(try await !project.difference().hasOnlyRoundedNumbers)
  }

  @Test("The comparison is limited to the requested addresses")
  func scope() async throws {
    let project = try SeedingProject([
      "databases/shops/shops.yaml": "[{id: 0}, {id: 1}]", "databases/users/u.yaml": "1",
      "buckets/images/a/1.png": "x", "buckets/images/b.png": "x",
    ])
    func described(_ addresses: String...) async throws -> [String] {
      try await project.difference(addresses.compactMap { Address(parsing: $0) }).described
    }
    #expect(try await described("shops:/shops/1") == ["added shops:/shops/1"])
    #expect(try await described("shops:/") == ["added shops:/shops"])
    #expect(
      try await described("users:/u", "images:/a") == ["added users:/u", "added images:/a/1.png"]
    )
    #expect(try await described("shops:/shops", "shops:/shops/1") == ["added shops:/shops"])
  }

  @Test("A reordered list is planned by index and shown by identity")
  func forms() async throws {
    let project = try SeedingProject([
      "databases/shops/shops.yaml": "[{id: 1, name: a}, {id: 2, name: b}, {id: 3, name: c}]"
    ])
    try await project.shops.set(
      Tree([["id": 3, "name": "c"], ["id": 1, "name": "a"], ["id": 2, "name": "b"]]),
      at: "/shops"
    )
    let node = try #require(try await project.difference().resources.first)
    #expect(node.written.changes.count == 6)
    #expect(node.form().changes.map(\.kind) == [.reordered])
    #expect(node.form().changes.map(\.path) == ["/shops"])
    try await project.seed()
    #expect(try await project.difference().isEmpty)
  }

  @Test("A change that leaves extras in a list is shown by index unless it prunes")
  func formsWithExtras() async throws {
    let project = try SeedingProject(["databases/shops/shops.yaml": "{0: {id: 2, name: b}}"])
    try await project.shops.set(
      Tree([["id": 1, "name": "a"], ["id": 2, "name": "b"]]),
      at: "/shops"
    )
    let node = try #require(try await project.difference().resources.first)
    #expect(node.form(prunes: true).changes.count == 1)
    #expect(node.form(prunes: false).changes.count == 3)
  }

  @Test("Ignored values are counted but neither compared nor written")
  func ignored() async throws {
    let project = try SeedingProject(
      [
        "databases/users/users.yaml": "{u1: {name: a, last_login: 1}, u2: {last_login: 1}}",
        "buckets/images/tmp/1.txt": "x",
      ],
      profile: "ignore: [\"users:/users/*/last_login\", \"images:/tmp\"]"
    )
    try await project.users.set(Tree(["u1": ["name": "b", "last_login": 2]]), at: "/users")
    let difference = try await project.difference()
    #expect(difference.described == ["changed users:/users/u1/name", "added users:/users/u2"])
    #expect(difference.resources.map(\.written.ignoredCount) == [1, 1])
    try await project.seed()
    #expect(
      try await project.users.tree(at: "/users")
        == Tree(["u1": ["name": "a", "last_login": 2], "u2": ["last_login": 1]])
    )
    #expect(try await project.difference().isEmpty)
  }

  @Test("Two environments are compared including their objects")
  func pair() async throws {
    let left = try SeedingProject([:])
    let right = try SeedingProject([:])
    try await left.shops.set(Tree(["a": 1, "b": 2]), at: .root)
    try await right.shops.set(Tree(["b": 3, "c": 4]), at: .root)
    for (store, bytes) in [(left.images, "x"), (right.images, "y")] {
      _ = try await store.put(Array(bytes.utf8), at: "same", metadata: .init(), if: .none)
    }
    _ = try await right.images.put([], at: "new", metadata: .init(), if: .none)
    let difference = try await EnvironmentPairComparison()
      .run(from: left.side(), to: right.side())
    #expect(
      difference.described == [
        "removed shops:/a", "changed shops:/b", "added shops:/c", "added images:/new",
        "changed images:/same",
      ]
    )
  }
}

extension SeedingProject {
  fileprivate func side() throws -> EnvironmentPairComparison.Side {
    (stores.readers, try context())
  }
}
