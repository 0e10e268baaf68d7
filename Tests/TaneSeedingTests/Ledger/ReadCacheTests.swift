import Synchronization
import TaneCore
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("The read cache of an environment")
struct LedgerTests {
  private let shops = TaggingTreeStore()

  private static let fixtures = [
    "databases/shops/shops.yaml": "- name: そば処\n  open: true\n- name: Sauna\n",
    "databases/shops/areas.yaml": "tokyo: 1\n",
  ]

  private func compare(_ project: SeedingProject) async throws -> Difference {
    let cache = ReadCache(of: try project.profile(), in: project.project)
    var readers = EnvironmentReaders()
    readers.add(shops, named: "shops", as: .databases)
    let difference = try await project.difference(on: readers, cache: cache)
    cache.save()
    return difference
  }

  private func seeded(profile: String = "") async throws -> SeedingProject {
    let project = try SeedingProject(Self.fixtures, profile: profile)
    try await shops.set(
      Tree(["0": ["name": "そば処", "open": true], "1": ["name": "Sauna"]]),
      at: "/shops"
    )
    try await shops.set(Tree(["tokyo": 1]), at: "/areas")
    return project
  }

  @Test("what nobody has touched is not read again, and counts as before")
  func unchanged() async throws {
    let project = try await seeded()
    let first = try await compare(project)
    #expect(shops.takeReadPaths() == ["/areas", "/shops"])
    #expect(project.exists(".tane/cache/local.json"))
    let second = try await compare(project)
    #expect(shops.takeReadPaths() == [])
    #expect(first.isEmpty && second.isEmpty)
    #expect(second.unchangedValueCount == first.unchangedValueCount)
    #expect(second.unchangedValueCount == 4)
  }

  @Test("what somebody else changed is read and found, the rest is not read")
  func changedEnvironment() async throws {
    let project = try await seeded()
    _ = try await compare(project)
    _ = shops.takeReadPaths()
    try await shops.set(Tree(2), at: "/areas/tokyo")
    #expect(try await compare(project).described == ["changed shops:/areas/tokyo"])
    #expect(shops.takeReadPaths() == ["/areas"])
    // A difference is not kept: it is found as often as it is looked for.
    #expect(try await compare(project).described == ["changed shops:/areas/tokyo"])
    #expect(shops.takeReadPaths() == ["/areas"])
  }

  @Test("fixtures that changed are compared with what is read")
  func changedFixtures() async throws {
    let project = try await seeded()
    _ = try await compare(project)
    _ = shops.takeReadPaths()
    try project.write("tokyo: 3\n", to: "fixtures/base/databases/shops/areas.yaml")
    #expect(try await compare(project).described == ["changed shops:/areas/tokyo"])
    #expect(shops.takeReadPaths() == ["/areas"])
  }

  @Test("what is known of one database holds for no other address")
  func otherAddress() async throws {
    let project = try await seeded()
    _ = try await compare(project)
    _ = shops.takeReadPaths()
    try project.write("databases: { shops: \"embedded:other\" }\n", to: "environments/local.yaml")
    #expect(try await compare(project).isEmpty)
    #expect(shops.takeReadPaths() == ["/areas", "/shops"])
  }

  @Test("extras that were left alone are found when they count again")
  func changedOwnership() async throws {
    let project = try await seeded(profile: "own: { \"shops:/areas\": listed }\n")
    try await shops.set(Tree(7), at: "/areas/osaka")
    #expect(try await compare(project).isEmpty)
    _ = shops.takeReadPaths()
    #expect(try await compare(project).isEmpty)
    #expect(shops.takeReadPaths() == [])
    try project.write(
      "databases: { shops: \"embedded:shops\" }\n",
      to: "environments/local.yaml"
    )
    #expect(try await compare(project).described == ["extra shops:/areas/osaka"])
  }

  @Test(
    "a damaged cache counts as empty",
    arguments: ["", "{", "[1]", "{\"databases\":{\"shops\":3}}"]
  )
  func damaged(_ text: String) async throws {
    let project = try await seeded()
    _ = try await compare(project)
    _ = shops.takeReadPaths()
    try project.write(text, to: ".tane/cache/local.json")
    #expect(try await compare(project).isEmpty)
    #expect(shops.takeReadPaths() == ["/areas", "/shops"])
  }
}

/// A database that gives tags, as Firebase does, and tells which values were read.
private final class TaggingTreeStore: TreeStore {
  private let store = InMemoryTreeStore()
  private let readPaths = Mutex<[String]>([])

  /// The paths of the values that were read since the last time, in order of their text.
  func takeReadPaths() -> [String] {
    readPaths.withLock { paths in
      defer { paths = [] }
      return paths.sorted()
    }
  }

  func taggedTree(at path: TreePath, unless tag: String?) async throws -> TaggedTree? {
    let value = try await store.tree(at: path)
    let found = TreeDigest(of: value).text
    guard found != tag else { return nil }
    readPaths.withLock { $0.append("\(path)") }
    return TaggedTree(value: value, tag: found)
  }

  func tree(at path: TreePath) async throws -> Tree {
    readPaths.withLock { $0.append("\(path)") }
    return try await store.tree(at: path)
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws { try await store.update(writes) }
}
