import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

// These tests would never finish if a run executed its batches one after another.
@Suite("Concurrent batches of a run")
struct PlanRunConcurrencyTests {
  private static func files(_ count: Int, _ path: (Int) -> String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { (path($0), "{n: \($0)}") })
  }

  private static func hooks(meetingOf size: Int) -> WriteHooks {
    let meeting = Meeting(of: size)
    return WriteHooks(before: { _ in await meeting.arrive() })
  }

  @Test("Uploads and writes to several buckets and databases run concurrently")
  func services() async throws {
    let project = try SeedingProject(
      Self.files(8) { "buckets/images/\($0).json" }.merging([
        "databases/shops/a.yaml": "1", "databases/users/a.yaml": "1",
      ]) { $1 }
    )
    let data = Self.hooks(meetingOf: 2)
    let stores = project.stores
      .adding(
        HookedObjectStore(base: project.images, hooks: Self.hooks(meetingOf: 4)),
        named: "images",
        as: .buckets
      )
      .adding(
        HookedTreeStore(base: project.shops, name: "shops", hooks: data),
        named: "shops",
        as: .databases
      )
      .adding(
        HookedTreeStore(base: project.users, name: "users", hooks: data),
        named: "users",
        as: .databases
      )
    try await project.run(try await project.plan(), on: stores).apply()
    #expect(try await project.difference().isEmpty)
    #expect(try project.interrupted() == nil)
  }

  @Test("Commits of documents that do not refer to each other run concurrently")
  func commits() async throws {
    let project = try SeedingProject(Self.files(1001) { "firestore/posts/\($0).yaml" })
    let store = HookedDocumentStore(base: project.documents, hooks: Self.hooks(meetingOf: 3))
    let stores = project.stores.adding(store, named: "firestore", as: .firestore)
    try await project.run(try await project.plan(), on: stores).apply()
    #expect(try await project.difference().isEmpty)
  }

  @Test("A commit with references waits for the documents that they name")
  func references() async throws {
    var files = Self.files(501) { "firestore/posts/\(1000 + $0).yaml" }
    files["firestore/posts/1500.yaml"] = "{ of: !reference posts/1000 }"
    let project = try SeedingProject(files)
    let log = EventLog()
    let hooks = WriteHooks(before: { log.add("begin \($0)") }, after: { log.add("end \($0)") })
    let store = HookedDocumentStore(base: project.documents, hooks: hooks)
    let stores = project.stores.adding(store, named: "firestore", as: .firestore)
    try await project.run(try await project.plan(), on: stores).apply()
    #expect(
      log.all == ["begin posts/1000", "end posts/1000", "begin posts/1500", "end posts/1500"]
    )
  }

  @Test(
    "Files and accounts are written before data and removed after it, including by undo"
  )
  func order() async throws {
    let project = try SeedingProject([
      "buckets/images/1.txt": "one", "databases/shops/a.yaml": "1",
      "firestore/posts/p.yaml": "{ by: !reference posts/q }", "firestore/posts/q.yaml": "{}",
      "accounts.yaml": "u1: { email: a@example.com }",
    ])
    let log = EventLog()
    let hooks = WriteHooks(after: { log.add($0) })
    let stores = project.stores
      .adding(
        HookedObjectStore(base: project.images, hooks: hooks),
        named: "images",
        as: .buckets
      )
      .adding(
        HookedTreeStore(base: project.shops, name: "shops", hooks: hooks),
        named: "shops",
        as: .databases
      )
      .adding(
        HookedDocumentStore(base: project.documents, hooks: hooks),
        named: "firestore",
        as: .firestore
      )
    let plan = try await project.plan()
    // The batches run one at a time, so that their order is deterministic.
    try await project.run(plan, on: stores, maximumConcurrentBatches: 1).apply()
    #expect(log.all == ["1.txt", "shops", "posts/q"])
    #expect(try await project.accounts.account(id: "u1") != nil)

    let replay = try Replay(
      project.state().steps(of: 1),
      .backward,
      keptIn: project.state(),
      project.context()
    )
    let undo = try await replay.plan(on: stores.readers).plan
    try await project.run(undo, on: stores, maximumConcurrentBatches: 1).apply()
    #expect(log.all.dropFirst(3) == ["posts/p", "shops", "-1.txt"])
    #expect(try await project.accounts.account(id: "u1") == nil)
  }

  @Test("A new account can take the email address of a removed one")
  func takenAddress() async throws {
    let project = try SeedingProject([
      "accounts.yaml": "u1: { email: a@example.com }\nu9: { email: b@example.com }"
    ])
    try await project.seedCarefully()
    try project.write("u0: { email: a@example.com }", to: "fixtures/base/accounts.yaml")
    try await project.seedCarefully(prunes: true)
    let accounts = try await project.accounts.accounts(after: nil, limit: 9)
    #expect(accounts.map(\.localID) == ["u0"])
  }

  @Test("After a failure, running batches are finished and recorded, and no other starts")
  func failure() async throws {
    let project = try SeedingProject(Self.files(4) { "buckets/images/\($0).json" })
    let (both, failed) = (Meeting(of: 2), Meeting(of: 2))
    let log = EventLog()
    let hooks = WriteHooks(before: { name in
      log.add(name)
      await both.arrive()
      guard name == "0.json" else { return await failed.arrive() }
      Task { await failed.arrive() }
      throw StoreError(.diskFull, service: "images", "the disk is full")
    })
    let store = HookedObjectStore(base: project.images, hooks: hooks)
    let stores = project.stores.adding(store, named: "images", as: .buckets)
    let run = try project.run(try await project.plan(), on: stores, maximumConcurrentBatches: 2)
    let failure = await #expect(throws: SeedFailure.self) { try await run.apply() }
    #expect((failure?.cause as? StoreError)?.code == .diskFull)
    #expect(failure?.service == "images")
    #expect(failure?.wroteAnything == true)
    #expect(Set(log.all) == ["0.json", "1.json"])
    let interrupted = try #require(try project.interrupted())
    #expect((interrupted.doneCount, interrupted.stepCount) == (1, 4))
    let steps = try project.state().steps(of: interrupted.id)
    #expect(steps.map(\.wasSent) == [true, true, false, false])
    #expect(steps.map(\.isDone) == [false, true, false, false])
    #expect(try await project.images.object(at: "1.json") != nil)
  }
}
