import TaneCore
import TaneProject
import Testing

@Suite("Suggested mappings")
struct MappingSuggestionsTests {
  private func yaml(
    _ trees: [String: TreeLiteral],
    documents: [String] = [],
    types: [String] = [],
    _ text: String = ""
  ) -> String {
    let mappings = DemoFiles.mappings(text)
    #expect(mappings.messages == [])
    return mappings.suggestions(
      for: trees.mapValues { Tree($0) },
      documents: documents.map { DocumentPath(parsing: $0) },
      typeNames: types
    ).yaml
  }

  private static let user: TreeLiteral = ["name": "a", "age": 3]

  @Test("The highest nodes with similar data are suggested as mappings with the nearest types")
  func general() {
    let trees: [String: TreeLiteral] = [
      "shops": [
        "shops": [["id": 0, "foods": [["id": "f"]]]], "version": 3, "rates": [1, 2.5],
        "flags": ["a1": true, "a2": false],
      ],
      "users": [
        "users": ["1000001": Self.user, "1000003": ["name": "b"]],
        "user_settings": ["theme": "dark", "size": 3],
        "posts": ["1000001": ["-Na": ["text": "x"], "-Nb": ["text": "y"]]],
      ],
    ]
    #expect(
      yaml(trees, types: ["FoodImage", "Shop", "UserInformation", "UserRank", "UserSettings"])
        == """
        mappings:
          shops:/flags: "[String: Bool]"
          shops:/rates: "[Double]"
          shops:/shops: "[Shop]"
          shops:/version: Int
          users:/posts: "[String: [String: Post]]"  # no type is named Post
          users:/user_settings: UserSettings
          users:/users: "[String: UserInformation]"

        """
    )
  }

  @Test("A suggestion lists alternative types and types whose names end with the key")
  func others() {
    let posts: [String: TreeLiteral] = [
      "users": ["posts": ["-Na": ["text": "x"], "-Nb": ["text": "y"]]]
    ]
    #expect(
      yaml(posts, types: ["App.Post", "Watch.Post"])
        == "mappings:\n  users:/posts: \"[String: App.Post]\"  # or Watch.Post\n"
    )
    #expect(
      yaml(posts, types: ["BlogPost", "User"])
        == "mappings:\n  users:/posts: \"[String: Post]\"  # no type is named Post; there is BlogPost\n"
    )
  }

  @Test("The root is suggested as a mapping if all of it has the same structure")
  func roots() {
    #expect(
      yaml(["users": ["u1": Self.user, "u2": Self.user]], types: ["User"])
        == "mappings:\n  users:/: \"[String: User]\"\n"
    )
    #expect(
      yaml(["config": ["theme": "dark"]])
        == "mappings:\n  config:/: Config  # no type is named Config\n"
    )
    #expect(yaml(["todos": [Self.user]], types: ["Todo"]) == "mappings:\n  todos:/: \"[Todo]\"\n")
    #expect(yaml(["todos": nil]) == "")
  }

  @Test("The root is not suggested as a mapping if different nodes have the same identifiers")
  func sameIdentifiers() {
    let trees: [String: TreeLiteral] = [
      "users": ["users": ["u1": Self.user, "u2": Self.user], "scores": ["u1": 3, "u2": 4]]
    ]
    #expect(
      yaml(trees, types: ["User"])
        == """
        mappings:
          users:/scores: "[String: Int]"
          users:/users: "[String: User]"

        """
    )
  }

  @Test("Mapping suggestions look inside maps that only group different nodes")
  func namespaces() {
    let trees: [String: TreeLiteral] = [
      "app": ["v2": ["shops": [["id": 1]], "config": ["theme": "dark"]]]
    ]
    #expect(
      yaml(trees, types: ["Shop", "Config"])
        == """
        mappings:
          app:/v2/config: Config
          app:/v2/shops: "[Shop]"

        """
    )
  }

  @Test("Mapping suggestions omit nodes mapped or ignored as a whole or in all parts")
  func covered() {
    let trees: [String: TreeLiteral] = [
      "users": [
        "users": ["u1": Self.user, "u2": Self.user], "posts": ["p1": ["a": 1]],
        "legacy": ["x": 1], "rooms": ["r1": ["topic": "x"]],
      ]
    ]
    let text = """
      sources: [Sources]
      ignore: ["users:/legacy"]
      mappings:
        users:/users/*: User
        users:/rooms/*/topic: String
        users:/posts/p2: Post
      """
    #expect(yaml(trees, types: ["Post"], text) == "  users:/posts: \"[String: Post]\"\n")
  }

  @Test("Mapping suggestions for Firestore cover all documents of a collection")
  func documents() {
    let documents = [
      "saunas/1", "saunas/2", "rooms/r1", "rooms/r1/messages/m1", "rooms/r2/messages/m2",
      "halls/h1", "*/a",
    ]
    let text = """
      sources: [Sources]
      mappings:
        firestore:/rooms/*: Room
        firestore:/halls/h2: Hall
      """
    #expect(
      yaml(["users": ["n": 1]], documents: documents, types: ["Hall", "Message", "Sauna"], text)
        == """
          firestore:/%2A/*: Element  # no type is named Element
          firestore:/halls/*: Hall
          firestore:/rooms/*/messages/*: Message
          firestore:/saunas/*: Sauna
          users:/: Users  # no type is named Users

        """
    )
  }

  @Test("Mapping suggestions list similar types if no type has the name")
  func candidates() {
    #expect(
      yaml(["users": ["users": ["u1": Self.user]]], types: ["UserProfile", "UserRank", "Shop"])
        == """
        mappings:
          users:/users: "[String: User]"  # no type is named User; there is UserProfile, UserRank

        """
    )
  }

  @Test(
    "Mapping suggestions find types by the names of keys",
    arguments: [
      ("shops", "Shop"), ("shop", "Shop"), ("shop_images", "ShopImage"), ("categories", "Category"),
      ("boxes", "Box"), ("addresses", "Address"), ("status", "Status"), ("todoItems", "TodoItem"),
      ("kinds", "Shop.Kind"), ("shpos", "Shop"), ("saunas", "SaunaCurrentState"),
    ]
  )
  func names(key: String, type: String) {
    let names = [
      "Address", "Box", "Category", "SaunaCurrentState", "Shop", "Shop.Kind", "ShopImage", "Status",
      "TodoItem",
    ]
    let trees = ["a": TreeLiteral.map([(key, [Self.user]), ("other", "x")])]
    let suggestions = DemoFiles.mappings("").suggestions(
      for: trees.mapValues { Tree($0) },
      typeNames: names
    )
    let entry = suggestions.entries.first { $0.pattern.pattern.description == "/\(key)" }
    #expect(entry?.type == "[\(type)]")
  }

  @Test("Mapping suggestions have list types with gaps where the database returns lists")
  func readBack() {
    let shops: TreeLiteral = ["1": ["id": 1], "2": ["id": 2], "3": ["id": 3]]
    #expect(
      yaml(["shops": ["shops": shops, "n": 1]], types: ["Shop"])
        == "mappings:\n  shops:/n: Int\n  shops:/shops: \"[Shop?]\"\n"
    )
  }

  @Test("Mapping suggestions written to a file are read as mappings of the same nodes")
  func roundTrip() {
    let trees = [
      "a": Tree(["*": ["x": 1], "k/e: y#": [["x": 1]], "\u{7}": "t", "#z": true])
    ]
    let suggestions = DemoFiles.mappings("").suggestions(for: trees, typeNames: [])
    let mappings = DemoFiles.mappings("sources: [Sources]\n" + suggestions.yaml)
    #expect(mappings.messages == [])
    let nodes = mappings.nodes(in: trees["a"] ?? .null, of: "a")
    #expect(nodes.map(\.rule.pattern) == suggestions.entries.map(\.pattern))
    #expect(nodes.map(\.rule.type) == suggestions.entries.map(\.type))
    #expect(nodes.count == 4)
  }
}
