import SystemPackage
import TaneCore
import TaneFormats
import TaneProject
import Testing

@Suite("Fixture tags")
struct FixtureTagsTests {
  private static func json(_ tree: Tree?) throws -> String {
    try JSONWriter(.compact, keyOrder: .key).write(tree ?? .null)
  }

  @Test("Findings about generated database records are at the lines that generated them")
  func positions() {
    let fixtures = DemoFiles([
      "fixtures/base/databases/users/users.yaml":
        "!repeat\n  count: 2\n  as: n\n  key: \"u{n}\"\n  do:\n    name: x\n    a.b: !template \"{n}\"\n"
    ]).fixtures()
    #expect(
      fixtures.messages
        == [1, 2].map {
          "fixtures/base/databases/users/users.yaml:7:5: error: the key \"a.b\" contains \".\", "
            + "which the Realtime Database forbids in keys (. $ # [ ] / and control characters) "
            + "[illegal-key]\n  users:/users/u\($0)/a.b"
        }
    )
    #expect(fixtures.addresses(of: .databases) == ["users:/users"])
  }

  @Test("Tags generate Remote Config values in each set")
  func remoteConfig() throws {
    func fixtures(_ upper: String) -> Fixtures {
      Fixtures.load(
        ["base", "more"],
        from: DemoFiles(
          [
            "fixtures/base/databases/users/users.yaml": "u1: { name: Mika }",
            "fixtures/base/remote-config.yaml": """
            conditions: [{ name: ios, expression: device.os == 'ios' }]
            parameters:
              ends: !date 2026-12-24
              owner: !ref "users:/users/u1#name"
              price: 1.50
              retries: !range [3, 3]
              theme: { value: !pick [light], conditions: { ios: !template dark } }
            """,
            "fixtures/more/remote-config.yaml": upper,
          ],
          sets: ["base", "more"]
        ).project,
        databases: ["users"],
        others: ["remoteConfig: embedded:r"]
      )
    }
    let layered = fixtures("parameters: { retries: !range [5, 5] }")
    #expect(layered.messages == [])
    let template = layered.resources.first { $0.address.service == "remoteConfig" }?.content
    #expect(
      try Self.json(template?["parameters"])
        == #"{"ends":{"value":"2026-12-24T00:00:00Z"},"owner":{"value":"Mika"},"#
        + #""price":{"type":"NUMBER","value":"1.50"},"retries":{"type":"NUMBER","value":"5"},"#
        + #""theme":{"conditions":{"ios":"dark"},"value":"light"}}"#
    )
    let owner = template?[TreePath(parsing: "/parameters/owner/value")]
    #expect(owner?.position?.description == "fixtures/base/remote-config.yaml:4:10")
    #expect(
      fixtures("parameters: { retries: !remove }").messages.first
        == "fixtures/more/remote-config.yaml:1:24: error: !remove can be used only for databases, "
        + "documents and accounts; write the whole value here [wrong-tag]"
    )
  }

  @Test("References resolve to fixtures of every kind and set, with layered values")
  func references() throws {
    let files = DemoFiles(
      [
        "fixtures/base/databases/shops/shops.yaml": """
        - owner: !ref users:/users/u1
          name: !ref "users:/users/u1#name"
          mail: !ref "accounts:/u1#email"
          post: !ref "firestore:/posts/p1#title/en"
          posted: !ref firestore:/posts/p1
          logo: !ref images:/a/logo.png
          url: !url images:/a/logo.png
          all: !ref "users:/users/u1#tags"
        """,
        "fixtures/base/databases/users/users.yaml":
          "u1: { name: old, tags: [a, !ref users:/users/u1] }",
        "fixtures/more/databases/users/users.yaml":
          "u1: { name: !ref \"accounts:/u1#displayName\" }",
        "fixtures/base/accounts.yaml": "u1: { email: a@example.com, displayName: Mika }",
        "fixtures/base/firestore/posts/p1.yaml":
          "title: { en: Hello }\nby: !ref users:/users/u1\nat: !now\nwhere: !fake coordinates\n",
        "fixtures/base/buckets/images/a/logo.png": "x",
      ],
      sets: ["base", "more"]
    )
    let fixtures = Fixtures.load(
      ["base", "more"],
      from: files.project,
      databases: ["shops", "users"],
      buckets: ["images"],
      others: ["firestore: embedded:f", "accounts: embedded:a"]
    )
    #expect(fixtures.messages == [])
    #expect(
      try Self.json(fixtures.tree("shops")?["shops"]?[0])
        == #"{"all":["a","u1"],"logo":"a/logo.png","mail":"a@example.com","name":"Mika","owner":"u1","#
        + #""post":"Hello","posted":"p1","url":"gs://images/a/logo.png"}"#
    )
    #expect(
      fixtures.tree("shops")?[TreePath(parsing: "/shops/0/name")]?.position?.description
        == "fixtures/base/databases/shops/shops.yaml:2:9"
    )
    let document = try #require(fixtures.resources(of: .firestore).first?.content)
    #expect(document["by"]?.string == "u1")
    #expect(document["at"]?.tag == .timestamp)
    #expect(document["where"]?.tag == .geopoint)
    #expect(fixtures.anchor != nil)
  }

  @Test(
    "References to and from Remote Config parameters resolve in every notation"
  )
  func remoteConfigReferences() throws {
    func fixtures(_ shops: String, _ more: String = "parameters: { size: 30 }") -> Fixtures {
      Fixtures.load(
        ["base", "more"],
        from: DemoFiles(
          [
            "fixtures/base/databases/shops/a.yaml": shops,
            "fixtures/base/remote-config.yaml": """
            parameters:
              greeting: Hello
              size: 20
              theme: { value: !ref "remoteConfig:/parameters/greeting#value", description: Colours }
              colors: [red, !ref shops:/a]
            groups: { Limits: { parameters: { retries: 3 } } }
            """,
            "fixtures/more/remote-config.yaml": more,
          ],
          sets: ["base", "more"]
        ).project,
        databases: ["shops"],
        others: ["remoteConfig: embedded:r"]
      )
    }
    let loaded = fixtures(
      """
      key: !ref remoteConfig:/parameters/greeting
      size: !ref "remoteConfig:/parameters/size#value"
      theme: !ref "remoteConfig:/parameters/theme#value"
      note: !ref "remoteConfig:/parameters/theme#description"
      colors: !ref "remoteConfig:/parameters/colors#value"
      retries: !ref "remoteConfig:/groups/Limits/parameters/retries#value"
      """
    )
    #expect(loaded.messages == [])
    #expect(
      try Self.json(loaded.tree("shops")?["a"])
        == #"{"colors":["red","a"],"key":"greeting","note":"Colours","retries":3,"size":30,"theme":"Hello"}"#
    )
    let file = "fixtures/base/databases/shops/a.yaml"
    #expect(
      fixtures("a: !ref \"remoteConfig:/parameters/greting#value\"").messages == [
        "\(file):1:4: error: remoteConfig:/parameters/greting is not in the fixtures; did you mean "
          + "\"greeting\"? [missing-reference]"
      ]
    )
    let circle = fixtures(
      "a: 1",
      "parameters: { greeting: !ref \"remoteConfig:/parameters/theme#value\" }"
    )
    #expect(
      circle.messages.contains(
        "fixtures/more/remote-config.yaml:1:25: error: this reference is circular: "
          + "remoteConfig:/parameters/theme#value → remoteConfig:/parameters/greeting#value → "
          + "remoteConfig:/parameters/theme#value [expression-cycle]"
      )
    )
  }

  @Test("A random reference chooses one record and is stable when another is added")
  func chosenReferences() throws {
    func chosen(_ count: Int) throws -> [String] {
      let fixtures = DemoFiles([
        "fixtures/base/databases/shops/a.yaml": """
        !repeat
          count: 100
          do:
            by: !ref users:/users/*
            name: !ref { to: "users:/users/*#name", of: by }
        """,
        "fixtures/base/databases/users/users.yaml":
          "!repeat { count: \(count), as: n, key: \"u{n}\", do: { name: !template \"u{n}\" } }",
      ]).fixtures()
      #expect(fixtures.messages == [])
      let records = try #require(fixtures.tree("shops")?["a"]).children
      #expect(records.allSatisfy { $0["by"]?.string == $0["name"]?.string })
      return records.compactMap { $0["by"]?.string }
    }
    let (few, more) = (try chosen(5), try chosen(6))
    #expect(Set(few) == ["u1", "u2", "u3", "u4", "u5"])
    #expect(zip(few, more).allSatisfy { $0 == $1 || $1 == "u6" })
    #expect((5...35).contains(more.count { $0 == "u6" }))
  }

  @Test("References to missing values and cycles are all reported in one run")
  func badReferences() {
    let fixtures = DemoFiles([
      "fixtures/base/databases/shops/a.yaml": """
      b: !ref "shops:/a#c"
      c: !ref "shops:/a#b"
      d: !ref user:/users/u1
      e: !ref users:/users/u2
      f: !ref "users:/users/u1#nam"
      g: !ref u1
      h: !url users:/users/u1
      i: !url images:/lgo.png
      j: !url { object: images:/logo.png, as: download }
      k: !ref users:/
      """,
      "fixtures/base/databases/users/users.yaml": "u1: { name: x }",
      "fixtures/base/buckets/images/logo.png": "x",
    ]).fixtures()
    let file = "fixtures/base/databases/shops/a.yaml"
    #expect(
      fixtures.messages == [
        "\(file):1:4: error: this reference is circular: shops:/a#c → shops:/a#b → shops:/a#c "
          + "[expression-cycle]",
        "\(file):2:4: error: this reference is circular: shops:/a#b → shops:/a#c → shops:/a#b "
          + "[expression-cycle]",
        "\(file):3:4: error: the fixtures contain no data for \"user\" (known: images, shops, "
          + "users); did you mean \"users\"? [missing-reference]",
        "\(file):4:4: error: users:/users/u2 is not in the fixtures; did you mean \"u1\"? [missing-reference]",
        "\(file):5:4: error: users:/users/u1/nam is not in the fixtures; did you mean \"name\"? [missing-reference]",
        "\(file):6:4: error: \"u1\" is not a valid address; expected SERVICE:/PATH or SERVICE:/PATH#FIELD, for example"
          + " users:/users/u1#name [invalid-expression]",
        "\(file):7:4: error: \"users:/users/u1\" is not the address of an object; expected "
          + "BUCKET:/PATH with a bucket in the fixtures (known: images) [invalid-expression]",
        "\(file):8:4: error: the object images:/lgo.png is not in the fixtures; did you mean "
          + "\"logo.png\"? [missing-reference]",
        "\(file):9:4: error: the bucket \"images\" is embedded and has no download URLs; remove "
          + "\"as: download\" [invalid-expression]",
        "\(file):10:4: error: users:/ is the root of a service and has no key; write the address of "
          + "a record, or add #FIELD for a value [invalid-expression]",
      ]
    )
  }

  @Test("An object reference gives the URL of the profile's bucket")
  func urls() throws {
    let files = DemoFiles([
      "environments/a.yaml":
        "databases: { shops: embedded:shops }\nbuckets: { images: gs://b.appspot.com }",
      "environments/b.yaml":
        "databases: { shops: embedded:shops }\nbuckets: { images: http://127.0.0.1:9199/b }",
      "fixtures/base/databases/shops.yaml":
        "a: !url images:/x y/é.png\nb: !url { object: images:/x y/é.png, as: download }",
      "fixtures/base/buckets/images/x y/é.png": "",
    ])
    let profiles = files.profiles()
    let shown = try ["a", "b"].map { name in
      let profile = try profiles.profile(named: name)
      let fixtures = Fixtures.load(for: profile, from: files.project)
      #expect(fixtures.messages == [])
      return ["a", "b"].map { fixtures.tree("shops")?[$0]?.string ?? "" }
    }
    #expect(
      shown == [
        [
          "gs://b.appspot.com/x y/é.png",
          "https://firebasestorage.googleapis.com/v0/b/b.appspot.com/o/x%20y%2F%C3%A9.png?alt=media",
        ],
        [
          "gs://b/x y/é.png",
          "http://127.0.0.1:9199/v0/b/b/o/x%20y%2F%C3%A9.png?alt=media",
        ],
      ]
    )
  }

  @Test("Tags generate image and text objects without a file")
  func objects() throws {
    let fixtures = DemoFiles([
      "fixtures/base/buckets/images/a/1.png.meta.yaml":
        "content: !image { size: 60x20, text: \"no. 1\", color: \"#336699\" }\nmetadata: { by: !fake en name }\n",
      "fixtures/base/buckets/images/note.txt.meta.yaml": "content: !template hello\n",
      "fixtures/base/databases/shops/a.yaml": "!ref images:/a/1.png",
    ]).fixtures()
    #expect(fixtures.messages == [])
    #expect(fixtures.tree("shops")?["a"]?.string == "a/1.png")
    #expect(fixtures.addresses(of: .buckets) == ["images:/a/1.png", "images:/note.txt"])
    let objects = fixtures.resources(of: .buckets)
    #expect(objects.map { $0.content["contentType"]?.string } == ["image/png", "text/plain"])
    #expect(objects.map { fixtures.file(at: $0.address) } == [nil, nil])
    #expect(objects.map(\.blob?.size) == [266, 5])
    let contentSource = PlanContentSource(fixtures, in: DemoFiles().project)
    let bytes = try contentSource.bytes(Address(bucket: "images", object: "a/1.png"))
    #expect(bytes.count == 266)
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(
      try contentSource.bytes(Address(bucket: "images", object: "note.txt")) == Array("hello".utf8)
    )
  }

  @Test("Objects with two contents or an invalid content are reported")
  func badObjects() {
    let fixtures = DemoFiles([
      "fixtures/base/buckets/images/a.txt": "x",
      "fixtures/base/buckets/images/a.txt.meta.yaml": "content: y",
      "fixtures/base/buckets/images/b.png.meta.yaml": "content: !image { size: 3 }",
      "fixtures/base/buckets/images/c.txt.meta.yaml": "content: [1]",
      "fixtures/base/buckets/images/d.txt.meta.yaml":
        "content: x\ncacheControl: !ref images:/a.txt",
      "fixtures/base/buckets/images/e.txt.meta.yaml": "cacheControl: x",
      "fixtures/base/buckets/images/f.txt.meta.yaml": "content: null",
    ]).fixtures()
    let folder = "fixtures/base/buckets/images"
    #expect(
      fixtures.messages == [
        "\(folder)/a.txt.meta.yaml:1:1: error: \"content\" cannot be combined with a file for the "
          + "object; remove one of them [described-twice]\n\(folder)/a.txt: note: the file",
        "\(folder)/b.png.meta.yaml:1:25: error: \"size\" of !image must be a width and a height up to 2,000, such as"
          + " 320x240, not 3 [invalid-expression]",
        "\(folder)/c.txt.meta.yaml:1:10: error: expected text or bytes for \"content\", found a list [wrong-type]",
        "\(folder)/d.txt.meta.yaml:2:15: error: the tag !ref is not allowed in the metadata of an "
          + "object; write the value itself [wrong-tag]",
        "\(folder)/e.txt.meta.yaml: error: there is no object for this metadata: expected the file "
          + "\"e.txt\" next to it [missing-object]",
        "\(folder)/f.txt.meta.yaml:1:10: error: expected text or bytes for \"content\", found null [wrong-type]",
      ]
    )
  }

  @Test("A file of a collection generates its documents")
  func documents() {
    let fixtures = DemoFiles([
      "fixtures/base/firestore/posts.yaml":
        "!repeat { count: 2, as: n, key: \"p{n}\", do: { at: !now , title: !template \"No. {n}\" } }",
      "fixtures/base/firestore/posts/p3.yaml": "title: x",
      "fixtures/base/firestore/posts/p3/notes.yaml":
        "n1: { by: !ref firestore:/posts/p1 }\nn2: {}\n",
    ]).fixturesOfDocuments()
    #expect(fixtures.messages == [])
    let documents = fixtures.resources(of: .firestore)
    #expect(
      documents.map { "\($0.address) \($0.position?.description ?? "")" } == [
        "firestore:/posts/p1 fixtures/base/firestore/posts.yaml:1:33",
        "firestore:/posts/p2 fixtures/base/firestore/posts.yaml:1:33",
        "firestore:/posts/p3 fixtures/base/firestore/posts/p3.yaml",
        "firestore:/posts/p3/notes/n1 fixtures/base/firestore/posts/p3/notes.yaml:1:1",
        "firestore:/posts/p3/notes/n2 fixtures/base/firestore/posts/p3/notes.yaml:2:1",
      ]
    )
    #expect(documents[1].content["title"]?.string == "No. 2")
    #expect(documents[1].content["at"]?.tag == .timestamp)
    #expect(documents[3].content["by"]?.string == "p1")
    let wrong = DemoFiles([
      "fixtures/base/firestore/posts.yaml": "p1: {}\n__p__: {}\n",
      "fixtures/base/firestore/posts/p1.yaml": "{}",
      "fixtures/base/firestore/notes.yaml": "n1: {}\nn2: 5\nn3:\n",
      "fixtures/base/firestore/tags.yaml": "p1: 1\n",
    ]).fixturesOfDocuments()
    #expect(
      wrong.messages == [
        "fixtures/base/firestore/notes.yaml:2:5: error: a document is a map of its fields, but "
          + "this is an integer; write {} for a document without fields [wrong-type]\n"
          + "  firestore:/notes/n2",
        "fixtures/base/firestore/notes.yaml:3:4: error: a document is a map of its fields, but "
          + "this is null; write {} for a document without fields [wrong-type]\n"
          + "  firestore:/notes/n3",
        "fixtures/base/firestore/posts.yaml:2:1: error: Firestore does not allow a document with "
          + "this name: the identifier \"__p__\" is reserved, because it begins and ends with two "
          + "underscores [illegal-identifier]\n  firestore:/posts/__p__",
        "fixtures/base/firestore/posts/p1.yaml: error: two files of the set \"base\" define this "
          + "document; remove it from one of them [described-twice]\n"
          + "fixtures/base/firestore/posts.yaml:1:1: note: the other one\n  firestore:/posts/p1",
        "fixtures/base/firestore/tags.yaml: error: \"tags.yaml\" is not in the folder of a "
          + "collection; move the document to a folder such as tags/ID.yaml, or write a map of "
          + "documents in this file [unexpected-file]",
      ]
    )
  }

  @Test("All mistakes in set.yaml are found")
  func settings() {
    let fixtures = DemoFiles(
      [
        "fixtures/base/set.yaml": """
        sead: 1
        seed: [1]
        locale: jp
        zone: Tokyo
        define: { now: 1, "a b": 2, ok: !okk , fine: !ok  }
        """,
        "fixtures/more/set.yaml": "[]",
        "fixtures/more/set.yml": "",
      ],
      sets: ["base", "more"]
    ).fixtures(["base", "more"])
    let file = "fixtures/base/set.yaml"
    #expect(
      fixtures.messages == [
        "\(file):5:33: error: unknown tag !okk; did you mean \"!ok\"? [unknown-tag]",
        "fixtures/more/set.yaml:1:1: error: expected a map of settings, found a list [wrong-type]",
        "fixtures/more/set.yml: error: two files define the settings of the set \"more\"; remove "
          + "one [described-twice]\nfixtures/more/set.yaml: note: the other one",
      ]
    )
    let other = DemoFiles([
      "fixtures/base/set.yaml":
        "sead: 1\nseed: [1]\nlocale: jp\nzone: Asia/Tokio\ndefine: { now: 1, \"a b\": 2 }\n"
    ]).fixtures()
    #expect(
      other.messages == [
        "\(file):1:1: error: unknown key \"sead\" (known: seed, locale, zone, define, masks); did you mean \"seed\"?"
          + " [unknown-key]",
        "\(file):2:7: error: expected a string or a whole number for \"seed\", found a list [wrong-type]",
        "\(file):3:9: error: \"jp\" is not a language (known: en, ja); did you mean \"ja\"? [invalid-value]",
        "\(file):4:7: error: \"Asia/Tokio\" is not a time zone; expected a name such as Asia/Tokyo, UTC or +09:00; did"
          + " you mean \"Asia/Tokyo\"? [invalid-value]",
        "\(file):5:11: error: the tag !now is already defined; choose another name [invalid-value]",
        "\(file):5:19: error: \"a b\" is not a valid tag name; expected letters, digits and "
          + "hyphens, such as customer [invalid-value]",
      ]
    )
  }

  @Test("Tags apply only to values, not to keys, merged maps or JSON")
  func places() {
    let fixtures = DemoFiles([
      "fixtures/base/databases/shops/a.yaml": "!now a: 1\n<<: !include x.yaml\n",
      "fixtures/base/databases/shops/b.yaml": "x: &x !repeat { count: 1, do: y }\ny: { <<: *x }\n",
      "fixtures/base/databases/shops/c.json": "{\"!now\": 1}",
      "fixtures/base/databases/shops/d.yaml": "{ \"!now\": 1, x: !nwo }",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        "fixtures/base/databases/shops/a.yaml:1:1: error: the tag !now precedes a key; it belongs "
          + "before a value [wrong-tag]",
        "fixtures/base/databases/shops/a.yaml:2:5: error: expected the alias of a map, or a list "
          + "of such aliases, after \"<<\", found a single value; quote \"<<\" to use it as a key "
          + "[invalid-merge]",
        "fixtures/base/databases/shops/b.yaml:2:10: error: expected the alias of a map, or a list "
          + "of such aliases, after \"<<\", found a list; quote \"<<\" to use it as a key "
          + "[invalid-merge]",
        "fixtures/base/databases/shops/d.yaml:1:17: error: unknown tag !nwo; did you mean \"!now\"? [unknown-tag]",
      ]
    )
    #expect(fixtures.tree("shops")?["c"]?["!now"]?.integer == 1)
  }

  @Test("Included files outside the project are not read, even through links")
  func outsideFiles() throws {
    try withTemporaryFolder { folder in
      let root = folder.appending("project")
      try write("secret", to: folder.appending("secret.txt"))
      try makeFolder(root.appending("environments"))
      try makeFolder(root.appending("fixtures/parts"))
      try link(root.appending("fixtures/parts/link.txt"), to: folder.appending("secret.txt"))
      try write(
        """
        a: !file ../../../../../secret.txt
        b: !file /../secret.txt
        c: !file /fixtures/parts/link.txt
        d: !include ../none.yaml
        """,
        to: root.appending("fixtures/base/databases/shops/x.yaml")
      )
      let fixtures = Fixtures.load(["base"], from: Project(root: root), databases: ["shops"])
      let file = "fixtures/base/databases/shops/x.yaml"
      let secret = folder.appending("secret.txt")
      #expect(
        fixtures.messages == [
          "\(file):1:4: error: !file: ../../../../../secret.txt is outside the project; copy it "
            + "into the project [unreadable-file]",
          "\(file):2:4: error: !file: /../secret.txt is outside the project; copy it into the "
            + "project [unreadable-file]",
          "\(file):3:4: error: !file: /fixtures/parts/link.txt cannot be read: a link points "
            + "outside the project, to \(secret); replace it with a copy of its target "
            + "[unreadable-file]",
          "\(file):4:4: error: !include: ../none.yaml does not exist: there is no file"
            + " fixtures/base/databases/none.yaml [unreadable-file]",
        ]
      )
    }
  }
}
