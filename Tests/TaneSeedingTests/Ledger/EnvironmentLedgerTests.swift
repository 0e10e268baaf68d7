import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Values that a seed may replace")
struct EnvironmentLedgerTests {
  /// The policy of an environment that is not open.
  private static let careful = OverwritePolicy(
    overwritesEdits: false,
    overwritesConflicts: false,
    overwritesUnknown: false,
    prunesUnknown: false,
    restoresMissing: false
  )

  private func seeded(_ files: [String: String]) async throws -> SeedingProject {
    let project = try SeedingProject(files)
    try await project.seedCarefully()
    return project
  }

  @Test("A manual edit is kept, and the rest of the fixtures is written")
  func edit() async throws {
    let project = try await seeded(["databases/shops/shops.yaml": "{a: 1, b: 2, c: 3}"])
    try await project.shops.set(Tree(20), at: "/shops/b")
    try project.write("{a: 10, b: 2, c: 3}", to: "fixtures/base/databases/shops/shops.yaml")
    let plan = try await project.seedCarefully()
    #expect(plan.withheld.map(\.described) == ["editedByHand shops:/shops/b"])
    #expect(try await project.shops.tree(at: "/shops") == Tree(["a": 10, "b": 20, "c": 3]))
    // The edit remains, however often the environment is seeded.
    #expect(try await project.seedCarefully().steps.isEmpty)
  }

  @Test("A value changed on both sides is a conflict that is decided once")
  func conflict() async throws {
    let project = try await seeded(["databases/shops/shops.yaml": "{a: 1, b: 2}"])
    try await project.shops.set(Tree(20), at: "/shops/b")
    try project.write("{a: 1, b: 3}", to: "fixtures/base/databases/shops/shops.yaml")
    let plan = try await project.seedCarefully()
    #expect(plan.withheld.map(\.described) == ["conflict shops:/shops/b"])
    #expect(plan.needsDecision)
    #expect(try await project.shops.tree(at: "/shops/b") == Tree(20))
    var policy = Self.careful
    policy.overwritesConflicts = true
    try await project.seedCarefully(policy)
    #expect(try await project.shops.tree(at: "/shops/b") == Tree(3))
    #expect(try await project.seedCarefully().withheld.isEmpty)
  }

  @Test(
    "On first contact additions are written and different values are conflicts"
  )
  func unknown() async throws {
    let project = try SeedingProject(["databases/shops/shops.yaml": "{a: 1, b: 2, c: 3}"])
    try await project.shops.set(Tree(["a": 1, "b": 20]), at: "/shops")
    let plan = try await project.seedCarefully()
    #expect(plan.withheld.map(\.described) == ["unknownOrigin shops:/shops/b"])
    #expect(try await project.shops.tree(at: "/shops") == Tree(["a": 1, "b": 20, "c": 3]))
    // The origin of `a` is recorded now, so its change is a manual edit.
    try await project.shops.set(Tree(10), at: "/shops/a")
    #expect(
      try await project.seedCarefully().withheld.map(\.described)
        == ["editedByHand shops:/shops/a", "unknownOrigin shops:/shops/b"]
    )
  }

  @Test(
    "List elements are decided one by one, or together if the elements differ"
  )
  func lists() async throws {
    let file = "fixtures/base/databases/shops/shops.yaml"
    let project = try await seeded([
      "databases/shops/shops.yaml": "[{id: 0, n: a, m: x}, {id: 1, n: b, m: y}]"
    ])
    try await project.shops.set(Tree("hand"), at: "/shops/0/n")
    try project.write("[{id: 0, n: a, m: z}, {id: 1, n: c, m: y}]", to: file)
    let plan = try await project.seedCarefully()
    #expect(
      plan.withheld.map(\.described) == ["conflict shops:/shops/0/m", "conflict shops:/shops/0/n"]
    )
    #expect(try await project.shops.tree(at: "/shops/1/n") == Tree("c"))
    try project.write("[{id: 2, n: new}, {id: 0, n: a, m: x}, {id: 1, n: c, m: y}]", to: file)
    #expect(try await project.seedCarefully().steps.isEmpty)
    #expect(try await project.shops.tree(at: "/shops/0/n") == Tree("hand"))
  }

  @Test("A list with one element removed and another added manually is kept as a whole")
  func holes() async throws {
    let project = try await seeded(["databases/shops/shops.yaml": "[{id: a}, {id: b}, {id: c}]"])
    try await project.shops.set(.null, at: "/shops/1")
    try await project.shops.set(Tree(["id": "tester"]), at: "/shops/3")
    let edited = try await project.shops.tree(at: "/shops")
    let plan = try await project.seedCarefully()
    #expect(
      plan.withheld.map(\.described) == [
        "editedByHand shops:/shops/1", "editedByHand shops:/shops/3",
      ]
    )
    #expect(try await project.shops.tree(at: "/shops") == edited)
  }

  @Test("A withheld removal is withheld again, and restored fixtures cause no conflict")
  func withheldRemoval() async throws {
    let project = try await seeded(["firestore/posts/p1.yaml": "{ a: 1, b: 2 }"])
    try await project.set(["a": .integer(9), "b": .integer(2)], at: "posts/p1")
    try project.remove("fixtures/base/firestore/posts/p1.yaml")
    for _ in 0..<2 {
      let plan = try await project.seedCarefully(prunes: true)
      #expect(plan.withheld.map(\.described) == ["conflict firestore:/posts/p1"])
      #expect(try await project.document("posts/p1") == ["a": .integer(9), "b": .integer(2)])
    }
    try project.write("{ a: 1, b: 2 }", to: "fixtures/base/firestore/posts/p1.yaml")
    let plan = try await project.seedCarefully(prunes: true)
    #expect(plan.withheld.map(\.described) == ["editedByHand firestore:/posts/p1/a"])
  }

  @Test("Manually changed documents, accounts and objects are kept")
  func kinds() async throws {
    let project = try await seeded([
      "firestore/posts/p1.yaml": "{ title: a, text: b }",
      "accounts.yaml": "u1: { email: a@example.com, displayName: A }",
      "buckets/images/1.txt": "one", "buckets/images/2.txt": "two",
    ])
    try await project.set(["title": .string("hand"), "text": .string("b")], at: "posts/p1")
    let account = try #require(try await project.accounts.account(id: "u1"))
    var edited = account
    edited.displayName = "Hand"
    let edit = AccountImport(edited, replacing: account)
    #expect(try await project.accounts.importAccounts([edit]).isEmpty)
    _ = try await project.images.put([1], at: "1.txt", metadata: .init(), if: .none)
    try project.write("{ title: c, text: d }", to: "fixtures/base/firestore/posts/p1.yaml")
    try project.write("uno", to: "fixtures/base/buckets/images/1.txt")
    try project.write("due", to: "fixtures/base/buckets/images/2.txt")
    let plan = try await project.seedCarefully()
    #expect(
      plan.withheld.map(\.described) == [
        "conflict firestore:/posts/p1/title", "editedByHand accounts:/u1/displayName",
        "conflict images:/1.txt",
      ]
    )
    #expect(try await project.images.data(at: "1.txt", maximumSize: 9) == [1])
    #expect(try await project.images.data(at: "2.txt", maximumSize: 9) == Array("due".utf8))
    #expect(try await project.document("posts/p1")?["text"] == .string("d"))
  }

  @Test("Pruning removes resources that Tane wrote, no fixture describes and nobody changed")
  func orphans() async throws {
    let project = try await seeded([
      "databases/shops/a.yaml": "{x: 1}", "databases/shops/b.yaml": "{y: 1, z: 2}",
      "firestore/posts/p1.yaml": "{ title: a }", "firestore/posts/p2.yaml": "{ title: b }",
      "accounts.yaml": "u1: { email: a@example.com }\nu2: { email: b@example.com }",
      "buckets/images/1.txt": "one", "buckets/images/2.txt": "two",
    ])
    try await project.shops.set(Tree("hand"), at: "/b/mine")
    try await project.set(["title": .string("hand")], at: "posts/p2")
    try await project.set(["other": .boolean(true)], at: "posts/p3")
    for path in [
      "databases/shops/b.yaml", "firestore/posts/p1.yaml", "firestore/posts/p2.yaml",
      "buckets/images/1.txt",
    ] { try project.remove("fixtures/base/\(path)") }
    try project.write("u2: { email: b@example.com }", to: "fixtures/base/accounts.yaml")
    try await project.seedCarefully()
    #expect(try await project.document("posts/p1") != nil, "nothing goes without --prune")
    let plan = try await project.seedCarefully(prunes: true)
    #expect(
      plan.withheld.map(\.described) == ["conflict shops:/b", "conflict firestore:/posts/p2"]
    )
    #expect(
      try await project.shops.tree(at: "/")
        == Tree(["a": ["x": 1], "b": ["mine": "hand", "y": 1, "z": 2]])
    )
    #expect(try await project.document("posts/p1") == nil)
    #expect(try await project.document("posts/p2") == ["title": .string("hand")])
    #expect(try await project.document("posts/p3") == ["other": .boolean(true)])
    #expect(try await project.accounts.account(id: "u1") == nil)
    #expect(try await project.accounts.account(id: "u2") != nil)
    #expect(try await project.images.object(at: "1.txt") == nil)
    #expect(try await project.images.object(at: "2.txt") != nil)
  }

  @Test("A run that loads fewer sets prunes nothing from the other sets")
  func otherSets() async throws {
    let project = try await seeded(["firestore/posts/p1.yaml": "{ title: a }"])
    try project.remove("fixtures/base/firestore/posts/p1.yaml")
    try await project.seedCarefully(prunes: true, sets: ["other"])
    #expect(try await project.document("posts/p1") != nil)
  }

  @Test(
    "A run that loads fewer sets prunes nothing from files shared with the other sets",
    arguments: [nil, OverwritePolicy()]
  )
  func partsOfOtherSets(policy: OverwritePolicy?) async throws {
    let file = "fixtures/base/databases/shops/shops.yaml"
    let project = try SeedingProject(["databases/shops/shops.yaml": "{keep: 1}"])
    let (sets, other) = (["base", "other"], "fixtures/other/databases/shops/shops.yaml")
    try project.write("{other: {a: 1}}", to: other)
    try await project.seedCarefully(policy, sets: sets)
    try project.write("{keep: 2}", to: file)
    let kept = Tree(["keep": 2, "other": ["a": 1]])
    for prunes in [true, false, true] {
      try await project.seedCarefully(policy, prunes: prunes, sets: ["base"])
      #expect(try await project.shops.tree(at: "/shops") == kept)
    }
    try project.write("{}", to: other)
    try await project.seedCarefully(policy, prunes: true, sets: sets)
    #expect(try await project.shops.tree(at: "/shops") == Tree(["keep": 2]))
  }

  @Test("Values of unknown origin are adopted, and extras of unknown origin are kept")
  func adoption() async throws {
    let project = try SeedingProject(["databases/shops/shops.yaml": "{a: 1}"])
    try await project.shops.set(Tree(["a": 2, "b": 3]), at: "/shops")
    var policy = Self.careful
    (policy.overwritesConflicts, policy.overwritesUnknown) = (true, true)
    #expect(try await project.seedCarefully(policy, prunes: true).withheld.isEmpty)
    #expect(try await project.shops.tree(at: "/shops") == Tree(["a": 1, "b": 3]))
  }

  @Test("A node that replaces its children takes over their ledger entries")
  func entriesBelow() async throws {
    let name = "か\u{3099}👨‍👩‍👧"
    let project = try await seeded(["databases/shops/\(name)/a.yaml": "{x: 1}"])
    try project.remove("fixtures/base/databases/shops/\(name)")
    try project.write("{a: {x: 2}}", to: "fixtures/base/databases/shops/\(name).yaml")
    #expect(try await project.seedCarefully(.init()).withheld.isEmpty)
    let ledger = EnvironmentLedger(of: try project.profile(), in: try project.state())
    let orphans = try ledger.orphans(besides: [], of: "shops", loading: ["base"])
    #expect(orphans.count == 1)
  }

  @Test("The records of several files carry over to the file that replaces them")
  func joined() async throws {
    let project = try await seeded([
      "databases/shops/x/a.yaml": "{v: 1}", "databases/shops/x/b.yaml": "{v: 1}",
      "databases/shops/x-1.yaml": "{v: 1}",
    ])
    try project.remove("fixtures/base/databases/shops/x")
    try project.write("{a: {v: 2}, b: {v: 1}}", to: "fixtures/base/databases/shops/x.yaml")
    try await project.shops.set(Tree(9), at: "/x/b/v")
    let plan = try await project.seedCarefully()
    #expect(plan.withheld.map(\.described) == ["editedByHand shops:/x/b/v"])
    #expect(try await project.shops.tree(at: "/x/a/v") == Tree(2))
    let ledger = EnvironmentLedger(of: try project.profile(), in: try project.state())
    let orphans = try ledger.orphans(besides: [], of: "shops", loading: ["base"])
    #expect(orphans.map(\.address.description) == ["shops:/x", "shops:/x-1"])
  }

  @Test("Values sent by a killed run count as Tane's even if unacknowledged")
  func unacknowledged() async throws {
    let file = "fixtures/base/databases/shops/shops.yaml"
    let project = try await seeded(["databases/shops/shops.yaml": "{a: 1}"])
    try project.write("{a: 2}", to: file)
    let plan = try await project.carefulPlan()
    let broken = project.stores.adding(
      ForgetfulStore(store: project.shops),
      named: "shops",
      as: .databases
    )
    await #expect(throws: SeedFailure.self) { try await project.run(plan, on: broken).apply() }
    #expect(try project.interrupted()?.doneCount == 0)
    try project.write("{a: 3}", to: file)
    #expect(try await project.seedCarefully().withheld.isEmpty)
    #expect(try await project.shops.tree(at: "/shops/a") == Tree(3))
  }

  @Test("A list in conflict is still in conflict after an interrupted run wrote next to it")
  func interruptedBesideConflict() async throws {
    let file = "fixtures/base/databases/shops/shops.yaml"
    let project = try await seeded([
      "databases/shops/shops.yaml": "{ s: { '0': 0, t: [{ id: x }], k: true } }"
    ])
    try await project.shops.set(.null, at: "/shops/s/t")
    try project.write("{ s: [{ id: x }, { id: z }], b: 2 }", to: file)
    let broken = project.stores.adding(
      ForgetfulStore(store: project.shops),
      named: "shops",
      as: .databases
    )
    let plan = try await project.carefulPlan()
    await #expect(throws: SeedFailure.self) { try await project.run(plan, on: broken).apply() }
    let again = try await project.seedCarefully()
    #expect(Set(again.withheld.map(\.reason)) == [.conflict])
    #expect(try await project.shops.tree(at: "/shops/s") == Tree(["0": 0, "k": true]))
  }
}

/// A database that writes, but whose responses are lost.
private struct ForgetfulStore: TreeStore {
  let store: InMemoryTreeStore

  func tree(at path: TreePath) async throws -> Tree { try await store.tree(at: path) }
  func childKeys(at path: TreePath) async throws -> [String] { try await store.childKeys(at: path) }
  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }
  func update(_ writes: [TreeWrite]) async throws {
    try await store.update(writes)
    throw StoreError(.unreachable, service: "shops", "no answer", outcome: .unknown)
  }
}

extension WithheldChange {
  fileprivate var described: String { "\(reason.rawValue) \(address)" }
}
