import SystemPackage
import TaneCore
import TaneProject
import TestSupport
import Testing

@Suite("Firestore fixtures")
struct FixtureDocumentsTests {
  private static let posts = "fixtures/base/firestore/posts"

  @Test("A Firestore fixture is the document at the path of its folders and name")
  func paths() {
    let fixtures = DemoFiles([
      "\(Self.posts)/p1.yaml": "title: 種", "\(Self.posts)/p2.yml": "{}",
      "\(Self.posts)/p1/comments/c%2E1.json": #"{"text": "x"}"#,
      "fixtures/base/firestore/e\u{301}/1.yaml": "{}",
      "\(Self.posts)/README.md": "About posts",
      "\(Self.posts)/README.yaml": "a: 1",
    ]).fixturesOfDocuments()
    #expect(fixtures.messages == [])
    #expect(fixtures.fileCount == 4)
    #expect(
      fixtures.addresses(of: .firestore) == [
        "firestore:/posts/p1", "firestore:/posts/p1/comments/c.1", "firestore:/posts/p2",
        "firestore:/é/1",
      ]
    )
    let documents = fixtures.resources(of: .firestore)
    #expect(
      documents.map(\.content)
        == [Tree(["title": "種"]), Tree(["text": "x"]), Tree([:]), Tree([:])]
    )
    #expect(documents[0].position == SourcePosition(file: "\(Self.posts)/p1.yaml"))
  }

  @Test("Tags create Firestore types, and numbers keep their kind")
  func values() throws {
    let fixtures = DemoFiles([
      "\(Self.posts)/p1.yaml": """
      at: !timestamp 2026-01-31T09:00:00+09:00
      made: !server-timestamp
      place: !geopoint { latitude: 35, longitude: 139.5 }
      author: !reference users/u1
      other: !reference projects/q/databases/(default)/documents/users/u2
      icon: !bytes AAECAw==
      count: 1
      ratio: 1.0
      odd: .nan
      nothing: null
      tags: [a, { b: !timestamp 2026-01-01T00:00:00Z }]
      nested:
        made: !server-timestamp
      embedding: { __type__: __vector__, value: [1.0, 2.5] }
      """
    ]).fixturesOfDocuments()
    let tree = try #require(fixtures.resources(of: .firestore).first?.content)
    #expect(fixtures.messages == [])
    let database = DocumentDatabaseName(project: "p", database: "(default)")
    let document = DocumentReading(tree, at: DocumentPath(["posts", "p1"]), in: database)
    let point = try #require(GeographicPoint(latitude: 35, longitude: 139.5))
    #expect(
      document.fields == [
        "at": .timestamp(DocumentTimestamp(milliseconds: 1_769_817_600_000)),
        "place": .geoPoint(point),
        "author": .reference("projects/p/databases/(default)/documents/users/u1"),
        "other": .reference("projects/q/databases/(default)/documents/users/u2"),
        "icon": .bytes([0, 1, 2, 3]), "count": .integer(1), "ratio": .double(1),
        "odd": .double(.nan), "nothing": .null,
        "tags": .array([
          .string("a"), .map(["b": .timestamp(DocumentTimestamp(milliseconds: 1_767_225_600_000))]),
        ]),
        "nested": .map([:]),
        "embedding": .map([
          "__type__": .string("__vector__"), "value": .array([.double(1), .double(2.5)]),
        ]),
      ]
    )
    #expect(document.serverTimestamps.map(\.description) == ["made", "nested.made"])
    #expect(tree["at"]?.string == "2026-01-31T00:00:00Z")
    #expect(tree["made"]?.tag == .serverTimestamp)
    #expect(tree["at"]?.position?.description == "\(Self.posts)/p1.yaml:1:5")
    #expect(
      tree["nested"]?["made"]?.keyPosition?.description == "\(Self.posts)/p1.yaml:13:3"
    )
  }

  @Test("Documents of later sets merge maps and replace lists and other values")
  func layers() throws {
    let fixtures = DemoFiles(
      [
        "\(Self.posts)/p1.yaml": """
        title: old
        tags: [a, b]
        author: { name: A, age: 3 }
        place: !geopoint { latitude: 1, longitude: 2 }
        """,
        "fixtures/demo/firestore/posts/p1.yaml": """
        tags: [c]
        author: { age: null }
        place: !geopoint { latitude: 3, longitude: 4 }
        """,
        "fixtures/demo/firestore/posts/p2.yaml": "{}",
      ],
      sets: ["base", "demo"]
    ).fixturesOfDocuments(["base", "demo"])
    #expect(fixtures.messages == [])
    #expect(
      fixtures.addresses(of: .firestore) == ["firestore:/posts/p1", "firestore:/posts/p2"]
    )
    let document = try #require(fixtures.resources(of: .firestore).first)
    #expect(
      document.content.removing(["place"])
        == Tree(["title": "old", "tags": ["c"], "author": ["name": "A", "age": .null]])
    )
    #expect(document.content["place"]?["latitude"]?.double == 3)
    #expect(document.position?.file == "fixtures/demo/firestore/posts/p1.yaml")
    #expect(document.content["title"]?.position?.file == "\(Self.posts)/p1.yaml")
  }

  @Test("All values that Firestore cannot store are reported in one run")
  func findings() {
    let fixtures = DemoFiles([
      "fixtures/base/firestore/__posts__/p1.yaml": "{}",
      "fixtures/base/firestore/__posts__/p2.yaml": "{}",
      "fixtures/base/firestore/posts.yaml": "{}",
      "\(Self.posts)/p1.json": "{}", "\(Self.posts)/p1.yaml": "{}",
      "\(Self.posts)/p2.txt": "", "\(Self.posts)/p3.yaml/c/d.yaml": "{}",
      "\(Self.posts)/p1/notes.yaml": "{}", "\(Self.posts)/%2E%2E.yaml": "{}",
      "\(Self.posts)/a%2Fb.yaml": "{}", "\(Self.posts)/list.yaml": "[1]",
      "\(Self.posts)/null.yaml": "", "\(Self.posts)/tab.yaml": "a:\n\tb: 1\n",
      "\(Self.posts)/values.yaml": """
      "": 1
      __name__: 2
      big: 123456789012345678901234567890
      time: !timestamp yesterday
      bytes: !bytes abc
      reference: !reference posts
      parent: !reference posts/..
      point: !geopoint { lattitude: 1, longitude: 200 }
      east: !geopoint { latitude: north, longitude: 1 }
      matrix: [[1], [2]]
      times: [!server-timestamp ]
      vector: { __type__: __vector__, value: [1] }
      """,
    ]).fixturesOfDocuments()
    let values = "\(Self.posts)/values.yaml"
    #expect(
      fixtures.messages == [
        """
        fixtures/base/firestore/__posts__: error: Firestore does not allow a collection with \
        this name: the identifier "__posts__" is reserved, because it begins and ends with two \
        underscores \
        [illegal-identifier]
          firestore:/__posts__
        """,
        """
        fixtures/base/firestore/posts.yaml: error: "posts.yaml" is not in the folder of a \
        collection; move the document to a folder such as posts/ID.yaml, or write a map of \
        documents in this file [unexpected-file]
        """,
        """
        \(Self.posts)/%2E%2E.yaml: error: Firestore does not allow a document with this name: the \
        identifier ".." is not allowed, because it denotes a folder [illegal-identifier]
          firestore:/posts/..
        """,
        """
        \(Self.posts)/a%2Fb.yaml: error: Firestore does not allow a document with this name: the \
        identifier "a/b" contains a slash [illegal-identifier]
          firestore:/posts/a%2Fb
        """,
        """
        \(Self.posts)/list.yaml:1:1: error: a document is a map of its fields, but this is a \
        list; write {} for a document without fields [wrong-type]
          firestore:/posts/list
        """,
        """
        \(Self.posts)/null.yaml:1:1: error: a document is a map of its fields, but this is null; \
        write {} for a document without fields [wrong-type]
          firestore:/posts/null
        """,
        """
        \(Self.posts)/p1.yaml: error: two files of the set "base" define this document; remove it \
        from one of them [described-twice]
        \(Self.posts)/p1.json: note: the other one
          firestore:/posts/p1
        """,
        """
        \(Self.posts)/p1/notes.yaml: error: "notes.yaml" is not in the folder of a collection; \
        move the document to a folder such as notes/ID.yaml, or write a map of documents in this \
        file [unexpected-file]
        """,
        """
        \(Self.posts)/p2.txt: error: "p2.txt" is not a fixture: the files of documents end in .yaml, \
        .yml or .json [unexpected-file]
        """,
        """
        \(Self.posts)/p3.yaml: error: "p3.yaml" is a folder with the name of a file; rename it \
        to "p3" [not-a-file]
        """,
        "\(Self.posts)/tab.yaml:2:1: error: YAML cannot be indented with tabs; use spaces [yaml-syntax]",
        """
        \(values):1:1: error: a field name cannot be empty in Firestore [illegal-key]
          firestore:/posts/values/""
        """,
        """
        \(values):2:1: error: Firestore reserves the name "__name__", because it begins and ends \
        with two underscores; rename the field [illegal-key]
          firestore:/posts/values/__name__
        """,
        """
        \(values):3:6: error: 123456789012345678901234567890 would be rounded: Firestore stores \
        64-bit integers and floating-point numbers; quote it to keep it as a string \
        [number-out-of-range]
          firestore:/posts/values/big
        """,
        """
        \(values):4:7: error: "yesterday" is not a time: !timestamp expects RFC 3339 with a year \
        from 1 to 9999, such as 2026-01-31T09:00:00+09:00 [invalid-value]
          firestore:/posts/values/time
        """,
        """
        \(values):5:8: error: "abc" is not valid base64: !bytes expects padded groups of four characters \
        [invalid-value]
          firestore:/posts/values/bytes
        """,
        """
        \(values):6:12: error: "posts" is not a document path: !reference expects alternating \
        collections and documents, such as posts/p1 [invalid-value]
          firestore:/posts/values/reference
        """,
        """
        \(values):7:9: error: "posts/.." is not a document path: the identifier ".." is not \
        allowed, because it denotes a folder [invalid-value]
          firestore:/posts/values/parent
        """,
        """
        \(values):8:8: error: this !geopoint has no latitude; expected degrees, a number from -90 to \
        90 [wrong-type]
          firestore:/posts/values/point
        """,
        """
        \(values):8:20: error: unknown key "lattitude" of !geopoint (known: latitude, longitude); \
        did you mean "latitude"? [wrong-type]
          firestore:/posts/values/point
        """,
        """
        \(values):8:45: error: this is not a longitude: expected degrees, a number from -180 to 180 \
        [wrong-type]
          firestore:/posts/values/point
        """,
        """
        \(values):9:29: error: this is not a latitude: expected degrees, a number from -90 to 90, found \
        a string [wrong-type]
          firestore:/posts/values/east
        """,
        """
        \(values):10:10: error: this list is directly inside a list, which Firestore does not \
        support; put a map between them [nested-list]
          firestore:/posts/values/matrix/0
        """,
        """
        \(values):10:15: error: this list is directly inside a list, which Firestore does not \
        support; put a map between them [nested-list]
          firestore:/posts/values/matrix/1
        """,
        """
        \(values):11:9: error: !server-timestamp is in a list; Firestore supports it only in \
        fields [unsupported-tag]
          firestore:/posts/values/times/0
        """,
        """
        \(values):12:9: error: this is not a vector: expected the key "value" next to "__type__", \
        containing a list of numbers with decimal points, such as 1.0 [invalid-value]
          firestore:/posts/values/vector
        """,
      ]
    )
  }

  @Test("Documents and values beyond Firestore's limits are errors")
  func limits() {
    let deep = String(repeating: "{a: ", count: 21) + "1" + String(repeating: "}", count: 21)
    let fixtures = DemoFiles([
      "\(Self.posts)/deep.yaml": "x: \(deep)",
      "\(Self.posts)/flat.yaml": "x: \(deep.dropFirst(4).dropLast())",
      "\(Self.posts)/large.yaml": "x: \(String(repeating: "a", count: 1_048_576))",
      "\(Self.posts)/name.json": "{\"\(String(repeating: "a", count: 1501))\": 1}",
      "\(Self.posts)/times.yaml": (0...500).map { "t\($0): !server-timestamp\n" }.joined(),
    ]).fixturesOfDocuments()
    let path = "deep/x" + String(repeating: "/a", count: 20)
    #expect(
      fixtures.messages == [
        """
        \(Self.posts)/deep.yaml:1:84: error: this map is nested in 20 maps and lists; Firestore \
        allows up to 20 levels: move it to a higher level [too-deep]
          firestore:/posts/\(path)
        """,
        """
        \(Self.posts)/large.yaml:1:1: error: this document is 1,048,639 bytes in size; Firestore \
        allows up to 1,048,576 bytes (1 MiB): split it [document-too-large]
          firestore:/posts/large
        """,
        """
        \(Self.posts)/name.json:1:2: error: this field name is 1,501 bytes long; Firestore \
        allows up to 1,500 bytes [key-too-long]
          firestore:/posts/name/\(String(repeating: "a", count: 1501))
        """,
        """
        \(Self.posts)/times.yaml:1:1: error: this document has 501 !server-timestamp values; \
        Firestore allows up to 500 in one write [too-many-server-timestamps]
          firestore:/posts/times
        """,
      ]
    )
  }

  @Test("An environment without Firestore or accounts skips their fixtures with a note")
  func leftOut() throws {
    var demo = DemoFiles([
      "\(Self.posts)/p1.yaml": "[1]", "fixtures/base/accounts.yaml": "[]",
      "environments/local.yaml": "databases: { shops: embedded:shops }",
    ])
    let profile = try demo.profiles().profile(named: "local")
    let fixtures = Fixtures.load(for: profile, from: demo.project)
    #expect(
      fixtures.messages == [
        "fixtures/base/accounts.yaml: note: \"accounts.yaml\" is skipped: the environment's "
          + "profile does not configure \"accounts\" [not-seeded]",
        "fixtures/base/firestore: note: \"firestore\" is skipped: the environment's profile does "
          + "not configure \"firestore\" [not-seeded]",
      ]
    )
    #expect(fixtures.resources.isEmpty)

    demo.files.write(
      "{ firestore: 'embedded:main', project: tane-demo, accounts: 'embedded:main' }",
      to: "/demo/environments/local.yaml"
    )
    let other = try demo.profiles().profile(named: "local")
    #expect(other.documentDatabase?.description == "projects/tane-demo/databases/(default)")
    #expect(Fixtures.load(for: other, from: demo.project).diagnostics.count == 2)
  }
}
