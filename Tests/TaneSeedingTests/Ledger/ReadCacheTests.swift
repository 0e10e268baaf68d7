import GRDB
import Synchronization
import TaneCore
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("The read cache of an environment")
struct ReadCacheTests {
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

  @Test("Untouched nodes are not read again and count as unchanged")
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

  @Test("Only nodes that somebody else changed are read again")
  func changedEnvironment() async throws {
    let project = try await seeded()
    _ = try await compare(project)
    _ = shops.takeReadPaths()
    try await shops.set(Tree(2), at: "/areas/tokyo")
    #expect(try await compare(project).described == ["changed shops:/areas/tokyo"])
    #expect(shops.takeReadPaths() == ["/areas"])
    // Differing values are not cached, so each comparison finds the difference.
    #expect(try await compare(project).described == ["changed shops:/areas/tokyo"])
    #expect(shops.takeReadPaths() == ["/areas"])
  }

  @Test("Changed fixtures are compared with values read again")
  func changedFixtures() async throws {
    let project = try await seeded()
    _ = try await compare(project)
    _ = shops.takeReadPaths()
    try project.write("tokyo: 3\n", to: "fixtures/base/databases/shops/areas.yaml")
    #expect(try await compare(project).described == ["changed shops:/areas/tokyo"])
    #expect(shops.takeReadPaths() == ["/areas"])
  }

  @Test("A cached version of one database is not used for another database")
  func otherAddress() async throws {
    let project = try await seeded()
    _ = try await compare(project)
    _ = shops.takeReadPaths()
    try project.write("databases: { shops: \"embedded:other\" }\n", to: "environments/local.yaml")
    #expect(try await compare(project).isEmpty)
    #expect(shops.takeReadPaths() == ["/areas", "/shops"])
  }

  @Test("Cached extras are found again when the profile's ownership changes")
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
    "A damaged cache counts as empty",
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

@Suite("The read cache combined with the ledger")
struct RecordedReadCacheTests {
  private let shops = TaggingTreeStore()
  private static let file = "fixtures/base/databases/shops/shops.json"

  private static func text(_ values: [Int: String] = [:]) -> String {
    let members = (0..<3_000).map {
      "\"k\($0)\": {\"n\": \(values[$0] ?? "\($0)"), \"m\": [\"x\"]}"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// Returns a project whose environment equals the fixtures, with a record in the ledger and a
  /// cached version.
  private func seeded(_ text: String = text(), profile: String = "") async throws -> SeedingProject
  {
    let project = try SeedingProject([:], profile: profile)
    try project.write(text, to: Self.file)
    let desired = try #require(try project.fixtures(["base"]).resources.first).storedContent
    try await shops.set(desired, at: "/shops")
    let difference = try await compare(project)
    try project.state().settle(
      difference,
      in: ComparisonScope(),
      of: try project.profile(),
      sets: ["base"]
    )
    #expect(shops.takeReadPaths() == ["/shops"])
    return project
  }

  private func compare(
    _ project: SeedingProject,
    knowing isKnowing: Bool = true
  ) async throws -> Difference {
    let profile = try project.profile()
    let ledger = EnvironmentLedger(of: profile, in: try project.state())
    let cache = isKnowing ? ReadCache(of: profile, in: project.project, ledger: ledger) : nil
    var readers = EnvironmentReaders()
    readers.add(shops, named: "shops", as: .databases)
    let difference = try await project.difference(on: readers, cache: cache)
    cache?.save()
    return difference
  }

  /// Compares with and without the cache, checks that the results are equal, and returns the
  /// changes with the paths that the cached comparison read.
  private func comparisons(_ project: SeedingProject) async throws -> (
    paths: [String], read: [String]
  ) {
    let known = try await compare(project)
    let read = shops.takeReadPaths()
    let found = try await compare(project, knowing: false)
    _ = shops.takeReadPaths()
    #expect(known.described == found.described)
    #expect(known.unchangedValueCount == found.unchangedValueCount)
    #expect(known.resources.map(\.old.content) == found.resources.map(\.old.content))
    #expect(
      known.resources.map { $0.form().changes.count }
        == found.resources.map { $0.form().changes.count }
    )
    return (known.described, read)
  }

  @Test(
    "Changed fixtures are compared with the ledger while the environment is untouched"
  )
  func changed() async throws {
    let project = try await seeded()
    try project.write(Self.text([7: "-1", 2_000: "{\"a\": [1, 2]}"]), to: Self.file)
    let (paths, read) = try await comparisons(project)
    #expect(paths == ["changed shops:/shops/k2000/n", "changed shops:/shops/k7/n"])
    #expect(read == [])
  }

  @Test("A manual edit is read from the environment")
  func edited() async throws {
    let project = try await seeded()
    try await shops.set(Tree(99), at: "/shops/k8/n")
    try project.write(Self.text([7: "-1"]), to: Self.file)
    let (paths, read) = try await comparisons(project)
    #expect(paths == ["changed shops:/shops/k7/n", "changed shops:/shops/k8/n"])
    #expect(read == ["/shops"])
  }

  @Test("A node with extras that the profile allows is read, because the ledger lacks them")
  func listed() async throws {
    let project = try await seeded(profile: "own: { \"shops:/shops/k5\": listed }\n")
    try project.write(Self.text([7: "-1"]), to: Self.file)
    #expect(try await comparisons(project).read == ["/shops"])
  }

  @Test("A node with a server-filled value is read")
  func serverTimestamp() async throws {
    let project = try await seeded(Self.text([7: "{\".sv\": \"timestamp\"}"]))
    try project.write(Self.text([8: "-1", 7: "{\".sv\": \"timestamp\"}"]), to: Self.file)
    #expect(try await comparisons(project).read == ["/shops"])
  }

  @Test(
    "A ledger with other content or damage is not used for comparison",
    arguments: [true, false]
  )
  func other(_ isDamaged: Bool) async throws {
    let project = try await seeded()
    if isDamaged {
      try project.state().write { try $0.execute(sql: "UPDATE piece SET content = zeroblob(9)") }
    } else {
      let entry = Resource(Address(service: "shops", path: "/shops"), Tree(1))
      let ledger = EnvironmentLedger(of: try project.profile(), in: try project.state())
      try project.state().write {
        try ledger.ledgerForWriting(of: "shops", in: $0)?.put(
          entry,
          RecordOrigin(run: nil, sets: [])
        )
      }
    }
    try project.write(Self.text([7: "-1"]), to: Self.file)
    let (paths, read) = try await comparisons(project)
    #expect(paths == ["changed shops:/shops/k7/n"])
    #expect(read == ["/shops"])
  }

  @Test("A partial write keeps the cached versions of unaffected paths")
  func replaced() throws {
    let project = try SeedingProject([:])
    let cache = ReadCache(of: try project.profile(), in: project.project)
    func address(_ path: TreePath) -> Address { Address(service: "shops", path: path) }
    for path: TreePath in ["/a", "/b", "/c/d"] {
      cache.note("1", of: address(path), holding: Tree(1))
    }
    cache.note("0", of: address("/e"), holding: Tree(1))
    cache.replaceTag("1", with: "2", in: "shops", writing: ["/b/x", "/c"])
    let tags = (["/a", "/b", "/c/d", "/e"] as [TreePath]).map {
      cache.known(of: address($0), beside: Tree(1))?.tag
    }
    #expect(tags == ["2", nil, nil, "0"])
  }
}

/// A database that returns ETags, like Firebase, and records which values are read.
private final class TaggingTreeStore: TreeStore {
  private let store = InMemoryTreeStore()
  private let readPaths = Mutex<[String]>([])

  /// Returns the paths of the values that were read since the last call, sorted.
  func takeReadPaths() -> [String] {
    readPaths.withLock { paths in
      defer { paths = [] }
      return paths.sorted()
    }
  }

  func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree? {
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
