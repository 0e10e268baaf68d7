import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("Database fixtures")
struct FixtureTreesTests {
  @Test("A database fixture holds the value at the path of its folders and name")
  func paths() throws {
    let fixtures = DemoFiles([
      "fixtures/base/databases/shops/a/b.yaml": "x: 1",
      "fixtures/base/databases/shops/a/c.yml": "[1, 2]",
      "fixtures/base/databases/shops/d.json": "{\"e\": true}",
      "fixtures/base/databases/users.yaml": "users: { \"0000001\": { name: A } }",
    ]).fixtures()
    #expect(fixtures.messages == [])
    #expect(fixtures.fileCount == 4)
    #expect(fixtures.sets == ["base"])
    #expect(
      fixtures.tree("shops")
        == Tree(["a": ["b": ["x": 1], "c": [1, 2]], "d": ["e": true]])
    )
    #expect(fixtures.tree("users") == Tree(["users": ["0000001": ["name": "A"]]]))
    #expect(
      fixtures.addresses(of: .databases) == ["shops:/a/b", "shops:/a/c", "shops:/d", "users:/"]
    )
  }

  @Test("Every fixture node has the file, line and column of its source")
  func positions() throws {
    let fixtures = DemoFiles(
      [
        "fixtures/base/databases/shops.yaml": "# a comment\nshops:\n  - name: A\n",
        "fixtures/base/databases/shops/extra.yaml": "\nx: 1\n",
        "fixtures/demo/databases/shops/shops.yaml": "\"0\":\n  name: B\n",
      ],
      sets: ["base", "demo"]
    ).fixtures(["base", "demo"])
    let tree = try #require(fixtures.tree("shops"))
    #expect(fixtures.messages == [])
    #expect(tree == Tree(["shops": [["name": "B"]], "extra": ["x": 1]]))
    #expect(
      tree[TreePath(parsing: "/shops/0/name")]?.position?.description
        == "fixtures/demo/databases/shops/shops.yaml:2:9"
    )
    #expect(
      tree[TreePath(parsing: "/extra/x")]?.position?.description
        == "fixtures/base/databases/shops/extra.yaml:2:4"
    )
    #expect(tree["extra"]?.fileName == "fixtures/base/databases/shops/extra.yaml")
  }

  @Test("Later sets override earlier ones node by node, and a null removes a node")
  func layering() {
    let demo = DemoFiles(
      [
        "fixtures/base/databases/shops/shops.yaml": "a: { x: 1, y: 2 }\nb: 3\nc: 4\n",
        "fixtures/staging/databases/shops/shops/a.yaml": "y: 5",
        "fixtures/staging/databases/shops/shops/b.yaml": "null",
        "fixtures/staging/databases/shops/other.yaml": "new",
      ],
      sets: ["base", "staging"]
    )
    let fixtures = demo.fixtures(["base", "staging"])
    #expect(fixtures.messages == [])
    #expect(
      fixtures.tree("shops")?.storedForm()
        == Tree(["shops": ["a": ["x": 1, "y": 5], "c": 4], "other": "new"])
    )
    #expect(fixtures.addresses(of: .databases) == ["shops:/other", "shops:/shops"])
    #expect(
      demo.fixtures(["staging", "base"]).tree("shops")?.storedForm()
        == Tree(["shops": ["a": ["x": 1, "y": 2], "b": 3, "c": 4], "other": "new"])
    )
    #expect(
      demo.fixtures(["staging"]).addresses(of: .databases)
        == ["shops:/other", "shops:/shops/a", "shops:/shops/b"]
    )
  }

  @Test("A set may change elements of another set's list without a warning")
  func listElements() {
    let demo = DemoFiles(
      [
        "fixtures/base/databases/shops/list.yaml": "[a, b, c]",
        "fixtures/staging/databases/shops/list.yaml": "{ \"0\": x, \"1\": y, \"3\": d }",
      ],
      sets: ["base", "staging"]
    )
    let fixtures = demo.fixtures(["base", "staging"])
    #expect(fixtures.messages == [])
    #expect(fixtures.tree("shops")?.readBackForm() == Tree(["list": ["x", "y", "c", "d"]]))
    #expect(
      demo.fixtures(["staging"]).messages == [
        """
        fixtures/staging/databases/shops/list.yaml:1:1: warning: this map with the keys 0, 1, 3 is read \
        back as a list of 4 with 1 null: a type that expects a dictionary cannot read it [map-becomes-list]
          shops:/list
        """
      ]
    )
  }

  @Test("File names are percent-decoded keys in Unicode's composed form")
  func fileNames() {
    let fixtures = DemoFiles([
      "fixtures/base/databases/shops/100%25.yaml": "1",
      "fixtures/base/databases/shops/cafe\u{301}/\u{304B}\u{3099}.yaml": "2",
      "fixtures/base/databases/shops/%E5%BA%97.json": "3",
    ]).fixtures()
    #expect(fixtures.messages == [])
    let keys = fixtures.tree("shops")?.children.compactMap(\.key) ?? []
    #expect(
      keys.map { Array($0.unicodeScalars) }
        == ["100%", "caf\u{E9}", "店"].map { Array($0.unicodeScalars) }
    )
    #expect(
      fixtures.tree("shops")?["caf\u{E9}"]?.children.first?.key?.unicodeScalars.map(\.value)
        == [0x304C]
    )
  }

  @Test("Hidden files, editor backups and README files are ignored")
  func ignored() {
    let fixtures = DemoFiles([
      "fixtures/base/.DS_Store": "", "fixtures/base/README.md": "",
      "fixtures/base/databases/.DS_Store": "", "fixtures/base/databases/README.md": "",
      "fixtures/base/databases/shops/.#a.yaml": "", "fixtures/base/databases/shops/a.yaml~": "",
      "fixtures/base/databases/shops/#a.yaml#": "",
      "fixtures/base/databases/shops/.git/a.yaml": "", "fixtures/base/buckets/README.md": "",
      "fixtures/base/databases/shops/README.yaml": "a: 1",
      "fixtures/base/buckets/images/readme.txt": "",
      "fixtures/mappings.yaml": "sources: []",
    ]).fixtures()
    #expect(fixtures.messages == [])
    #expect(fixtures.services.isEmpty)
    #expect(fixtures.fileCount == 0)
  }
}
