import Foundation
import Synchronization
import TaneCore
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("The lease of an environment")
struct EnvironmentLeaseTests {
  private static let profile = """
    databases: { shops: "http://127.0.0.1:1?ns=shops", users: "http://127.0.0.1:1?ns=users" }
    buckets: { images: "http://127.0.0.1:1/images" }
    firestore: "http://127.0.0.1:1/projects/demo/databases/(default)"
    accounts: http://127.0.0.1:1/demo

    """
  private static let path: TreePath = "/__tane__/lease"

  private func project(_ files: [String: String] = [:]) throws -> SeedingProject {
    let project = try SeedingProject(files)
    try project.write(Self.profile, to: "environments/local.yaml")
    return project
  }

  /// Acquires the lease for a project, on its own services or on those of another project.
  private func take(
    _ project: SeedingProject,
    of services: SeedingProject? = nil,
    _ clock: LeaseClock = .system
  ) async throws -> EnvironmentLease? {
    try await EnvironmentLease.take(
      of: project.profile(),
      in: (services ?? project).stores,
      for: .seed,
      of: project.project,
      clock
    )
  }

  private func refusal(_ project: SeedingProject, of services: SeedingProject) async -> LeaseTerms?
  {
    let error = await #expect(throws: LeaseConflict.self) {
      try await take(project, of: services)
    }
    return error?.terms
  }

  @Test("A lease excludes other runs until it is released, and names its owner")
  func excludes() async throws {
    let (mine, theirs) = (try project(), try project())
    let lease = try #require(try await take(mine))
    let terms = try #require(await refusal(theirs, of: mine))
    #expect(terms.owner == RunJournal.author)
    #expect(terms.run.count == 8)
    let (began, ends) = (terms.began.clockTime(on: Date()), terms.ends.clockTime(on: Date()))
    #expect("\(terms)" == "\(terms.owner) (tane seed, since \(began), lease until \(ends))")
    #expect(terms.ends.timeIntervalSince(terms.began) == 120)

    try await EnvironmentLease.holding(lease) {
      let node = try await mine.shops.tree(at: Self.path)
      #expect(node["run"]?.string == terms.run)
    }
    #expect(try await mine.shops.tree(at: .root).isNull)
    #expect(try await take(theirs, of: mine) != nil)
    #expect(await refusal(mine, of: mine)?.run != terms.run)
  }

  @Test("A lease is released after an error and after cancellation of the run")
  func givenBack() async throws {
    let project = try project()
    let lease = try await take(project)
    await #expect(throws: StoreError.self) {
      try await EnvironmentLease.holding(lease) { throw StoreError(.busy, service: "x", "y") }
    }
    #expect(try await project.shops.tree(at: .root).isNull)
    let other = try await take(project)
    let task = Task {
      try await EnvironmentLease.holding(other) {
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await project.shops.tree(at: .root).isNull)
  }

  @Test("An expired lease can be acquired by another run, and its run sends nothing more")
  func ended() async throws {
    let (mine, theirs) = (try project(), try project())
    let time = TestTime()
    let lease = try #require(try await take(mine, time.clock))
    time.advance(by: 119)
    try lease.check()
    #expect(await refusal(theirs, of: mine) != nil)
    time.advance(by: 2)
    let error = #expect(throws: StoreError.self) { try lease.check() }
    let end = TestTime.start.addingTimeInterval(120).clockTime(on: time.clock.now())
    #expect(
      error?.description
        == "shops: the lease expired while the process was paused (\(end)), and another run may "
        + "write to the environment: nothing more was sent"
    )
    await lease.renew()
    #expect(throws: StoreError.self) { try lease.check() }
    let other = try #require(try await take(theirs, of: mine, time.clock))
    try other.check()
    // A run releases only its own lease.
    try await EnvironmentLease.holding(lease) {}
    #expect(try await !mine.shops.tree(at: Self.path).isNull)
  }

  @Test("Renewing extends a lease, and a removed lease is lost")
  func renewal() async throws {
    let project = try project()
    let time = TestTime()
    let lease = try #require(try await take(project, time.clock))
    time.advance(by: 60)
    await lease.renew()
    time.advance(by: 119)
    try lease.check()
    let held = try #require(
      try await StoredLease(of: project.profile(), in: project.stores)
    )
    #expect(held.terms.ends == TestTime.start.addingTimeInterval(180))
    #expect(try await held.remove())
    await lease.renew()
    let error = #expect(throws: StoreError.self) { try lease.check() }
    #expect(
      error?.message
        == "the lease of this run was revoked, and another run may write to the environment: "
        + "nothing more was sent"
    )
  }

  @Test("A lease is renewed after half of its time for as long as the run takes")
  func halfTime() async throws {
    let project = try project()
    let time = TestTime()
    let lease = try await take(project, time.clock)
    try await EnvironmentLease.holding(lease) {
      for _ in 0..<3 {
        func end() async throws -> Tree? { try await project.shops.tree(at: Self.path)["ends"] }
        let before = try await end()
        await time.awaitSleeper()
        time.advance(by: 60)
        while try await end() == before { await Task.yield() }
        try lease?.check()
      }
    }
    #expect(try await project.shops.tree(at: .root).isNull)
  }

  @Test("The lease of a killed command can be acquired again only on the same machine")
  func killed() async throws {
    let (mine, theirs) = (try project(), try project())
    _ = try await take(mine)
    #expect(await refusal(theirs, of: mine) != nil)
    let lease = try await take(mine)
    try await EnvironmentLease.holding(lease) {}
    #expect(try await mine.shops.tree(at: .root).isNull)
    #expect(try await take(theirs, of: mine) != nil)
  }

  @Test("The lease is stored in the first service that can hold it, never in an embedded one")
  func places() async throws {
    let project = try project()
    try await project.shops.set(Tree(5), at: .root)
    let lease = try await take(project)
    #expect(lease != nil)
    #expect(try await project.shops.tree(at: .root) == Tree(5))
    #expect(try await !project.users.tree(at: Self.path).isNull)

    let document = try self.project()
    try document.write(
      Self.profile.split(separator: "\n").dropFirst().joined(separator: "\n"),
      to: "environments/local.yaml"
    )
    let first = try #require(try await take(document))
    await first.renew()
    try first.check()
    let other = try self.project()
    try other.write(
      Self.profile.split(separator: "\n").dropFirst().joined(separator: "\n"),
      to: "environments/local.yaml"
    )
    #expect(await refusal(other, of: document) != nil)
    #expect(try await document.allDocuments().isEmpty)
    try await EnvironmentLease.holding(first) {}
    #expect(try await document.documents.collectionIDs(below: .root).isEmpty)

    let embedded = try SeedingProject([:])
    #expect(try await take(embedded) == nil)
    try document.write("accounts: http://127.0.0.1:1/demo\n", to: "environments/local.yaml")
    #expect(try await take(document) == nil)
  }

  @Test("An unreadable lease does not count as free")
  func unreadable() async throws {
    let project = try project()
    try await project.shops.set(Tree(["holder": "x"]), at: Self.path)
    let error = await #expect(throws: StoreError.self) { try await take(project) }
    #expect(
      error?.description
        == "shops: the lease that another run holds on the environment cannot be read; update Tane"
    )
  }

  @Test("A run that was paused past the end of its lease sends no further batch")
  func paused() async throws {
    let project = try project([
      "buckets/images/1.txt": "1", "buckets/images/2.txt": "2", "databases/shops/a.yaml": "1",
    ])
    let time = TestTime()
    let lease = try await take(project, time.clock)
    let hooks = WriteHooks(after: { _ in time.advance(by: 200) })
    let store = HookedObjectStore(base: project.images, hooks: hooks)
    let stores = project.stores.adding(store, named: "images", as: .buckets)
    let fixtures = Fixtures.load(for: try project.profile(), from: project.project)
    let run = PlanRun(
      try await project.plan(),
      on: stores,
      try project.context(),
      with: PlanContentSource(fixtures, in: project.project),
      lease: lease,
      maximumConcurrentBatches: 1
    )
    let failure = await #expect(throws: SeedFailure.self) { try await run.apply() }
    #expect((failure?.cause as? StoreError)?.code == .busy)
    #expect(failure?.wroteAnything == true)
    #expect(try await project.images.object(at: "1.txt") != nil)
    #expect(try await project.images.object(at: "2.txt") == nil)
    #expect(try await project.shops.tree(at: "/a").isNull)
  }
}

extension SeedingProject {
  /// Returns all documents, read like for a comparison of two environments.
  fileprivate func allDocuments() async throws -> [ResourceDifference] {
    let side = (readers: stores.readers, context: try context())
    let scope = ComparisonScope([Address(service: "firestore", path: .root)])
    return try await EnvironmentPairComparison(PlanPolicy(scope: scope)).run(from: side, to: side)
      .resources
  }
}

/// A clock that advances only when a test requests it.
private final class TestTime: Sendable {
  private struct State {
    var elapsed = 0
    var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let state = Mutex(State())

  var clock: LeaseClock {
    LeaseClock(
      now: { Self.start.addingTimeInterval(Double(self.state.withLock(\.elapsed))) },
      uptime: { .seconds(self.state.withLock(\.elapsed)) },
      sleep: { _ in try await self.sleep() }
    )
  }

  /// Waits until a task sleeps.
  func awaitSleeper() async {
    while state.withLock(\.sleepers.isEmpty) { await Task.yield() }
  }

  func advance(by seconds: Int) {
    let sleepers = state.withLock { state in
      state.elapsed += seconds
      defer { state.sleepers = [:] }
      return state.sleepers.values
    }
    sleepers.forEach { $0.resume() }
  }

  /// Sleeps until time passes or the task is canceled.
  private func sleep() async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(id) { return true }
          state.sleepers[id] = continuation
          return false
        }
        if isCancelled { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.resume()
    }
    try Task.checkCancellation()
  }
}
