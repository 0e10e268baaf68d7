import TestSupport
import TaneCore
import TaneFormats
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Lists in fixtures")
struct ListSeedingTests {
  @Test("Seeding makes a list exactly like its fixture and removes extra elements")
  func tail() async throws {
    let project = try SeedingProject(["databases/shops/tags.yaml": "[a, c]"])
    try await project.shops.set(Tree(["a", "b", "c"]), at: "/tags")
    let difference = try await project.difference()
    #expect(difference.described == ["changed shops:/tags/1", "removed shops:/tags/2"])
    #expect(difference.resources[0].form().changes.map(\.kind) == [.removed])
    #expect(Plan(difference).counts.removedValues == 1)
    try await project.seed()
    #expect(try await project.shops.tree(at: "/tags").readBackForm() == Tree(["a", "c"]))
    #expect(try await project.difference().isEmpty)
  }

  @Test("An empty list in a fixture removes the live list")
  func empty() async throws {
    let project = try SeedingProject(["databases/shops/a.yaml": "{tags: [], kept: {}}"])
    try await project.shops.set(Tree(["tags": ["x"], "kept": ["y": 1]]), at: "/a")
    #expect(
      try await project.difference().described == ["removed shops:/a/tags", "extra shops:/a/kept"]
    )
    try await project.seed()
    #expect(try await project.shops.tree(at: "/a") == Tree(["kept": ["y": 1]]))
  }

  @Test("List elements do not inherit keys from elements previously at their index")
  func identity() async throws {
    let project = try SeedingProject(["databases/shops/shops.yaml": "[{id: 2}]"])
    try await project.shops.set(Tree([["id": 1, "vip": true], ["id": 2]]), at: "/shops")
    try await project.seed()
    #expect(try await project.shops.tree(at: "/shops").readBackForm() == Tree([["id": 2]]))
  }

  @Test("Removed list elements count against the limit of deletes")
  func limits() async throws {
    let project = try SeedingProject(
      ["databases/shops/tags.yaml": "[a]"],
      profile: "limits: { deletes: 1 }"
    )
    try await project.shops.set(Tree(["a", "b", "c"]), at: "/tags")
    let plan = try await project.plan()
    #expect(
      try await LimitCheck.violations(of: plan, on: project.stores.readers, project.context()) == [
        "the plan removes 2 values, but the limit of local is 1 (limits.deletes at "
          + "environments/local.yaml:6:20); raise it if this is intended"
      ]
    )
  }

  @Test("A list whose profile rule is \"listed\" keeps extra elements")
  func listed() async throws {
    let project = try SeedingProject(
      ["databases/shops/tags.yaml": "[a]"],
      profile: "own: { \"shops:/tags\": listed }"
    )
    try await project.shops.set(Tree(["a", "b"]), at: "/tags")
    #expect(try await project.difference().isEmpty)
  }

  @Test("A seeded list is read back like its fixture, and was written as planned")
  func property() async throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let live = Self.elements(&random)
      let fixture = Self.edited(live, &random)
      let text = "{list: [\(fixture.joined(separator: ", "))], map: {a: 1}}"
      let project = try SeedingProject(["databases/shops/x.yaml": text])
      let old = try Self.tree("{list: [\(live.joined(separator: ", "))], map: {a: 1, b: 2}}")
      try await project.shops.set(old, at: "/x")
      let node = try await project.difference().resources[0]
      let desired = try Self.desired(text)
      for form in [node.form(), node.written] {
        let changes = form.changes.filter { $0.kind != .extra }.compactMap { $0.relative(to: "/x") }
        let planned = form.old.applying(Changeset(changes: changes)).storedForm()
        #expect(planned == desired, "\(live) to \(fixture)")
      }
      try await project.seed(journals: false)
      #expect(try await project.shops.tree(at: "/x") == desired, "\(live) to \(fixture)")
      #expect(try await project.plan().isEmpty)
    }
  }

  /// Returns the expected value after a seed: the list of the fixture, and the map with its extra
  /// entry.
  private static func desired(_ text: String) throws -> Tree {
    let fixture = try tree(text)
    return Tree(["list": .tree(fixture["list"] ?? .null), "map": ["a": 1, "b": 2]]).storedForm()
  }

  private static func tree(_ text: String) throws -> Tree {
    try #require(TreeParser.parse(Array(text.utf8), named: "test", as: .yaml).tree)
  }

  private static func elements(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in element(&random) }
  }

  private static func element(_ random: inout SeededGenerator) -> String {
    let number = Int.random(in: 0..<8, using: &random)
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: "\(number)"
    case 1: "{id: \(number)}"
    case 2: "{id: \(number), name: n\(Int.random(in: 0..<3, using: &random))}"
    default: "[\(number), {id: \(number), tags: [a, b]}]"
    }
  }

  private static func edited(_ list: [String], _ random: inout SeededGenerator) -> [String] {
    var list = list
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let index = Int.random(in: 0...list.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: list.insert(element(&random), at: index)
      case 1 where index < list.count: list.remove(at: index)
      case 2 where index < list.count: list[index] = element(&random)
      default: list.shuffle(using: &random)
      }
    }
    return list
  }
}
