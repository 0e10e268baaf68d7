import TestSupport
import Synchronization
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Seeds after an interrupted run")
struct InterruptedSeedTests {
  /// A policy that overwrites values of unknown origin, like that of an open environment.
  private static let adopting = OverwritePolicy(
    overwritesEdits: false,
    overwritesConflicts: false,
    overwritesUnknown: true,
    prunesUnknown: false,
    restoresMissing: false
  )

  /// Seeds with a service whose first write fails, before or after it takes effect.
  private func interrupt(_ project: SeedingProject, afterWriting: Bool) async throws {
    let stores = failing(project, afterWriting: afterWriting)
    let plan = try await project.carefulPlan(Self.adopting)
    await #expect(throws: SeedFailure.self) {
      try await project.run(plan, on: stores).apply()
    }
    #expect(try project.interrupted() != nil)
  }

  /// Returns stores with a service whose first write fails, before or after it takes effect.
  private func failing(_ project: SeedingProject, afterWriting: Bool) -> EnvironmentStores {
    let failure = StoreError(.unavailable, service: "users", "gone", outcome: .unknown)
    let isFirst = Mutex(true)
    let fail: @Sendable () throws -> Void = {
      if isFirst.withLock({ first in
        defer { first = false }; return first
      }) {
        throw failure
      }
    }
    let hooks =
      afterWriting
      ? WriteHooks(after: { _ in try fail() }) : WriteHooks(before: { _ in try fail() })
    let users = HookedTreeStore(base: project.users, name: "users", hooks: hooks)
    return project.stores.adding(users, named: "users", as: .databases)
  }

  @Test(
    "Resuming and rolling back change nothing in a list whose elements were swapped since",
    arguments: [Replay.Direction.forward, .backward]
  )
  func swappedElements(_ direction: Replay.Direction) async throws {
    let path = "databases/users/u.yaml"
    let project = try SeedingProject([path: "[{ id: x, n: 1 }, { id: y, n: 1 }]"])
    try await project.seedCarefully()
    try project.write("[{ id: x, n: 2 }, { id: y, n: 1 }]", to: "fixtures/base/\(path)")
    try await interrupt(project, afterWriting: direction == .backward)
    let value: TreeLiteral = direction == .forward ? 1 : 2
    let list = Tree([["id": "y", "n": value], ["id": "x", "n": value]])
    try await project.users.set(list, at: "/u")
    let outcome = try await project.replay(2, direction)
    #expect(outcome.left.map { "\($0)" } == ["users:/u/0/n"])
    #expect(try await project.users.tree(at: "/u") == list.storedForm())
  }

  @Test(
    "A seed accepts the values before and after an interrupted run, including in lists",
    arguments: [false, true]
  )
  func firstSeed(afterWriting: Bool) async throws {
    let project = try SeedingProject([
      "databases/users/u.yaml": "{ a: 1, list: [{ id: x, n: 1 }, { id: y, n: 2 }] }"
    ])
    try await project.users.set(
      Tree(["a": "old", "list": [["id": "x", "n": 7], ["id": "y", "n": 2]]]),
      at: "/u"
    )
    try await interrupt(project, afterWriting: afterWriting)
    let plan = try await project.carefulPlan()
    #expect(plan.withheld.isEmpty)
    #expect(plan.isEmpty == afterWriting)
  }

  @Test("A seed accepts both values after fixtures changed between two interrupted seeds")
  func changedFixtures() async throws {
    let project = try SeedingProject(["databases/users/u.yaml": "{ a: 1, b: 1 }"])
    try await project.seedCarefully(Self.adopting)
    try project.write("{ a: 2, b: 2 }", to: "fixtures/base/databases/users/u.yaml")
    try await interrupt(project, afterWriting: true)
    try project.write("{ a: 3, b: 3 }", to: "fixtures/base/databases/users/u.yaml")
    let plan = try await project.seedCarefully()
    #expect(plan.withheld.isEmpty)
    #expect(try await project.users.tree(at: "/u") == Tree(["a": 3, "b": 3]))
  }

  @Test(
    "A seed prunes additions of an interrupted run that are no longer in fixtures",
    arguments: [false, true]
  )
  func addedAndGone(isEdited: Bool) async throws {
    let project = try SeedingProject(["databases/users/u.yaml": "{ a: 1, b: 1 }"])
    try await interrupt(project, afterWriting: true)
    try project.remove("fixtures/base/databases/users/u.yaml")
    try project.write("1", to: "fixtures/base/databases/users/other.yaml")
    if isEdited { try await project.users.set(Tree("by hand"), at: "/u/a") }
    let plan = try await project.seedCarefully(Self.adopting, prunes: true)
    let added = isEdited ? [] : ["users:/u"]
    #expect(plan.addresses.map { "\($0)" } == ["users:/other"] + added)
    let left = isEdited ? Tree(["a": "by hand", "b": 1]) : .null
    #expect(try await project.users.tree(at: "/u") == left)
  }

  @Test("A seed keeps values that somebody wrote after an interrupted run")
  func editedSince() async throws {
    let project = try SeedingProject(["databases/users/u.yaml": "{ a: 1, b: 1 }"])
    try await project.users.set(Tree(["a": "old", "b": "old"]), at: "/u")
    try await interrupt(project, afterWriting: false)
    try await project.users.set(Tree("by hand"), at: "/u/a")
    let plan = try await project.carefulPlan()
    #expect(plan.withheld.map { "\($0.address) \($0.reason)" } == ["users:/u/a editedByHand"])
    #expect(plan.addresses.map { "\($0)" } == ["users:/u/b"])
  }

  @Test("Every later seed keeps an edit within a node that an interrupted run created")
  func editedInNewNode() async throws {
    let project = try SeedingProject(["databases/users/u.yaml": "{ a: 1, b: 1 }"])
    try await interrupt(project, afterWriting: true)
    try await project.users.set(Tree("by hand"), at: "/u/a")
    for _ in 0..<3 {
      let plan = try await project.seedCarefully(Self.adopting)
      #expect(plan.withheld.map { "\($0.address) \($0.reason)" } == ["users:/u/a editedByHand"])
    }
    #expect(try await project.users.tree(at: "/u") == Tree(["a": "by hand", "b": 1]))
  }

  @Test(
    "A manual removal is kept after a run beside it and its rollback were both interrupted",
    arguments: [false, true],
    [false, true]
  )
  func interruptedRollback(runWrote: Bool, rollbackWrote: Bool) async throws {
    let project = try SeedingProject(["databases/users/n.yaml": "{ m: { a: 1 }, z: 1 }"])
    try await project.seedCarefully(Self.adopting)
    try await project.users.set(Tree(["h": "hand"]), at: "/n/m")
    var policy = Self.adopting
    policy.prunesUnknown = true
    let plan = try await project.carefulPlan(policy, prunes: true)
    #expect(plan.addresses.map { "\($0)" } == ["users:/n/m/h"])
    await #expect(throws: SeedFailure.self) {
      try await project.run(plan, on: failing(project, afterWriting: runWrote)).apply()
    }
    let (replay, outcome) = try await project.planned(2, .backward)
    if !outcome.plan.isEmpty {
      await #expect(throws: SeedFailure.self) {
        try await PlanRun(
          outcome.plan,
          on: failing(project, afterWriting: rollbackWrote),
          project.context(),
          with: replay.contentSource(
            fallback: PlanContentSource(project.fixtures(), in: project.project)
          ),
          journal: project.journal(of: outcome.plan, for: .discard, of: 2)
        ).apply()
      }
    }
    let next = try await project.carefulPlan(policy, prunes: true)
    let withheld = next.withheld.map { "\($0.address) \($0.reason)" }
    #expect(withheld == ["users:/n/m editedByHand"] || withheld == ["users:/n/m/a editedByHand"])
  }

  @Test("A batch that was not sent because its previous bytes are unreadable wrote nothing")
  func unsent() async throws {
    let project = try SeedingProject(["buckets/images/1.txt": "one"])
    try await project.seed()
    try project.write("two", to: "fixtures/base/buckets/images/1.txt")
    let plan = try await project.plan()
    let stores = project.stores.adding(
      UnreadableObjectStore(base: project.images),
      named: "images",
      as: .buckets
    )
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan, on: stores).apply()
    }
    #expect(failure?.wroteAnything == false)
    #expect(
      failure.map { "\($0.cause)" }
        == "images (embedded:images): the previous content of 1.txt, which undo needs, was "
        + "downloaded but does not match the service's metadata: run the command again"
    )
    #expect(try project.interrupted() == nil)
  }
}

/// A bucket whose downloads do not match their metadata.
private struct UnreadableObjectStore: ForwardingObjectStore {
  let base: any ObjectStore

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] { Array("<html>".utf8) }
}
