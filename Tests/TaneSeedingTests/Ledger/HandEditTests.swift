import TestSupport
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Manual edits in lists and in removed resources")
struct HandEditTests {
  private static let list = "fixtures/base/databases/shops/l.yaml"

  @Test("Removing one list element and adding another manually is an edit that is kept")
  func holeAndTail() async throws {
    let project = try SeedingProject(["databases/shops/l.yaml": "[{id: a}, {id: b}, {id: c}]"])
    try await project.seedCarefully()
    try await project.shops.set(.null, at: "/l/1")
    try await project.shops.set(Tree(["id": "tester"]), at: "/l/3")
    let found = try await project.shops.tree(at: "/l")
    var policy = OverwritePolicy()
    (policy.overwritesEdits, policy.overwritesConflicts) = (false, false)
    let plan = try await project.seedCarefully(policy)
    #expect(plan.steps.isEmpty)
    #expect(plan.withheld.allSatisfy { $0.reason == .editedByHand })
    #expect(try await project.shops.tree(at: "/l") == found)
  }

  @Test(
    "Elements that others add to a list that is empty in fixtures are kept",
    arguments: [false, true]
  )
  func additionToEmptyList(prunes: Bool) async throws {
    let project = try SeedingProject(["databases/shops/l.yaml": "{ reviews: [], name: a }"])
    try await project.seedCarefully()
    let review = Tree(["text": "good"])
    try await project.shops.set(review, at: "/l/reviews/0")
    var policy = OverwritePolicy()
    policy.overwritesEdits = false
    let plan = try await project.seedCarefully(policy, prunes: prunes)
    #expect(plan.steps.isEmpty)
    #expect(plan.withheld.map { "\($0.address) \($0.reason)" } == ["shops:/l/reviews editedByHand"])
    #expect(try await project.shops.tree(at: "/l/reviews/0") == review)
  }

  @Test("A kept removal survives an undo that restores its siblings")
  func removalBesideUndo() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ a: { x: 1 }, z: 1 }"])
    try await project.seedCarefully()
    try await project.shops.set(Tree(["h": "hand"]), at: "/n/a")
    var policy = OverwritePolicy(restoresMissing: false)
    policy.overwritesEdits = false
    try await project.seedCarefully(policy, prunes: true)
    #expect(try await project.shops.tree(at: "/n") == Tree(["z": 1]))
    _ = try await project.replay(2, .backward)
    let plan = try await project.seedCarefully(policy)
    #expect(plan.withheld.map { "\($0.address) \($0.reason)" } == ["shops:/n/a/x editedByHand"])
    #expect(try await project.shops.tree(at: "/n") == Tree(["a": ["h": "hand"], "z": 1]))
  }

  @Test("The removal of a map is an edit although the fixtures no longer describe all of it")
  func removalOfMapWithExtras() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ m: { a: 1, x: 2 }, z: 1 }"])
    try await project.seedCarefully()
    try project.write("{ m: { a: 1 }, z: 1 }", to: "fixtures/base/databases/shops/n.yaml")
    try await project.seedCarefully()
    try await project.shops.set(.null, at: "/n/m")
    var policy = OverwritePolicy()
    (policy.overwritesEdits, policy.overwritesConflicts) = (false, false)
    let plan = try await project.seedCarefully(policy)
    #expect(plan.withheld.map { "\($0.address) \($0.reason)" } == ["shops:/n/m editedByHand"])
  }

  @Test("A list whose fixture loses a field of one element conflicts with an edit of another")
  func lostField() async throws {
    let project = try SeedingProject([
      "databases/shops/l.yaml": "[{id: a, n: 1}, {id: b}]"
    ])
    try await project.seedCarefully()
    try project.write("[{id: a}, {id: b}]", to: "fixtures/base/databases/shops/l.yaml")
    try await project.shops.set(Tree(["by": "hand"]), at: "/l/1/id")
    var policy = OverwritePolicy()
    (policy.overwritesEdits, policy.overwritesConflicts) = (false, false)
    let plan = try await project.seedCarefully(policy)
    #expect(plan.steps.isEmpty)
    #expect(Set(plan.withheld.map(\.reason)) == [.conflict])
  }

  @Test("An undo with nothing to revert keeps the record of a later run")
  func undoWithoutWrite() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ a: 1 }"])
    try await project.seedCarefully()
    _ = try await project.replay(1, .backward)
    try project.write("{ a: 1, b: 2 }", to: "fixtures/base/databases/shops/n.yaml")
    try await project.seedCarefully()
    // The node is now as before the second run.
    try await project.shops.set(.null, at: "/n/b")
    #expect(try await project.replay(2, .backward).plan.isEmpty)
    let plan = try await project.seedCarefully(OverwritePolicy(overwritesEdits: false))
    #expect(plan.withheld.map { "\($0.address) \($0.reason)" } == ["shops:/n/b editedByHand"])
  }

  @Test("A prune that empties a node writes the value that the next seed would write")
  func emptiedNode() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ a: 1 }"])
    try await project.seedCarefully()
    try await project.shops.set(Tree(["h": "hand"]), at: "/n")
    var policy = OverwritePolicy()
    policy.overwritesEdits = false
    try await project.seedCarefully(policy, prunes: true)
    #expect(try await project.shops.tree(at: "/n") == Tree(["a": 1]))
    #expect(try await project.seedCarefully(policy, prunes: true).isEmpty)
  }

  @Test(
    "A fixture that becomes empty is no conflict",
    arguments: ["{ b: {} }", "{ b: null }"]
  )
  func emptiedFixture(text: String) async throws {
    let project = try SeedingProject([
      "databases/shops/n.yaml": "{ a: 2 }", "databases/shops/m.yaml": "1",
    ])
    try await project.seedCarefully()
    try project.write(text, to: "fixtures/base/databases/shops/n.yaml")
    let plan = try await project.seedCarefully(prunes: true)
    #expect(plan.withheld.isEmpty)
    #expect(try await project.shops.tree(at: "/n") == .null)
  }

  @Test("A run that writes a part of a list of unknown origin records the whole list")
  func partOfUnknownList() async throws {
    let project = try SeedingProject([
      "databases/shops/l.yaml": "[{id: a, n: 1}, {id: b, n: 2}]"
    ])
    try await project.shops.set(Tree([["id": "a", "n": 1], ["id": "b", "n": 3]]), at: "/l")
    try await project.run(try await project.plan()).apply()
    try await project.shops.set(Tree(["edited": true]), at: "/l")
    var policy = OverwritePolicy()
    policy.overwritesEdits = false
    let plan = try await project.seedCarefully(policy)
    #expect(plan.steps.isEmpty)
    #expect(Set(plan.withheld.map(\.reason)) == [.editedByHand])
  }

  @Test("A list that replaces an edited map is recorded without the map's former values")
  func listOverEditedMap() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ k: { a: 1, b: 1 } }"])
    try await project.seedCarefully()
    try await project.shops.set(.null, at: "/n/k/a")
    try project.write("{ k: [{ id: x }] }", to: "fixtures/base/databases/shops/n.yaml")
    try await project.run(try await project.plan(prunes: true)).apply()
    #expect(try await project.replay(2, .backward).left.isEmpty)
    #expect(try await project.shops.tree(at: "/n") == Tree(["k": ["b": 1]]))
  }

  @Test("A value that a service acknowledged without storing it does not count as a manual edit")
  func unmadeWrite() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ a: 1, b: 1, c: 1 }"])
    try await project.seedCarefully()
    try project.write("{ a: 2, b: 2, c: 2 }", to: "fixtures/base/databases/shops/n.yaml")
    try await project.seedCarefully()
    try await project.shops.set(Tree(["a": 1, "b": 2, "c": "hand"]), at: "/n")
    let (replay, outcome) = try await project.planned(2, .backward)
    try project.state().recordUnmadeWrites(run: 2, by: replay, outcome, of: try project.profile())
    let plan = try await project.seedCarefully()
    #expect(plan.withheld.map { "\($0.address) \($0.reason)" } == ["shops:/n/c editedByHand"])
    #expect(try await project.shops.tree(at: "/n") == Tree(["a": 2, "b": 2, "c": "hand"]))
    // The value that was written is still recorded as written.
    try await project.shops.set(Tree("hand"), at: "/n/b")
    #expect(try await project.seedCarefully().steps.isEmpty)
  }

  @Test("A map that an undo emptied in the ledger causes no conflict")
  func emptiedRecord() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ z: 1, k: { a: { v: 1 } } }"])
    try await project.shops.set(Tree(["z": 1, "k": ["x": 9, "y": 9]]), at: "/n")
    try await project.run(try await project.plan()).apply()
    try await project.shops.set(Tree(["a": ["v": 1]]), at: "/n/k")
    _ = try await project.replay(1, .backward)
    #expect(try await project.shops.tree(at: "/n") == Tree(["z": 1]))
    #expect(try await project.seedCarefully().withheld.isEmpty)
    #expect(try await project.shops.tree(at: "/n/k/a/v") == Tree(1))
  }

  @Test("Reordered list elements are one conflict of the whole list")
  func swapped() async throws {
    let project = try SeedingProject([
      "databases/shops/l.yaml": "[{id: a, n: 1}, {id: b, n: 1}]"
    ])
    try await project.seedCarefully()
    try await project.shops.set(Tree([["id": "b", "n": 1], ["id": "a", "n": 1]]), at: "/l")
    try project.write("[{id: a, n: 2}, {id: b, n: 1}]", to: Self.list)
    let plan = try await project.seedCarefully()
    #expect(plan.steps.isEmpty)
    #expect(Set(plan.withheld.map(\.reason)) == [.conflict])
  }

  @Test("No manual edit of any list is overwritten, whatever the fixtures become")
  func lists() async throws {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<300 {
      let base = Self.elements(&random)
      let project = try SeedingProject(["databases/shops/l.json": Self.json(base)])
      try await project.seedCarefully()
      let edited = Self.edited(base, "hand", &random)
      try await project.shops.set(Tree(.list(edited)), at: "/l")
      try project.write(
        Self.json(Self.edited(base, "file", &random)),
        to: "fixtures/base/databases/shops/l.json"
      )
      try await project.seedCarefully()
      let left = try await project.shops.tree(at: "/l")
      let hand = try #require(Self.values(Tree(.list(edited))))
      let kept = try #require(Self.values(left))
      let missing = hand.filter { $0.hasPrefix("hand") && !kept.contains($0) }
      #expect(missing.isEmpty, "\(Self.json(base)) \(hand) \(kept)")
    }
  }

  /// Returns elements with an identity, elements without an identity, or scalars.
  private static func elements(_ random: inout SeededGenerator) -> [TreeLiteral] {
    let form = Int.random(in: 0..<3, using: &random)
    return (0..<Int.random(in: 1...5, using: &random)).map { index in
      switch form {
      case 0: ["id": .string("i\(index)"), "n": .integer(1), "m": .integer(2)]
      case 1: ["n": .integer(Int64(index)), "m": .integer(2)]
      default: .integer(Int64(index))
      }
    }
  }

  private static func edited(
    _ elements: [TreeLiteral],
    _ author: String,
    _ random: inout SeededGenerator
  ) -> [TreeLiteral] {
    var elements = elements
    for number in 0..<Int.random(in: 1...3, using: &random) {
      let value = TreeLiteral.string("\(author) \(number)")
      let index = Int.random(in: 0...elements.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: elements.insert(["id": value, "n": value], at: index)
      case 1 where index < elements.count && elements.count > 1: elements.remove(at: index)
      case _ where index < elements.count:
        guard case .map(let entries) = elements[index] else {
          elements[index] = value
          continue
        }
        elements[index] = .map(entries.map { $0.0 == "n" ? ($0.0, value) : $0 })
      default: elements.append(value)
      }
    }
    return elements
  }

  private static func json(_ elements: [TreeLiteral]) -> String { "\(Tree(.list(elements)))" }

  /// Returns all strings in a tree.
  private static func values(_ tree: Tree) -> [String]? {
    tree.kind.isContainer
      ? tree.children.flatMap { values($0) ?? [] } : tree.string.map { [$0] } ?? []
  }

  @Test(
    "An edited resource without a fixture is a conflict, and is removed on request"
  )
  func removals() async throws {
    let project = try SeedingProject([
      "databases/shops/x.yaml": "{a: 1, b: 2}", "databases/shops/y.yaml": "{a: 1, b: 2}",
      "accounts.yaml": "{u1: {displayName: x, photoURL: 'https://example.com/1'}}",
    ])
    try await project.seedCarefully()
    try await project.shops.set(Tree(9), at: "/x/a")
    // A part was removed, and everything that remains was written by Tane.
    try await project.shops.set(.null, at: "/y/b")
    var account = try #require(try await project.accounts.account(id: "u1"))
    let existing = account
    account.displayName = "by hand"
    try await project.accounts.put(account, replacing: existing)
    try project.remove("fixtures/base/databases/shops")
    try project.remove("fixtures/base/accounts.yaml")
    let plan = try await project.seedCarefully(prunes: true)
    #expect(
      plan.withheld.map { "\($0.reason) \($0.address)" }
        == ["conflict shops:/x", "conflict accounts:/u1"]
    )
    #expect(plan.steps.map { "\($0.address) \($0.removesResource)" } == ["shops:/y true"])
    #expect(try await project.shops.tree(at: "/x") == Tree(["a": 9, "b": 2]))
    #expect(try await project.accounts.account(id: "u1") == account)
    // The next plan has the same conflicts, until a decision.
    #expect(try await project.carefulPlan(prunes: true).withheld.count == 2)
    try await project.seedCarefully(.init(), prunes: true)
    #expect(try await project.accounts.account(id: "u1") == nil)
    #expect(try await project.shops.tree(at: .root).isNull)
  }
}
