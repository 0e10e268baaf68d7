import SystemPackage
import TaneCore
import TaneProject
import TestSupport
import Testing

@Suite("Findings about fixtures")
struct FixtureFindingsTests {
  /// Returns the findings about one file of the database `shops`.
  private func messages(_ text: String) -> [String] {
    DemoFiles(["fixtures/base/databases/shops/a.yaml": text]).fixtures().messages
  }

  private let file = "fixtures/base/databases/shops/a.yaml"

  @Test("A tab indent, an undefined alias and a duplicate key are errors at their positions")
  func syntax() {
    #expect(
      messages("a:\n\tb: 1\n") == [
        "\(file):2:1: error: YAML cannot be indented with tabs; use spaces [yaml-syntax]"
      ]
    )
    #expect(
      messages("a: *nobody\n") == [
        "\(file):1:4: error: the alias *nobody has no anchor &nobody before it [undefined-alias]"
      ]
    )
    #expect(
      messages("a: 1\nb: 2\na: 3\n") == [
        """
        \(file):3:1: error: duplicate key "a" in this map; rename or remove one of the two \
        [duplicate-key]
        \(file):1:1: note: first defined here
        """
      ]
    )
  }

  @Test("A key with a dot and a number that is not finite are errors at their positions")
  func limits() {
    #expect(
      messages("ok: 1\nx.y: 2\nz: .nan\n") == [
        """
        \(file):2:1: error: the key "x.y" contains ".", which the Realtime Database forbids in \
        keys (. $ # [ ] / and control characters) [illegal-key]
          shops:/a/x.y
        """,
        """
        \(file):3:4: error: the Realtime Database cannot store .nan; use a finite number [not-finite]
          shops:/a/z
        """,
      ]
    )
  }

  @Test("A file or folder name with a dot in its key is an error")
  func illegalFileNames() {
    let fixtures = DemoFiles([
      "fixtures/base/databases/shops/a.b.yaml": "1",
      "fixtures/base/databases/shops/c$/d.yaml": "1",
      "fixtures/base/databases/shops/c$/e.yaml": "1",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        """
        fixtures/base/databases/shops/a.b.yaml: error: the key "a.b" contains ".", which the \
        Realtime Database forbids in keys (. $ # [ ] / and control characters) [illegal-key]
          shops:/a.b
        """,
        """
        fixtures/base/databases/shops/c$: error: the key "c$" contains "$", which the Realtime \
        Database forbids in keys (. $ # [ ] / and control characters) [illegal-key]
          shops:/c$
        """,
      ]
    )
    #expect(fixtures.services(of: .databases).isEmpty)
  }

  @Test("A warning about folders that turn into a list is at the nearest file")
  func folderPositions() {
    let fixtures = DemoFiles([
      "fixtures/base/databases/shops/a/0.yaml": "x", "fixtures/base/databases/shops/a/1.yaml": "y",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        """
        fixtures/base/databases/shops/a/0.yaml: warning: this map with the keys 0, 1 is read back as \
        a list of 2: a type that expects a dictionary cannot read it [map-becomes-list]
          shops:/a
        """
      ]
    )
  }

  @Test("Invalid UTF-8 and an alias bomb are errors")
  func hostileFiles() {
    var demo = DemoFiles()
    demo.files.write(
      Array("a: ".utf8) + [0xC3, 0x28],
      to: "/demo/fixtures/base/databases/shops/bytes.yaml"
    )
    let bomb = (0..<12).reduce("l0: &l0 [x, x, x, x, x, x, x, x, x]\n") { text, level in
      text + "l\(level + 1): &l\(level + 1) ["
        + Array(repeating: "*l\(level)", count: 9).joined(separator: ", ") + "]\n"
    }
    demo.files.write(bomb, to: "/demo/fixtures/base/databases/shops/bomb.yaml")
    let folder = "fixtures/base/databases/shops"
    #expect(
      demo.fixtures().messages == [
        "\(folder)/bomb.yaml:7:10: error: with the alias *l5, the aliases of this file expand to "
          + "more than 1,000,000 values; write large data without aliases [alias-expansion]",
        "\(folder)/bytes.yaml:1:4: error: the byte 0xC3 is not valid UTF-8; save the file as UTF-8"
          + " [invalid-encoding]",
      ]
    )
  }

  @Test("A node described in two files is an error that names both positions")
  func describedTwice() {
    let fixtures = DemoFiles([
      "fixtures/base/databases/shops/a.yaml": "b:\n  c: 1\nd: 2\n",
      "fixtures/base/databases/shops/a/b/c.yaml": "5",
      "fixtures/base/databases/shops/e.yaml": "1", "fixtures/base/databases/shops/e.json": " 2",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        """
        fixtures/base/databases/shops/a/b/c.yaml:1:1: error: this node is defined in two files of \
        the set "base"; remove it from one of them [described-twice]
        fixtures/base/databases/shops/a.yaml:2:6: note: it is also defined here
          shops:/a/b/c
        """,
        """
        fixtures/base/databases/shops/e.yaml:1:1: error: this node is defined in two files of the \
        set "base"; remove it from one of them [described-twice]
        fixtures/base/databases/shops/e.json:1:2: note: it is also defined here
          shops:/e
        """,
      ]
    )
  }

  @Test("Files and folders in each other's place are errors with advice")
  func misplaced() {
    let demo = DemoFiles(
      [
        "fixtures/base/databases/shops.yaml/a.yaml": "1",
        "fixtures/base/databases/shops/b.json/c.yaml": "1",
        "fixtures/base/databases/shops/notes.txt": "",
        "fixtures/base/databases/users": "",
        "fixtures/base/buckets/images.zip": "",
        "fixtures/base/firestore/saunas/a.yaml": "1", "fixtures/base/accounts.yaml": "[]",
        "fixtures/base/database/shops/a.yaml": "1",
        "fixtures/other/databases": "", "fixtures/other/accounts.yaml/x": "",
      ],
      sets: ["base", "other"]
    )
    #expect(
      demo.fixtures(["base", "other"]).messages == [
        "fixtures/base/accounts.yaml: note: \"accounts.yaml\" is skipped: the environment's "
          + "profile does not configure \"accounts\" [not-seeded]",
        "fixtures/base/buckets/images.zip: error: \"images.zip\" is a file; objects must be in a "
          + "folder with the name of their bucket (known: images) [not-a-folder]",
        "fixtures/base/database: error: \"database\" is not part of a fixture set (known: "
          + "databases, buckets, firestore, accounts.yaml, remote-config.yaml, set.yaml); did you "
          + "mean \"databases\"? [unexpected-file]",
        "fixtures/base/databases/shops.yaml: error: \"shops.yaml\" is a folder with the name of a "
          + "file; rename it to \"shops\" [not-a-file]",
        "fixtures/base/databases/shops/b.json: error: \"b.json\" is a folder with the name of a "
          + "file; rename it to \"b\" [not-a-file]",
        "fixtures/base/databases/shops/notes.txt: error: \"notes.txt\" is not a fixture: the files of a"
          + " database end in .yaml, .yml or .json [unexpected-file]",
        "fixtures/base/databases/users: error: \"users\" is not a fixture: the files of a"
          + " database end in .yaml, .yml or .json [unexpected-file]",
        "fixtures/base/firestore: note: \"firestore\" is skipped: the environment's profile does "
          + "not configure \"firestore\" [not-seeded]",
        "fixtures/other/accounts.yaml: error: \"accounts.yaml\" is a folder; expected a file with "
          + "accounts [not-a-file]",
        "fixtures/other/databases: error: \"databases\" is a file; expected a folder with this "
          + "name [not-a-folder]",
      ]
    )
  }

  @Test("Unknown databases, buckets and sets are reported with the intended name")
  func unknownNames() {
    let demo = DemoFiles([
      "fixtures/base/databases/shopz/a.yaml": "1", "fixtures/base/databases/user.yaml": "1",
      "fixtures/base/buckets/image/a.png": "1",
    ])
    #expect(
      demo.fixtures(["base", "bse", ".."]).messages == [
        "error: \"..\" is not a valid fixture set name: it begins with \".\"; expected 1 to 200 "
          + "bytes without /, \\ or control characters, and no leading period [invalid-value]",
        "error: no fixture set \"bse\" in fixtures/ (known: base); did you mean \"base\"? "
          + "[unknown-set]",
        "fixtures/base/buckets/image: error: the environment has no bucket \"image\" (known: "
          + "images); did you mean \"images\"? [unknown-service]",
        "fixtures/base/databases/shopz: error: the environment has no database \"shopz\" (known: "
          + "shops, users); did you mean \"shops\"? [unknown-service]",
        "fixtures/base/databases/user.yaml: error: the environment has no database \"user\" "
          + "(known: shops, users); did you mean \"users\"? [unknown-service]",
      ]
    )
  }

  @Test("Databases and buckets of other environments are skipped with a note")
  func otherEnvironments() throws {
    let demo = DemoFiles([
      "environments/local.yaml":
        "databases: { shops: embedded:a, users: embedded:b }\nbuckets: { images: embedded:c }",
      "environments/small.yaml": "databases: { shops: embedded:a }",
      "fixtures/base/databases/shops/a.yaml": "1", "fixtures/base/databases/users/a.yaml": "1",
      "fixtures/base/databases/users.yaml": "{ b: 1 }", "fixtures/base/databases/usrs/a.yaml": "1",
      "fixtures/base/buckets/images/a.png": "1",
    ])
    let profile = try demo.profiles().profile(named: "small")
    let fixtures = Fixtures.load(for: profile, from: demo.project)
    #expect(
      fixtures.messages == [
        "fixtures/base/buckets/images: note: \"images\" is skipped: the environment's profile does"
          + " not configure \"buckets.images\" [not-seeded]",
        "fixtures/base/databases/users: note: \"users\" is skipped: the environment's profile does"
          + " not configure \"databases.users\" [not-seeded]",
        "fixtures/base/databases/users.yaml: note: \"users.yaml\" is skipped: the environment's"
          + " profile does not configure \"databases.users\" [not-seeded]",
        "fixtures/base/databases/usrs: error: the environment has no database \"usrs\" (known: "
          + "shops) [unknown-service]",
      ]
    )
    #expect(fixtures.services.map(\.name) == ["shops"])
  }

  @Test("Unreadable files are errors, and the other files are loaded")
  func unreadable() {
    var demo = DemoFiles(["fixtures/base/databases/shops/ok.yaml": "1"])
    demo.files.deny("/demo/fixtures/base/databases/shops/a.yaml", "permission denied")
    demo.files.deny("/demo/fixtures/base/buckets/images/a.png", "permission denied")
    let fixtures = demo.fixtures()
    #expect(
      fixtures.messages == [
        "fixtures/base/buckets/images/a.png: error: this file cannot be read: permission denied"
          + " [unreadable-file]",
        "fixtures/base/databases/shops/a.yaml: error: this file cannot be read: permission denied"
          + " [unreadable-file]",
      ]
    )
    #expect(fixtures.tree("shops") == Tree(["ok": 1]))
  }

  @Test("Links are followed within the project and rejected outside it or in cycles")
  func links() {
    var demo = DemoFiles(["shared/a.yaml": "1", "shared/more/b.yaml": "2"])
    demo.files.write("3", to: "/elsewhere/c.yaml")
    let folder = FilePath("/demo/fixtures/base/databases/shops")
    demo.files.link(folder.appending("file.yaml"), to: "/demo/shared/a.yaml")
    demo.files.link(folder.appending("folder"), to: "../../../../shared/more")
    demo.files.link(folder.appending("outside.yaml"), to: "/elsewhere/c.yaml")
    demo.files.link(folder.appending("nowhere.yaml"), to: "gone.yaml")
    demo.files.link(folder.appending("up"), to: "..")
    demo.files.link(folder.appending("self"), to: "self")
    demo.files.link("/demo/shared/more/back", to: "/demo/fixtures/base/databases/shops")
    let fixtures = demo.fixtures()
    let place = "fixtures/base/databases/shops"
    #expect(
      fixtures.messages == [
        "\(place)/folder/back: error: this link points to a folder that contains it "
          + "[unusable-link]",
        "\(place)/nowhere.yaml: error: this link is broken [unusable-link]",
        "\(place)/outside.yaml: error: this link points outside the project, to /elsewhere/c.yaml; "
          + "replace it with a copy of its target [unusable-link]",
        "\(place)/self: error: this link cannot be resolved: its links are circular "
          + "[unusable-link]",
        "\(place)/up: error: this link points to a folder that contains it [unusable-link]",
      ]
    )
    #expect(fixtures.tree("shops") == Tree(["file": 1, "folder": ["b": 2]]))
  }

  @Test("A file name that is not UTF-8 is an error")
  func fileNameBytes() throws {
    #if os(Linux)
    try withTemporaryFolder { root in
      let folder = root.appending("fixtures/base/databases/shops")
      try makeFolder(folder)
      let name = try #require(
        FilePath.Component(platformString: [0x61, -1, 0x2E, 0x79, 0x6D, 0x6C, 0])
      )
      try write("1", to: folder.appending(name))
      let fixtures = Fixtures.load(["base"], from: Project(root: root), databases: ["shops"])
      #expect(
        fixtures.messages == [
          "fixtures/base/databases/shops/a\u{FFFD}.yml: error: this name is not UTF-8; rename it"
            + " [illegal-file-name]"
        ]
      )
    }
    #endif
  }
}
