import TestSupport
import Synchronization
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Applying a plan")
struct PlanRunTests {
  private static let files = [
    "databases/shops/shops.yaml": "[{id: 0, name: 麺屋}]", "databases/users/u.yaml": "{a: 1}",
    "buckets/images/1.png": "x", "buckets/images/2.png": "y",
  ]

  @Test("Seeding any fixtures a second time changes nothing")
  func idempotence() async throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let project = try SeedingProject(
        ["databases/shops/shops.json": RandomJSON.text(&random, depth: 4)])
      try await project.shops.set(
        Tree(["shops": .string("before"), "kept": ["x": 1]]),
        at: .root
      )
      try await project.seed(prunes: Bool.random(using: &random))
      #expect(try await project.difference().isSettled)
      #expect(try await project.plan().isEmpty)
      #expect(try await project.shops.tree(at: "/kept") == Tree(["x": 1]))
    }
  }

  @Test("Applying does not overwrite values that changed after planning")
  func conflict() async throws {
    let project = try SeedingProject([
      "databases/shops/shops.yaml": "[{id: 0, name: 麺屋}]"
    ])
    try await project.shops.set(Tree([["id": 0, "name": "old"]]), at: "/shops")
    let plan = try await project.plan()
    try await project.shops.set(Tree("edited by a tester"), at: "/shops/0/name")
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect((failure?.cause as? StoreError)?.code == .conflict)
    #expect((failure?.cause as? StoreError)?.paths == ["/shops/0/name"])
    #expect(failure?.wroteAnything == false)
    #expect(try await project.shops.tree(at: "/shops/0/name") == Tree("edited by a tester"))
    #expect(try project.interrupted() == nil)
  }

  @Test("Applying does not replace an object of another generation than planned")
  func objectConflict() async throws {
    let project = try SeedingProject(["buckets/images/1.png": "x"])
    let plan = try await project.plan()
    _ = try await project.images.put([1, 2], at: "1.png", metadata: .init(), if: .none)
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect((failure?.cause as? StoreError)?.code == .conflict)
    #expect(try await project.images.data(at: "1.png", maximumSize: 10) == [1, 2])
  }

  @Test("Applying stops when a fixture's bytes change between plan and upload")
  func changedFile() async throws {
    let project = try SeedingProject(["buckets/images/1.png": "x"])
    let plan = try await project.plan()
    try project.write("z", to: "fixtures/base/buckets/images/1.png")
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect(
      (failure?.cause as? StoreError)?.description
        == "images: fixtures/base/buckets/images/1.png changed while it was being seeded; run the"
        + " command again"
    )
    #expect(try await project.images.object(at: "1.png") == nil)
  }

  @Test("A run finishes only after all data is on the disk")
  func synchronization() async throws {
    let project = try SeedingProject(Self.files)
    let plan = try await project.plan()
    let calls = Mutex(0)
    let (shops, users, images) = (project.shops, project.users, project.images)
    let root = project.project
    let empty = EnvironmentStores {
      calls.withLock { $0 += 1 }
      #expect(try await shops.tree(at: "/shops/0/name") == Tree("麺屋"))
      #expect(try await images.object(at: "2.png") != nil)
      let run = try #require(try StateDatabase(of: root).interruptedRun(of: "local"))
      #expect(run.doneCount == run.stepCount)
    }
    let stores = empty.adding(shops, named: "shops", as: .databases)
      .adding(users, named: "users", as: .databases).adding(images, named: "images", as: .buckets)
    try await project.run(plan, on: stores).apply()
    #expect(calls.withLock { $0 } == 1)
    #expect(try project.interrupted() == nil)
  }

  @Test("The journal records the progress of a run that stopped half way")
  func journal() async throws {
    let project = try SeedingProject(
      Self.files.merging(["firestore/posts/p1.yaml": "{a: 1}"]) { $1 }
    )
    let plan = try await project.plan()
    let broken = project.stores.adding(FailingStore(), named: "users", as: .databases)
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan, on: broken, maximumConcurrentBatches: 1).apply()
    }
    #expect(failure?.service == "users")
    #expect(failure?.written == ["shops", "images"])
    #expect(failure?.remaining == ["users", "firestore"])
    #expect(failure?.wroteAnything == true)
    let run = try #require(try project.interrupted())
    #expect((run.doneCount, run.stepCount) == (3, 5))
    let steps = try project.state().steps(of: run.id)
    let services = ["shops", "users", "firestore", "images", "images"]
    #expect(steps.map(\.address.service) == services)
    #expect(steps.map(\.wasSent) == [true, true, false, true, true])
    #expect(steps.map(\.isDone) == [true, false, false, true, true])

    try await project.seed()
    try project.state().markInterruptedRunsAsReplaced(of: "local")
    #expect(try project.interrupted() == nil)
    #expect(try await project.difference().isEmpty)
  }

  @Test("A cancelled run stops between uploads and reports its progress")
  func cancellation() async throws {
    let project = try SeedingProject(Self.files)
    let run = try project.run(try await project.plan(), maximumConcurrentBatches: 1)
    let stopped = Task {
      try await run.apply { event in
        if case .count(_, index: 2, of: 2) = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let failure = await #expect(throws: SeedFailure.self) { try await stopped.value }
    #expect(failure?.cause is CancellationError)
    #expect(failure?.written == [])
    #expect(failure?.remaining == ["shops", "users", "images"])
    #expect(failure?.wroteAnything == true)
    #expect(try await project.images.object(at: "1.png") != nil)
    #expect(try await project.images.object(at: "2.png") == nil)
  }
}

/// A database whose writes fail.
private struct FailingStore: TreeStore {
  func tree(at path: TreePath) -> Tree { .null }
  func childKeys(at path: TreePath) -> [String] { [] }
  func children(at path: TreePath, matching query: TreeQuery) -> [TreeEntry] { [] }
  func update(_ writes: [TreeWrite]) throws {
    throw StoreError(.diskFull, service: "users", "the disk is full")
  }
}
