import Synchronization
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Request counts")
struct RequestCountTests {
  private static func items(_ count: Int) -> [String: String] {
    let names = (0..<count).map { "databases/shops/items/k\($0).yaml" }
    return Dictionary(names.map { ($0, "{name: \($0.count)}") }) { first, _ in first }
  }

  @Test("New nodes below a missing node are recognized with one request for their parent")
  func absentParent() async throws {
    let project = try SeedingProject(Self.items(30))
    let store = CountedTreeStore(project.shops)
    let plan = Plan(try await project.difference(on: project.stores(shops: store).readers))
    #expect(store.calls == ["childKeys": 2, "tree": 2, "taggedTree": 1])
    try await project.run(plan, on: project.stores(shops: store)).apply()
    #expect(store.calls == ["childKeys": 2, "tree": 2, "taggedTree": 1, "update": 1])
    #expect(try await project.difference().isEmpty)
  }

  @Test("The keys of many siblings are read once for all new nodes beside them")
  func siblings() async throws {
    let project = try SeedingProject(Self.items(12))
    let others = (0..<1000).map { ("other\($0)", TreeLiteral.integer(1)) }
    try await project.shops.set(Tree(.map(others)), at: "/items")
    let store = CountedTreeStore(project.shops)
    let plan = Plan(try await project.difference(on: project.stores(shops: store).readers))
    #expect(store.calls == ["childKeys": 1, "taggedTree": 1])
    #expect(plan.addresses.count == 12)
  }

  @Test("A leaf above several nodes is reported for each of them")
  func leafAbove() async throws {
    let project = try SeedingProject(Self.items(3))
    try await project.shops.set(Tree(5), at: "/items")
    let described = try await project.difference().described
    #expect(described.allSatisfy { $0 == "changed shops:/items" }, "\(described)")
    #expect(!described.isEmpty)
  }

  @Test("Seeding new objects takes two listings and one upload each")
  func objects() async throws {
    let names = (0..<30).map { "buckets/images/folder/\($0).png" }
    let project = try SeedingProject(Dictionary(names.map { ($0, $0) }) { first, _ in first })
    let images = CountedObjectStore(project.images)
    _ = try await project.images.put([1], at: "other/1.png", metadata: .init(), if: .none)
    let stores = project.stores(images: images)
    let plan = Plan(try await project.difference(on: stores.readers))
    try await project.run(plan, on: stores).apply()
    #expect(try await project.difference(on: stores.readers).isEmpty)
    #expect(images.calls == ["list": 2, "put": 30])
  }

  @Test("A few objects among many are requested one by one")
  func longListing() async throws {
    let files = ["a", "b", "y", "z"].map { ("buckets/images/\($0).png", $0) }
    let project = try SeedingProject(Dictionary(files) { first, _ in first })
    try await project.seed()
    for index in 0..<1001 {
      _ = try await project.images.put([1], at: "m\(index)", metadata: .init(), if: .none)
    }
    let images = CountedObjectStore(project.images)
    #expect(try await project.difference(on: project.stores(images: images).readers).isEmpty)
    #expect(images.calls == ["list": 1, "object": 2])
  }

  @Test("A change of metadata alone uploads no bytes")
  func metadata() async throws {
    let project = try SeedingProject(["buckets/images/1.png": "x"])
    try await project.seed()
    let before = try await project.images.object(at: "1.png")
    try project.write(
      "cacheControl: no-store\n",
      to: "fixtures/base/buckets/images/1.png.meta.yaml"
    )
    let images = CountedObjectStore(project.images)
    let stores = project.stores(images: images)
    let plan = Plan(try await project.difference(on: stores.readers))
    try await project.run(plan, on: stores).apply()
    // The object is read again for the tokens of its download URLs.
    #expect(images.calls == ["object": 2, "updateMetadata": 1])
    let after = try await project.images.object(at: "1.png")
    #expect(after?.generation == before?.generation)
    #expect(after?.metadata.cacheControl == "no-store")
    #expect(try await project.difference().isEmpty)
  }
}

@Suite("Two concurrent seeds of the same values")
struct SimultaneousSeedTests {
  @Test("Two concurrent seeds of the same values both succeed")
  func both() async throws {
    let project = try SeedingProject([
      "databases/shops/a.yaml": "{x: 1}", "databases/shops/b.yaml": "{y: 2}",
      "databases/users/u.yaml": "{a: 1}", "buckets/images/1.png": "x",
      "firestore/saunas/one.yaml": "{name: 湯}",
      "accounts.yaml": "u1: { email: u1@example.com, displayName: 名 }\n",
    ])
    try await project.shops.set(Tree(["x": 0]), at: "/a")
    let first = try await project.plan()
    let second = try await project.plan()
    for plan in [first, second] {
      #expect(!plan.isEmpty)
      try await project.run(plan).apply()
    }
    #expect(try await project.difference().isEmpty)
  }

  @Test("A concurrent seed of a different value is a conflict and overwrites nothing")
  func other() async throws {
    let project = try SeedingProject([
      "databases/shops/a.yaml": "{x: 1}", "databases/shops/b.yaml": "{y: 2}",
    ])
    let plan = try await project.plan()
    try await project.shops.set(Tree(["x": 1]), at: "/a")
    try await project.shops.set(Tree(["y": 3]), at: "/b")
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect((failure?.cause as? StoreError)?.code == .conflict)
    #expect(try await project.shops.tree(at: "/b") == Tree(["y": 3]))
  }
}

extension SeedingProject {
  fileprivate func stores(
    shops: (any TreeStore)? = nil,
    images: (any ObjectStore)? = nil
  ) -> EnvironmentStores {
    stores.adding(shops ?? self.shops, named: "shops", as: .databases)
      .adding(images ?? self.images, named: "images", as: .buckets)
  }
}

/// A counter of calls by name.
private final class CallCounter: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  var calls: [String: Int] { counts.withLock { $0 } }

  func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
}

/// A database that counts calls.
private struct CountedTreeStore: TreeStore {
  private let store: InMemoryTreeStore
  private let counter = CallCounter()

  init(_ store: InMemoryTreeStore) { self.store = store }

  var calls: [String: Int] { counter.calls }

  func tree(at path: TreePath) async throws -> Tree {
    counter.count("tree")
    return try await store.tree(at: path)
  }

  func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree? {
    counter.count("taggedTree")
    return TaggedTree(value: try await store.tree(at: path), tag: nil)
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    counter.count("childKeys")
    return try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    counter.count("children")
    return try await store.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws {
    counter.count("update")
    try await store.update(writes)
  }
}

/// A bucket that counts calls.
private struct CountedObjectStore: ObjectStore {
  private let store: InMemoryObjectStore
  private let counter = CallCounter()

  init(_ store: InMemoryObjectStore) { self.store = store }

  var calls: [String: Int] { counter.calls }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    counter.count("put")
    return try await store.put(data, at: name, metadata: metadata, if: precondition)
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    counter.count("updateMetadata")
    return try await store.updateMetadata(metadata, at: name, if: precondition)
  }

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    counter.count("data")
    return try await store.data(at: name, maximumSize: maximumSize)
  }

  func object(at name: String) async throws -> StoredObject? {
    counter.count("object")
    return try await store.object(at: name)
  }

  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    counter.count("list")
    return try await store.list(request)
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    counter.count("delete")
    try await store.delete(at: name, if: precondition)
  }
}
