import TaneCore
import TaneFormats
import TaneProject
import Testing

@Suite("Tags that modify earlier sets")
struct FixtureLayerTagsTests {
  private static func fixtures(_ files: [String: String]) -> Fixtures {
    Fixtures.load(
      ["base", "more"],
      from: DemoFiles(
        files.merging([
          "fixtures/base/README.md": "below", "fixtures/more/README.md": "above",
        ]) { first, _ in first },
        sets: ["base", "more"]
      ).project,
      databases: ["shops"],
      buckets: ["images"],
      others: ["firestore: embedded:f", "accounts: embedded:a"]
    )
  }

  private static func json(_ tree: Tree?) throws -> String {
    try JSONWriter(.compact, keyOrder: .key).write(tree ?? .null)
  }

  @Test("Database nodes and list elements can be removed from earlier sets and appended")
  func databases() throws {
    let fixtures = Self.fixtures([
      "fixtures/base/databases/shops/shops.yaml": """
      - { id: 0, name: a, foods: [{ id: f1, n: 1 }, { id: f2, n: 2 }] }
      - { id: 1, name: b }
      - { id: 2, name: c, tags: [red, blue] }
      """,
      "fixtures/base/databases/shops/old.yaml": "{ x: 1 }",
      "fixtures/base/databases/shops/menu.yaml": "[{ slug: soup, price: 1 }]",
      "fixtures/more/databases/shops/shops.yaml": """
      "0": { name: !remove , foods: !append [{ id: f2, n: 20 }, { id: f3, n: !range [3, 3] }, !remove f1] }
      "1": !remove
      "2": { tags: !append [blue, green, !remove red] }
      """,
      "fixtures/more/databases/shops/old.yaml": "!remove",
      "fixtures/more/databases/shops/menu.yaml":
        "!append { by: slug, values: [{ slug: soup, hot: true }, { slug: rice, price: 2 }] }",
    ])
    #expect(fixtures.messages == [])
    #expect(fixtures.tree("shops")?["old"]?.isNull == true)
    #expect(
      try Self.json(fixtures.tree("shops")?.removing(["old"]))
        == #"{"menu":[{"hot":true,"price":1,"slug":"soup"},{"price":2,"slug":"rice"}],"#
        + #""shops":[{"foods":[{"id":"f2","n":20},{"id":"f3","n":3}],"id":0},"#
        + #"{"id":2,"name":"c","tags":["blue","green"]}]}"#
    )
    let menu = fixtures.tree("shops")?[TreePath(parsing: "/menu/0/hot")]
    #expect(menu?.position?.file == "fixtures/more/databases/shops/menu.yaml")
  }

  @Test("Documents, fields, accounts and account settings can be removed")
  func others() throws {
    let fixtures = Self.fixtures([
      "fixtures/base/firestore/posts/p1.yaml": "{ a: 1, b: null, c: [1], d: { x: 1, y: 2 } }",
      "fixtures/base/firestore/posts/p2.yaml": "{ a: 1 }",
      "fixtures/base/firestore/rooms.yaml": "{ r1: { a: 1 }, r2: { a: 2 } }",
      "fixtures/more/firestore/posts/p1.yaml":
        "{ a: !remove , c: !append [2], d: { y: !remove , z: 3 }, at: !date 2026-04-01 }",
      "fixtures/more/firestore/posts/p2.yaml": "!remove",
      "fixtures/more/firestore/rooms.yaml": "{ r2: !remove }",
      "fixtures/base/accounts.yaml":
        "{ u1: { email: a@example.com, displayName: A, claims: { x: 1, y: 2 } }, u2: { email: b@example.com } }",
      "fixtures/more/accounts.yaml":
        "{ u1: { displayName: !remove , claims: { z: 3 } }, u2: !remove }",
    ])
    #expect(fixtures.messages == [])
    #expect(
      fixtures.addresses(of: .firestore) == ["firestore:/posts/p1", "firestore:/rooms/r1"]
    )
    let document = fixtures.resources(of: .firestore).first?.content
    #expect(document?.children.map(\.key) == ["at", "b", "c", "d"])
    #expect(document?["c"] == Tree([1, 2]))
    #expect(document?["d"] == Tree(["x": 1, "z": 3]))
    #expect(fixtures.addresses(of: .accounts) == ["accounts:/u1"])
    #expect(
      fixtures.resources(of: .accounts).first?.content
        == Tree(["email": "a@example.com", "claims": ["z": 3]])
    )
  }

  @Test("A fixture reference resolves against all sets combined")
  func references() {
    let fixtures = Self.fixtures([
      "fixtures/base/databases/shops/a.yaml": "{ u1: 1, u2: 2 }",
      "fixtures/base/databases/shops/b.yaml": "[!ref shops:/a/u1, !ref shops:/a/u2]",
      "fixtures/more/databases/shops/a.yaml": "{ u1: !remove }",
    ])
    #expect(
      fixtures.messages == [
        "fixtures/base/databases/shops/b.yaml:1:2: error: shops:/a/u1 is not in the fixtures; did "
          + "you mean \"u2\"? [missing-reference]"
      ]
    )
  }

  @Test("Removing a missing node or appending to a non-list is an error")
  func misuse() {
    let fixtures = Self.fixtures([
      "fixtures/base/databases/shops/a.yaml": "{ text: x, list: [a] }",
      "fixtures/more/databases/shops/a.yaml": """
      gone: !remove
      text: !append [1]
      list: !append [!remove b]
      other: !remove 1
      new: !append { values: 1 }
      """,
    ])
    let file = "fixtures/more/databases/shops/a.yaml"
    #expect(
      fixtures.messages.sorted() == [
        "\(file):1:7: error: no earlier set has a value at this path; delete the !remove "
          + "[missing-reference]",
        "\(file):2:7: error: !append can add only to a list, but an earlier set has a string here "
          + "[wrong-type]",
        "\(file):3:16: error: no earlier set has the element that this !remove refers to; "
          + "correct the value, or delete the !remove [missing-reference]",
        "\(file):4:8: error: !remove has a value only in a list after !append; remove the value "
          + "[wrong-tag]",
        "\(file):5:6: error: the tag !append expects a list, or a map with \"values\" and \"by\", "
          + "not a map; for example !append [{ id: 40, name: Mika }] [wrong-tag]",
      ]
    )
  }
}
