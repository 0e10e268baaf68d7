import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Tane's own node in a database")
struct UserNodesTests {
  private static let marker: TreeLiteral = ["owner": ["profile": "local"]]
  private static let files = ["databases/shops.yaml": "{ a: { b: 1 }, c: 2 }"]

  /// Returns a project whose database contains Tane's node.
  private func project(_ files: [String: String] = files) async throws -> SeedingProject {
    let project = try SeedingProject(files, profile: "marker: { key: __tane__ }\n")
    try await project.shops.set(Tree(Self.marker), at: "/__tane__")
    return project
  }

  private func root(_ content: (String, TreeLiteral)...) -> Tree {
    Tree(.map(content + [("__tane__", Self.marker)])).storedForm()
  }

  @Test(
    "A fixture of the root neither compares nor writes Tane's node, and undo keeps it"
  )
  func rootFixture() async throws {
    let project = try await project()
    #expect(try await project.difference().described == ["added shops:/"])
    try await project.seed()
    #expect(try await project.shops.tree(at: .root) == root(("a", ["b": 1]), ("c", 2)))
    #expect(try await project.difference().isEmpty)
    try await project.shops.set(Tree("x"), at: "/extra")
    #expect(try await project.difference().described == ["extra shops:/extra"])
    try await project.seed(prunes: true)
    #expect(try await project.shops.tree(at: .root) == root(("a", ["b": 1]), ("c", 2)))
    #expect(try await project.replay(1, .backward).left == [])
    #expect(try await project.shops.tree(at: .root) == root())
  }

  @Test("Tane's node is kept if the fixtures leave nothing else")
  func emptyRoot() async throws {
    let project = try await project()
    try await project.seed()
    try project.write("{}", to: "fixtures/base/databases/shops.yaml")
    let extras = try await project.difference().described
    #expect(extras == ["extra shops:/"])
    try await project.run(try await project.carefulPlan(prunes: true)).apply()
    let left = try await project.shops.tree(at: .root).children.compactMap(\.key)
    #expect(left == ["__tane__"])
  }

  @Test("Tane's node is kept if the profile has no marker")
  func unmarked() async throws {
    let project = try SeedingProject(Self.files)
    try await project.shops.set(Tree(Self.marker), at: "/__tane__")
    try await project.seed()
    #expect(try await project.shops.tree(at: .root) == root(("a", ["b": 1]), ("c", 2)))
    #expect(try await project.difference().isEmpty)
  }

  @Test("A single value at the root does not replace Tane's node")
  func scalar() async throws {
    let project = try await project(["databases/shops.yaml": "5"])
    let failure = await #expect(throws: SeedFailure.self) { try await project.seed() }
    #expect(
      (failure?.cause as? StoreError)?.description
        == "shops: a single value at the root would overwrite /__tane__, where Tane stores its own "
        + "data; define nodes below the root instead"
    )
    #expect(try await project.shops.tree(at: .root) == root())
  }

  @Test("Tane's node is hidden from readers of the root and of the node itself")
  func readers() async throws {
    let project = try await project()
    try await project.seed()
    let nodes = project.shops.userNodes(of: "shops", in: try project.profile())
    let content = Tree(["a": ["b": 1], "c": 2]).storedForm()
    #expect(try await nodes.tree(at: .root) == content)
    #expect(try await nodes.tree(at: "/__tane__/owner").isNull)
    #expect(try await nodes.childKeys(at: .root) == ["a", "c"])
    #expect(try await nodes.childKeys(at: "/__tane__") == [])
    #expect(try await nodes.taggedTree(at: .root, unlessTagged: nil)?.value == content)
    #expect(try await nodes.agreement(with: content, at: .root) == .same(tag: nil))
    #expect(try await nodes.agreement(with: Tree(["c": 2]), at: .root) == .different)
    #expect(try await nodes.agreement(with: Tree(5), at: .root) == .different)
    let last = TreeQuery(order: .key, limit: .last(1))
    #expect(try await nodes.children(at: .root, matching: last).map(\.key) == ["c"])
  }

  @Test("Comparing two environments ignores Tane's node")
  func pair() async throws {
    let project = try await project()
    try await project.seed()
    let other = InMemoryTreeStore(Tree(["a": ["b": 1], "c": 2]))
    let context = try project.context()
    let difference = try await EnvironmentPairComparison().run(
      from: (
        EnvironmentStores(["shops": project.shops as any TreeStore], as: .databases).readers,
        context
      ),
      to: (EnvironmentStores(["shops": other as any TreeStore], as: .databases).readers, context)
    )
    #expect(difference.isEmpty)
  }

  @Test(
    "Fixtures cannot describe Tane's node",
    arguments: ["databases/shops.yaml", "databases/shops/__tane__/x.yaml"]
  )
  func fixtures(file: String) throws {
    let text = file.hasSuffix("shops.yaml") ? "a: 1\n__tane__: { x: 1 }\n" : "1\n"
    let project = try SeedingProject([file: text])
    let findings = Fixtures.load(for: try project.profile(), from: project.project).diagnostics
    let place = file.hasSuffix("shops.yaml") ? "fixtures/base/\(file):2:1" : "fixtures/base/\(file)"
    #expect(
      findings.map { "\($0)" } == [
        "\(place): error: \"__tane__\" at the root of a database is the key reserved for Tane; use "
          + "another key, or change the reserved key with \"marker: { key: … }\" in the profile "
          + "[reserved-key]\n  shops:/__tane__"
      ]
    )
    try project.write("marker: { key: _mine }\n" + Self.services, to: "environments/local.yaml")
    #expect(Fixtures.load(for: try project.profile(), from: project.project).diagnostics.isEmpty)
  }

  private static let services = "databases: { shops: \"embedded:shops\" }\n"
}
