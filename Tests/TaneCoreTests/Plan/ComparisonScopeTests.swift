import TaneCore
import Testing

@Suite("Scope of a comparison")
struct ComparisonScopeTests {
  /// The requested addresses, an address, its requested parts, and whether the whole address is
  /// requested.
  private static let parts: [(asked: [String], of: String, parts: [String], contains: Bool)] = [
    ([], "shops:/a", ["shops:/a"], true),
    (["shops:/a"], "shops:/a", ["shops:/a"], true),
    (["shops:/"], "shops:/a", ["shops:/a"], true),
    (["shops:/a/b"], "shops:/a", ["shops:/a/b"], false),
    (["shops:/a/c", "shops:/a/b"], "shops:/a", ["shops:/a/b", "shops:/a/c"], false),
    (["shops:/a/b/c", "shops:/a/b"], "shops:/a", ["shops:/a/b"], false),
    (["shops:/a/b", "shops:/a"], "shops:/a", ["shops:/a"], true),
    (
      ["shops:/a/b", "shops:/a/b0", "shops:/a/b/c"], "shops:/a", ["shops:/a/b", "shops:/a/b0"],
      false
    ),
    (["shops:/ab"], "shops:/a", [], false),
    (["users:/a"], "shops:/a", [], false),
    (["users:/", "shops:/a/b"], "shops:/a", ["shops:/a/b"], false),
  ]

  @Test("The parts of a node in a scope do not contain each other", arguments: parts.indices)
  func partsOfNodes(_ index: Int) {
    let example = Self.parts[index]
    let scope = ComparisonScope(example.asked.map { Address($0) })
    #expect(scope.parts(of: Address(example.of)).map(\.description) == example.parts)
    #expect(scope.contains(Address(example.of)) == example.contains)
  }

  private static let shops = DesiredResource(
    Address("shops:/shops"),
    Tree([["id": 0], ["id": 1, "tags": ["a", "b"]]])
  )
  private static let users = DesiredResource(
    Address("shops:/users"),
    Tree(["u1": ["name": "a"]]),
    at: SourcePosition(file: "users.yaml", line: 1, column: 1)
  )

  private func narrowed(_ asked: String...) -> [DesiredResource] {
    ComparisonScope(asked.map { Address($0) })
      .coveredParts(of: [Self.shops, Self.users], rules: ExampleRules.database)
  }

  @Test("A scope without parts leaves resources whole")
  func whole() {
    #expect(narrowed().map(\.address.description) == ["shops:/shops", "shops:/users"])
    #expect(narrowed("shops:/users").map(\.content) == [Self.users.content])
    #expect(narrowed("shops:/").count == 2)
    #expect(narrowed("other:/").isEmpty)
  }

  @Test("A scope narrows nodes to their parts and keeps their fixture positions")
  func narrowing() {
    let parts = narrowed("shops:/users/u1/name", "shops:/shops/1/tags")
    #expect(parts.map(\.address.description) == ["shops:/shops/1/tags", "shops:/users/u1/name"])
    #expect(parts.map(\.content) == [Tree(["a", "b"]), Tree("a")])
    #expect(parts.map(\.position) == [nil, Self.users.position])
    #expect(narrowed("shops:/users/u2").map(\.content) == [.null])
  }

  /// The requested address in `[{ id: 0 }, { id: 1, tags: [a, b] }]`, the observed value, and the
  /// changes.
  private static let beyond: [(asked: String, found: TreeLiteral, differs: [String])] = [
    ("shops:/shops/1", ["id": 1, "tags": ["a", "b"], "x": 1], ["removed /shops/1/x"]),
    ("shops:/shops/1/tags", ["a", "b", "c"], ["removed /shops/1/tags/2"]),
    ("shops:/shops/1/id", 1, []),
    ("shops:/shops/2", ["id": 2], ["removed /shops/2"]),
    ("shops:/users/u1", ["name": "a", "x": 1], ["extra /users/u1/x"]),
    ("shops:/users/u2", ["name": "b"], ["extra /users/u2"]),
  ]

  @Test("A part of a list still compares as one value", arguments: beyond.indices)
  func partsOfLists(_ index: Int) throws {
    let example = Self.beyond[index]
    let desired = try #require(narrowed(example.asked).first)
    let found = Resource(desired.address, Tree(example.found).storedForm())
    let difference = ResourceComparison(ExampleRules.database, PlanPolicy(), among: [])
      .compare(found, with: desired)
    #expect(difference.described == example.differs)
  }

  /// The requested addresses and the documents that are requested at least in part.
  private static let documents: [(asked: [String], included: [String])] = [
    ([], ["p1", "p1/comments/c1", "p2"]),
    (["firestore:/posts"], ["p1", "p1/comments/c1", "p2"]),
    (["firestore:/posts/p1"], ["p1", "p1/comments/c1"]),
    (["firestore:/posts/p1/title"], ["p1"]),
    (["firestore:/posts/p1/comments"], ["p1/comments/c1"]),
    (["firestore:/posts/p1/comments/c1/text"], ["p1/comments/c1"]),
    (["firestore:/posts/p2", "firestore:/posts/p1/title"], ["p1", "p2"]),
    (["firestore:/users"], []),
    (["shops:/posts"], []),
  ]

  @Test(
    "A scope includes the innermost document that contains an address",
    arguments: documents.indices
  )
  func owners(_ index: Int) {
    let example = Self.documents[index]
    let all = ["p1", "p1/comments/c1", "p2"].map {
      DesiredResource(Address("firestore:/posts/\($0)"), Tree(["title": "a"]))
    }
    let scope = ComparisonScope(example.asked.map { Address($0) })
    let included = example.included.map { "firestore:/posts/\($0)" }
    #expect(
      scope.coveredParts(of: all, rules: ExampleRules.document).map(\.address.description)
        == included
    )
    let comparison = ResourceComparison(
      ExampleRules.document,
      PlanPolicy(scope: scope),
      among: all.map(\.address)
    )
    #expect(all.map(\.address).filter(comparison.includes).map(\.description) == included)
  }

  @Test("A scope lists the addresses that no fixture describes")
  func nothing() {
    let image = DesiredResource(
      Address("images:/a/1.png"),
      Tree([:]),
      blob: BlobDigest(size: 0, crc32c: 0)
    )
    let asked = [
      "shops:/shops", "shops:/", "shops:/shops/9/name", "shops:/other", "users:/", "images:/a",
      "images:/a/1.png", "images:/a/1.png/x", "images:/b",
    ]
    let scope = ComparisonScope(asked.map { Address($0) })
    #expect(
      scope.addressesWithout([Self.shops, image]).map(\.description)
        == ["shops:/other", "users:/", "images:/a/1.png/x", "images:/b"]
    )
    #expect(ComparisonScope().addressesWithout([Self.shops]).isEmpty)
  }
}
