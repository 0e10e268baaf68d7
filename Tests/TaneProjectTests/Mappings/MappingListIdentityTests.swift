import TaneCore
import TaneProject
import Testing

@Suite("List identity in mappings")
struct MappingListIdentityTests {
  private static let mappings = DemoFiles.mappings(
    """
    identity:
      shops:/shops/*/foods: image_url
      shops:/shops: name
      shops:/**/tags: text
      users:/users: id
    """
  )

  @Test(
    "A list identity consists of the rules at and below the compared node",
    arguments: [
      ("shops", "/", 0, ["/shops/*/foods image_url", "/shops name", "/**/tags text"]),
      ("shops", "/shops", 0, ["/*/foods image_url", "/ name", "/**/tags text"]),
      ("shops", "/shops/3/foods", 0, ["/ image_url", "/**/tags text"]),
      ("shops", "/shops/3/foods/1", 0, ["/**/tags text"]),
      ("shops", "/a/tags", 0, ["/ text", "/**/tags text"]),
      ("users", "/users", 2, ["/*/* id"]),
      ("users", "/posts", 0, []),
      ("todos", "/", 0, []),
    ]
  )
  func rules(service: String, path: String, levels: Int, rules: [String]) {
    let identity = Self.mappings.listIdentity(
      in: service,
      at: TreePath(parsing: path),
      below: levels
    )
    #expect(identity.rules.map { "\($0.lists) \($0.member)" } == rules)
    #expect(identity.members == ListIdentity().members)
  }

  @Test("List elements are matched by the mapped member and not by index")
  func comparison() {
    let old = Tree([
      "shops": [["foods": [["image_url": "a", "n": 1], ["image_url": "b", "n": 2]]]]
    ])
    let new = Tree(["shops": [["foods": [["image_url": "b", "n": 2]]]]])
    let identity = Self.mappings.listIdentity(in: "shops")
    let options = ComparisonOptions(lists: .byIdentity(identity))
    let changes = Changeset(from: old, to: new, options: options).changes
    #expect(changes.map(\.path) == ["/shops/0/foods/0"])
    #expect(changes.map(\.identity?.member) == ["image_url"])
  }
}
