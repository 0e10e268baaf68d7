import Foundation
import TaneCore
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("State shared by a team")
struct SharedStateTests {
  private static let file = "fixtures/base/databases/shops/shops.yaml"
  private static let object = "tane/state.json"
  private static let location = "http://127.0.0.1:9199/images/tane/state.json"

  private static let profile = """
    guard: confirm
    databases: { shops: "http://127.0.0.1:9000?ns=shops" }
    buckets: { images: "http://127.0.0.1:9199/images" }
    accounts: http://127.0.0.1:9099/demo
    state: images:/\(object)
    """

  /// Returns the project of another machine.
  private func machine(
    _ text: String,
    sharing other: SeedingProject? = nil,
    profile: String = profile
  ) throws -> SeedingProject {
    let project = try SeedingProject([:], sharing: other)
    try project.write(profile, to: "environments/local.yaml")
    try project.write(text, to: Self.file)
    return project
  }

  private func shared(_ project: SeedingProject) throws -> SharedState {
    try #require(SharedState(of: try project.profile(), keptIn: try project.state()))
  }

  /// Seeds like the command: reads the shared state first, and writes it at the end unless the
  /// machine crashes.
  @discardableResult
  private func seed(
    _ project: SeedingProject,
    _ policy: OverwritePolicy? = nil,
    dies: Bool = false
  ) async throws -> [String] {
    let version = try await shared(project).read(from: project.images)
    let plan = try await project.seedCarefully(policy)
    if !dies { try await shared(project).write(to: project.images, over: version) }
    return plan.withheld.map { "\($0.reason.rawValue) \($0.address)" }
  }

  private func stateText(_ project: SeedingProject) async throws -> String {
    let bytes = try await project.images.data(at: Self.object, maximumSize: .max)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Another machine recognizes manual edits in shared state")
  func two() async throws {
    let first = try machine("{a: 1, b: 2}")
    try await seed(first)
    let second = try machine("{a: 1, b: 3}", sharing: first)
    try await first.shops.set(Tree(10), at: "/shops/a")
    #expect(try await seed(second) == ["editedByHand shops:/shops/a"])
    #expect(try await first.shops.tree(at: "/shops") == Tree(["a": 10, "b": 3]))
    // The first machine knows about the writes of the second.
    try first.write("{a: 1, b: 4}", to: Self.file)
    #expect(try await seed(first) == ["editedByHand shops:/shops/a"])
    #expect(try await first.shops.tree(at: "/shops/b") == Tree(4))
    let alone = try machine(
      "{a: 1, b: 5}",
      sharing: first,
      profile: Self.profile.replacing("images:/\(Self.object)", with: "local")
    )
    #expect(
      try await alone.seedCarefully().withheld.map { "\($0.reason.rawValue) \($0.address)" }
        == ["unknownOrigin shops:/shops/a", "unknownOrigin shops:/shops/b"]
    )
  }

  @Test("The next command shares state that a crashed machine could not share")
  func crash() async throws {
    let first = try machine("{a: 1, b: 2}")
    try await seed(first)
    try first.write("{a: 1, b: 3}", to: Self.file)
    try await seed(first, dies: true)
    // The second machine does not know who wrote b, so it looks like an edit.
    let second = try machine("{a: 5, b: 2}", sharing: first)
    #expect(try await seed(second) == ["editedByHand shops:/shops/b"])
    #expect(try await seed(first) == [])
    // Now both machines have all records, including the one of b.
    try second.write("{a: 6, b: 7}", to: Self.file)
    #expect(try await seed(second) == [])
    #expect(try await first.shops.tree(at: "/shops") == Tree(["a": 6, "b": 7]))
  }

  @Test("A record that a crashed machine could not share does not replace a later one")
  func lateRecord() async throws {
    let first = try machine("{a: 1, b: 1, c: 1}")
    try await seed(first)
    try first.write("{a: 2, b: 1, c: 2}", to: Self.file)
    try await seed(first, dies: true)
    let second = try machine("{a: 3, b: 1, c: 2}", sharing: first)
    try await seed(second, OverwritePolicy())
    // A manual edit that equals the value of the first run is an edit all the same.
    try await first.shops.set(Tree(2), at: "/shops/a")
    try first.write("{a: 4, b: 1, c: 3}", to: Self.file)
    #expect(try await seed(first) == ["conflict shops:/shops/a"])
    #expect(try await first.shops.tree(at: "/shops") == Tree(["a": 2, "b": 1, "c": 3]))
    // Without an edit, the first machine continues from the value of the second.
    try await first.shops.set(Tree(3), at: "/shops/a")
    #expect(try await seed(first) == [])
    #expect(try await first.shops.tree(at: "/shops/a") == Tree(4))
  }

  @Test("Two concurrent runs lose no records of each other")
  func race() async throws {
    let first = try machine("{a: 1, b: 1, c: 1}")
    try await seed(first)
    let second = try machine("{a: 1, b: 2, c: 1}", sharing: first)
    try first.write("{a: 2, b: 1, c: 1}", to: Self.file)
    // Both machines read the same version.
    let versions = (
      try await shared(first).read(from: first.images),
      try await shared(second).read(from: first.images)
    )
    try await first.seedCarefully()
    try await second.seedCarefully()
    try await shared(first).write(to: first.images, over: versions.0)
    try await shared(second).write(to: first.images, over: versions.1)
    let third = try machine("{a: 3, b: 3, c: 3}", sharing: first)
    #expect(try await seed(third) == [])
    #expect(try await first.shops.tree(at: "/shops") == Tree(["a": 3, "b": 3, "c": 3]))
  }

  @Test("Shared state under constant contention is an error and stays pending")
  func contention() async throws {
    let project = try machine("{a: 1}")
    let version = try await shared(project).read(from: project.images)
    try await project.seedCarefully()
    let busy = BusyBucket(store: project.images, name: Self.object)
    let error = await #expect(throws: StoreError.self) {
      try await shared(project).write(to: busy, over: version)
    }
    #expect(
      "\(try #require(error))"
        == "\(Self.location): other runs repeatedly wrote to it first; run the command again"
    )
    try await seed(project)
    #expect(try await stateText(project).contains("\"/shops\":{\"content\":{\"a\":1}"))
  }

  @Test("Shared state is not written if nothing changed")
  func unchanged() async throws {
    let project = try machine("{a: 1}")
    try await seed(project)
    let generation = try await project.images.object(at: Self.object)?.generation
    try await seed(project)
    #expect(try await project.images.object(at: Self.object)?.generation == generation)
  }

  @Test("Shared state contains no secrets and no machine-local services")
  func contents() async throws {
    let project = try machine(
      "{a: 1}",
      profile: Self.profile + "\nfirestore: embedded:main\n"
    )
    try project.write(
      "u1: { email: a@example.com, password: very-secret-word }",
      to: "fixtures/base/accounts.yaml"
    )
    try project.write("{ title: a }", to: "fixtures/base/firestore/posts/p1.yaml")
    try await seed(project)
    let text = try await stateText(project)
    #expect(!text.contains("very-secret-word"))
    #expect(text.contains("a@example.com"))
    #expect(!text.contains("posts"))
  }

  @Test("Shared state keeps the records of other services in the same object")
  func others() async throws {
    let first = try machine("{a: 1}")
    try await seed(first)
    let other = try machine(
      "{a: 9, z: 1}",
      sharing: first,
      profile: Self.profile.replacing("?ns=shops", with: "?ns=other")
    )
    // The records of the first database are not applied to another database.
    #expect(try await seed(other) == ["unknownOrigin shops:/shops/a"])
    let text = try await stateText(first)
    #expect(text.contains("ns=other\":{\"/shops\":{\"content\":{\"z\":1}"))
    #expect(text.contains("ns=shops\":{\"/shops\":{\"content\":{\"a\":1}"))
    try first.write("{a: 2}", to: Self.file)
    #expect(try await seed(first) == [])
  }

  @Test("Deleted shared state is written again from a machine's own records")
  func gone() async throws {
    let project = try machine("{a: 1}")
    try await seed(project)
    try await project.images.delete(at: Self.object, if: .none)
    try await seed(project)
    #expect(try await stateText(project).contains("\"/shops\":{\"content\":{\"a\":1}"))
  }

  @Test(
    "New shared state starts from a machine's records and adopts newer ones of others"
  )
  func begun() async throws {
    let local = Self.profile.replacing("images:/\(Self.object)", with: "local")
    let first = try machine("{a: 1, b: 1}", profile: local)
    try first.write("{x: 1}", to: "fixtures/base/databases/shops/other.yaml")
    try await first.seedCarefully()
    let second = try machine("{a: 1, b: 2}", sharing: first)
    try await seed(second, .init())
    try first.write(Self.profile, to: "environments/local.yaml")
    try first.write("{a: 1, b: 3}", to: Self.file)
    #expect(try await seed(first) == [])
    #expect(try await stateText(first).contains("\"/other\":{\"content\":{\"x\":1}"))
  }

  @Test("A resource removed by one machine is also removed for the others")
  func removal() async throws {
    let first = try machine("{a: 1}")
    try first.write("{x: 1}", to: "fixtures/base/databases/shops/other.yaml")
    try await seed(first)
    let second = try machine("{a: 1}", sharing: first)
    _ = try await shared(second).read(from: first.images)
    try first.remove("fixtures/base/databases/shops/other.yaml")
    let version = try await shared(first).read(from: first.images)
    try await first.seedCarefully(prunes: true)
    try await shared(first).write(to: first.images, over: version)
    _ = try await shared(second).read(from: first.images)
    let ledger = EnvironmentLedger(of: try second.profile(), in: try second.state())
    #expect(try ledger.recorded(at: Address(service: "shops", path: "/other")).last == nil)
    #expect(try ledger.recorded(at: Address(service: "shops", path: "/shops")).last != nil)
  }

  @Test(
    "Damaged or newer shared state is rejected and never treated as empty"
  )
  func damage() async throws {
    let project = try machine("{a: 1}")
    try await seed(project)
    let text = try await stateText(project)
    let advice =
      "restore an earlier version of the object, or delete it: the next seed then recreates it "
      + "from the local state"
    for (bytes, message) in [
      ("", "this is not a shared state of Tane, or it is damaged; \(advice)"),
      (
        String(text.dropLast(10)),
        "this is not a shared state of Tane, or it is damaged; \(advice)"
      ),
      ("{}", "this is not a shared state of Tane, or it is damaged; \(advice)"),
      (text.replacing("{\"a\":1}", with: "{\"a\":2}"), "the shared state is damaged; \(advice)"),
      (
        text.replacing("\"format\":1", with: "\"format\":2"),
        "a newer version of Tane wrote this shared state (format 2); update Tane"
      ),
    ] {
      _ = try await project.images.put(
        Array(bytes.utf8),
        at: Self.object,
        metadata: .init(),
        if: .none
      )
      let error = await #expect(throws: StoreError.self) { try await seed(project) }
      #expect("\(try #require(error))" == "\(Self.location): \(message)")
    }
  }

  private static func readers(of project: SeedingProject) -> EnvironmentReaders {
    EnvironmentStores(["shops": project.shops], as: .databases)
      .adding(project.images, named: "images", as: .buckets).readers
  }

  @Test("The state object is hidden from its bucket, and fixtures cannot describe it")
  func hidden() async throws {
    let first = try machine("{a: 1}")
    try await seed(first)
    let second = try machine("{a: 1}")
    let difference = try await EnvironmentPairComparison(PlanPolicy())
      .run(
        from: (Self.readers(of: first), try first.context()),
        to: (Self.readers(of: second), try second.context())
      )
    #expect(difference.described == ["removed shops:/"])
    try first.write("x", to: "fixtures/base/buckets/images/\(Self.object)")
    let fixtures = Fixtures.load(for: try first.profile(), from: first.project)
    #expect(
      fixtures.diagnostics.map(\.description) == [
        "fixtures/base/buckets/images/tane/state.json: error: the object \"tane/state.json\" is "
          + "the shared state (\"state\" in the profile); rename this file, or change \"state\" "
          + "[illegal-object-name]"
      ]
    )
  }
}

@Suite("The file of a shared state")
struct SharedStateFileTests {
  @Test("The shared state counts revisions up to the greatest integer")
  func revisions() {
    #expect(SharedStateFile(revision: 7).replacing([:]).revision == 8)
    #expect(SharedStateFile(revision: .max).replacing([:]).revision == .max)
  }
}

/// A bucket to which another writer writes just before every write.
private struct BusyBucket: ObjectStore {
  let store: InMemoryObjectStore
  let name: String

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    let file = SharedStateFile().replacing([:])
    _ = try await store.put(
      file.bytes(by: "other", at: .now),
      at: name,
      metadata: metadata,
      if: .none
    )
    return try await store.put(data, at: name, metadata: metadata, if: precondition)
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await store.updateMetadata(metadata, at: name, if: precondition)
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await store.delete(at: name, if: precondition)
  }

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await store.data(at: name, maximumSize: maximumSize)
  }

  func object(at name: String) async throws -> StoredObject? { try await store.object(at: name) }

  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await store.list(request)
  }
}
