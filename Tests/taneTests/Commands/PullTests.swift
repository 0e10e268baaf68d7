import Foundation
import TaneTesting
import Testing

@Suite("Data of an environment as fixtures")
struct PullTests {
  /// Returns a project without fixtures whose environment is a copy of another project's
  /// environment.
  private func emptied(_ project: TemporaryProject) throws -> TemporaryProject {
    let other = try TemporaryProject(["environments/local.yaml": TemporaryProject.everyKind])
    let folder = ".tane/embedded"
    try FileManager.default.createDirectory(
      at: other.root.appending(path: ".tane"),
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(
      at: project.root.appending(path: folder),
      to: other.root.appending(path: folder)
    )
    return other
  }

  @Test("A pull into an empty project leaves no difference for all kinds of services")
  func roundTrip() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": TemporaryProject.everyKind,
      "fixtures/base/databases/shops/shops.yaml":
        "- { id: 0, name: 麺屋, open: true }\n- { id: 1, name: \"no\", price: 1.5 }\n",
      "fixtures/base/databases/shops/a%25b.yaml": "{ \"~\": 1, 店: [1, null, { x: \"\" }] }\n",
      "fixtures/base/databases/users.yaml": "{ users: { u1: { name: \"line\\nline\\n\" } } }\n",
      "fixtures/base/firestore/posts/p1.yaml": """
      at: !timestamp 2026-05-08T01:00:00.123456Z
      place: !geopoint { latitude: 35.5, longitude: 139.25 }
      author: !reference users/u1
      raw: !bytes AAEC
      n: 1.0
      embedding: { __type__: __vector__, value: [1.0, 2.5] }
      parts: { first: { __type__: __vector__, value: [-3.0] } }
      """,
      "fixtures/base/firestore/posts/p1/comments/c1.yaml": "text: 熱い\n",
      "fixtures/base/accounts.yaml": """
      u1: { email: hana@example.com, displayName: 花, disabled: true, claims: { admin: true } }
      u2: { phoneNumber: "+81312345678" }
      """,
      "fixtures/base/buckets/images/a/b.txt": "bytes",
      "fixtures/base/buckets/images/c.bin.meta.yaml":
        "{ contentType: image/png, metadata: { k: v } }\n",
      "fixtures/base/buckets/images/c.bin": "\u{0}\u{1}",
      "fixtures/base/remote-config.yaml": """
      conditions: [{ name: ios, expression: "device.os == 'ios'" }]
      parameters:
        greeting: Hello
        size: 20
        colors: [red, green]
        theme: { value: light, description: Colours, conditions: { ios: dark } }
      """,
    ])
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.errors)")
    let other = try emptied(project)
    let dry = try await TaneProcess.run(
      ["pull"] + TemporaryProject.everything + ["-n"],
      in: other.root
    )
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(dry.output.contains("+ add     fixtures/base/databases/shops/shops.yaml"))
    #expect(!FileManager.default.fileExists(atPath: other.root.path + "/fixtures/base/databases"))
    let pulled = try await TaneProcess.run(["pull"] + TemporaryProject.everything, in: other.root)
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    let diff = try await other.tane("diff")
    #expect(diff.status == 0, "\(diff.output)\(diff.errors)")
    #expect(diff.output.contains("No differences: "))
    let again = try await TaneProcess.run(["pull"] + TemporaryProject.everything, in: other.root)
    #expect(again.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
    // The pulled fixtures are complete: seeding them elsewhere gives the same environment.
    try FileManager.default.removeItem(atPath: other.root.path + "/.tane")
    #expect(try await other.tane("seed").status == 0)
    let back = try emptied(other)
    try FileManager.default.copyItem(
      atPath: project.root.path + "/fixtures",
      toPath: back.root.path + "/fixtures"
    )
    let original = try await back.tane("diff")
    #expect(original.status == 0, "\(original.output)\(original.errors)")
  }

  @Test("A manual edit is adopted in the line of the old value, keeping comments and order")
  func adopt() async throws {
    let fixture = "fixtures/base/databases/shops/shops.yaml"
    let text = """
      # The shops of the demo.
      - id: 0
        price: 800  # with tax
        name: 麺屋
      # The second
      - { id: 1, name: 喫茶, tags: [a] }

      """
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n", fixture: text,
    ])
    let edited = text.replacing("800", with: "850").replacing("tags: [a]", with: "tags: [a, b]")
    try project.write(edited, to: fixture)
    #expect(try await project.tane("seed").status == 0)
    try project.write(text, to: fixture)
    let dry = try await project.tane("adopt", "shops:/shops/0/price", "-n")
    #expect(
      dry.output.hasSuffix(
        "~ change  fixtures/base/databases/shops/shops.yaml  1 value\n\nDry run: nothing was written.\n"
      )
    )
    #expect(try project.read(fixture) == text)
    #expect(try await project.tane("adopt", "shops:/shops/0/price").status == 0)
    #expect(try project.read(fixture) == text.replacing("800", with: "850"))
    #expect(try await project.tane("adopt", "shops:/shops").status == 0)
    #expect(try project.read(fixture) == edited)
    #expect(try await project.tane("diff").status == 0)
  }

  @Test(
    "An address that exists nowhere is an error",
    arguments: [
      (
        ["pull", "shops:/shops", "shops:/shosp"],
        "shops:/shosp is neither in the fixtures nor in the data to pull"
      ),
      (
        ["pull", "images:/a.png"],
        "images:/a.png is neither in the fixtures nor in the data to pull"
      ),
      (["adopt", "shops:/shosp"], "shops:/shosp is not in the fixtures"),
    ] as [([String], String)]
  )
  func unknownAddress(arguments: [String], message: String) async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    let result = try await TaneProcess.run(arguments, in: project.root)
    #expect(result.status == 64, "\(result.output)")
    #expect(result.errors == "error: \(message)\n")
  }

  @Test("A pull of an empty service finds nothing to do")
  func emptyService() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("pull", "images:/")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
  }

  @Test("Adopting removes no fixture of a resource that the environment has never had")
  func adoptNeverSeeded() async throws {
    let fixture = "fixtures/base/databases/shops/shops.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      fixture: "{ a: 1 }\n",
    ])
    let kept = try await project.tane("adopt", "shops:/")
    #expect(kept.status == 1)
    #expect(
      kept.output.contains(
        "! skip    shops:/shops  it was never written to the environment; delete its fixture if it "
          + "is not needed"
      ),
      "\(kept.output)\(kept.errors)"
    )
    #expect(try project.read(fixture) == "{ a: 1 }\n")
    #expect(try await project.tane("seed").status == 0)
    try project.remove(".tane/embedded/local.sqlite")
    _ = try await project.tane("adopt", "shops:/")
    #expect(!project.exists(fixture))
  }

  @Test(
    "Pulling a protected environment requires an explicit option"
  )
  func protected() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: protected\ndatabases: { shops: \"embedded:shops\" }\n",
      "fixtures/base/databases/shops.yaml": "{}\n",
    ])
    let refused = try await project.tane("pull", "shops:/")
    #expect(refused.status == 3)
    #expect(
      refused.errors.hasSuffix(
        "error: local is protected, but no masks cover shops: personal data would be written to "
          + "fixtures in plain text. Add masks to the profile (tane pull --suggest-masks proposes "
          + "them; \"shops:/**: keep\" declares that nothing is personal), or pass "
          + "--dangerously-unmasked to pull without masks. Nothing was read or written.\n"
      ),
      "\(refused.errors)"
    )
    #expect(try await project.tane("pull", "shops:/", "--dangerously-unmasked").status == 0)
  }

  @Test("A database export becomes fixture files, with hostile keys inside their folder")
  func export() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": TemporaryProject.everyKind,
      "fixtures/base/databases/shops/a.yaml": "1 # one\n",
      "export.json": """
      { "a": 2, "%2E%2E%2Fevil": { "x": 1 }, "CON": [1, { "k": "no" }], "~": "t", "x~": 1, "readme": true }
      """,
    ])
    let pulled = try await project.tane("pull", "shops:/", "--from", "export.json")
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    #expect(
      pulled.output.contains(
        """
        + add     fixtures/base/databases/shops/CON.yaml  2 values
        ~ change  fixtures/base/databases/shops/a.yaml  1 value
        """
      ),
      "\(pulled.output)"
    )
    #expect(try project.read("fixtures/base/databases/shops/a.yaml") == "2 # one\n")
    #expect(!project.exists("evil.yaml") && !project.exists("fixtures/evil.yaml"))
    #expect(try await project.tane("seed").status == 0)
    let again = try await project.tane("pull", "shops:/", "--from", "export.json")
    #expect(again.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
    try project.write("{ \"a.b\": 1 }", to: "bad.json")
    let bad = try await project.tane("pull", "shops:/", "--from", "bad.json")
    #expect(bad.status == 2)
    #expect(bad.errors.hasPrefix("bad.json:1:3: error: "))
    #expect(
      bad.errors.hasSuffix(
        "bad.json contains data that a database cannot store; nothing was written\n"
      )
    )
    let outside = try await project.tane("pull", "shops:/", "--to", "../../elsewhere")
    #expect(outside.status == 64)
    #expect(
      outside.errors
        == "error: \"../../elsewhere\" is not a valid fixture set name: it contains \"/\"\n"
    )
    let unknown = try await project.tane("pull", "shop:/")
    #expect(unknown.status == 64)
    #expect(unknown.errors.hasPrefix("error: shop:/: local has no database or bucket \"shop\""))
    let wrong = try await project.tane("pull", "shops:/", "users:/", "--from", "export.json")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors
        == "error: export.json contains the data of one service; specify only addresses of that "
        + "service\n"
    )
  }

  @Test("Values generated by a tag are skipped and reported with the tag's line")
  func expressions() async throws {
    let fixture = "fixtures/base/databases/shops/shops.yaml"
    let text =
      "count: !range [1, 1]\nlist: !repeat { count: 2, do: { price: 100 } } # two\nname: a\n"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      fixture: "count: 5\nlist: [{ price: 100 }, { price: 200 }]\nname: b\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write(text, to: fixture)
    let adopted = try await project.tane("adopt", "shops:/shops")
    #expect(adopted.status == 1)
    #expect(
      adopted.output.contains(
        """
        ! skip    shops:/shops/count  the tag at \(fixture):1:8 generates it; change it there
        ! skip    shops:/shops/list/1/price  the tag at \(fixture):2:7 generates it; change it there
        """
      ),
      "\(adopted.output)\(adopted.errors)"
    )
    #expect(try project.read(fixture) == text.replacing("name: a", with: "name: b"))
  }

  @Test("A list with a tag is adopted as a whole or not at all")
  func listsWithTags() async throws {
    let (shops, demo) = (
      "fixtures/base/databases/shops/shops.yaml", "fixtures/demo/databases/shops/shops.yaml"
    )
    let text =
      "tokens: [{ id: 1, key: !env { name: TANE_KEY, default: k } }, { id: 2, key: b }]\n"
      + "shops: [{ id: 1 }, { id: 2 }]\n"
    let project = try TemporaryProject([
      "environments/local.yaml":
        "fixtures: [base, demo]\ndatabases: { shops: \"embedded:shops\" }\n",
      shops: text, demo: "shops: !append [{ id: 3 }]\n",
    ])
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.errors)")
    try project.write(
      """
      tokens: [{ id: 0, key: a }, { id: 1, key: k }, { id: 2, key: b }]
      shops: [{ id: 0 }, { id: 1 }, { id: 2 }, { id: 3 }]

      """,
      to: shops
    )
    try project.write("{}\n", to: demo)
    #expect(try await project.tane("seed").status == 0)
    try project.write(text, to: shops)
    try project.write("shops: !append [{ id: 3 }]\n", to: demo)
    let adopted = try await project.tane("adopt", "shops:/")
    #expect(adopted.status == 1)
    #expect(
      adopted.output.contains("Nothing was written: the fixtures cannot contain these values."),
      "\(adopted.output)\(adopted.errors)"
    )
    #expect(try project.read(shops) == text)
    #expect(try project.read(demo) == "shops: !append [{ id: 3 }]\n")
  }

  /// Seeds a fixture, replaces its text and adopts the seeded values; expects no difference.
  private func adopt(
    _ seeded: String,
    into text: String,
    of fixture: String,
    _ profile: String,
    _ address: String
  ) async throws -> TemporaryProject {
    let project = try TemporaryProject(["environments/local.yaml": profile, fixture: seeded])
    #expect(try await project.tane("seed").status == 0)
    try project.write(text, to: fixture)
    let adopted = try await project.tane("adopt", address)
    #expect(adopted.status == 0, "\(adopted.output)\(adopted.errors)")
    let same = try await project.tane("diff")
    #expect(same.status == 0, "\(same.output)")
    return project
  }

  @Test(
    "A list that lost an element or became a map, and a new node below a file's root, are adopted",
    arguments: [
      ("list: [1, 2, 3]\nother: 1\n", "list: [1, null, 3]\nother: 2\n", "shops:/shops"),
      ("list: [{ a: 1 }, { a: 2 }]\n", "list: { a: 1, b: 2 }\n", "shops:/shops"),
      ("a: [x, [1, 2], y]\n", "a: [x, { w: 5 }, y]\n", "shops:/shops"),
      ("a: [[t, { x: 1 }, 100]]\n", "a: [[null, 100]]\n", "shops:/shops"),
      ("a: 1 # one\n", "a: 1 # one\nnew:\n  b: 2\n", "shops:/shops/new"),
    ]
  )
  func otherShapes(old: String, new: String, address: String) async throws {
    let fixture = "fixtures/base/databases/shops/shops.yaml"
    let profile = "databases: { shops: \"embedded:shops\" }\n"
    _ = try await adopt(new, into: old, of: fixture, profile, address)
  }

  @Test("A list is pulled as one value, and other values are removed only on request")
  func shorterList() async throws {
    let fixture = "fixtures/base/databases/shops/shops.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      fixture: "list: [{ n: a }, { n: b }]\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    let text = "list: # one\n  - { n: x }\n  - { n: a, m: 1 }\n  - { n: b }\nother: 1\n"
    try project.write(text, to: fixture)
    let pulled = try await project.tane("pull", "shops:/")
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    #expect(
      try project.read(fixture) == "list: # one\n  - { n: a }\n  - { n: b }\nother: 1\n"
    )
    try project.write(text, to: fixture)
    #expect(try await project.tane("pull", "shops:/", "--prune").status == 0)
    #expect(try project.read(fixture) == "list: # one\n  - { n: a }\n  - { n: b }\n")
  }

  @Test("A pull that prunes removes a map from each set that describes a part of it")
  func prunedSets() async throws {
    let (base, demo) = (
      "fixtures/base/databases/shops/a.yaml", "fixtures/demo/databases/shops/a.yaml"
    )
    let project = try TemporaryProject([
      "environments/local.yaml":
        "databases: { shops: \"embedded:shops\" }\nfixtures: [base, demo]\n",
      base: "m: 1\n", demo: "k: 3\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write("e: { x: 1 }\nm: 1\n", to: base)
    try project.write("e: { y: 2 } # demo\nk: 3\n", to: demo)
    let pulled = try await project.tane("pull", "shops:/a", "--prune")
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    #expect(try project.read(base) == "m: 1\n")
    #expect(try project.read(demo) == "k: 3\n")
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("A list in which an element with a tag moves is skipped", arguments: ["", "z: 1, "])
  func movedTag(field: String) async throws {
    let fixture = "fixtures/base/databases/shops/a.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      fixture: "l: [{ id: y, t: v6 }]\nb: 2\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    let list = "l:\n  - { id: x }\n  - { id: y, \(field)t: !template \"v6\" }\n"
    try project.write(list + "b: 1\n", to: fixture)
    let pulled = try await project.tane("pull", "shops:/a")
    #expect(pulled.output.contains("another element of its list cannot be changed"))
    #expect(try project.read(fixture) == list + "b: 2\n")
  }

  @Test("A pull without --prune keeps a list that only the fixtures have")
  func keptList() async throws {
    let fixture = "fixtures/base/databases/shops/a.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      fixture: "b: 2\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write("l:\n  - x # one\nb: 1\n", to: fixture)
    #expect(try await project.tane("pull", "shops:/a").status == 0)
    #expect(try project.read(fixture) == "l:\n  - x # one\nb: 2\n")
  }

  @Test("An included list that is longer than the environment's is reported")
  func includedList() async throws {
    let fixture = "fixtures/base/databases/shops/a.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      fixture: "l: [1]\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write("[1, 2]\n", to: "parts/l.yaml")
    try project.write("l: !include /parts/l.yaml\n", to: fixture)
    let pulled = try await project.tane("pull", "shops:/a")
    #expect(
      pulled.output.contains("! skip    shops:/a/l/1  parts/l.yaml does not contain it"),
      "\(pulled.output)"
    )
  }

  @Test("Values of a file with a set's own tags are pulled, and its tags are kept")
  func ownTags() async throws {
    let fixture = "fixtures/base/databases/shops/a.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      "fixtures/base/set.yaml": "define:\n  price: { amount: 5, currency: JPY }\n",
      fixture: "z: 2\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write("p: !price { amount: 7 } # p\nz: 1\n", to: fixture)
    let pulled = try await project.tane("pull", "shops:/a", "--prune")
    #expect(pulled.output.contains("! skip    shops:/a/p  the tag at \(fixture):1:4 generates it"))
    #expect(try project.read(fixture) == "p: !price { amount: 7 } # p\nz: 2\n")
  }

  @Test(
    "A JSON parameter of Remote Config is adopted, in the short form if the fixture has it",
    arguments: [
      ("[red, green] # c", "\n  colors: [blue] # c\n"), ("{ dark: true }", "\n  colors: [blue]\n"),
      ("{ value: [red, green], description: a }", "value: '[\"blue\"]'"),
    ]
  )
  func parameters(old: String, new: String) async throws {
    let fixture = "fixtures/base/remote-config.yaml"
    let project = try await adopt(
      "parameters:\n  colors: [blue]\n  size: 20\n",
      into: "parameters:\n  colors: \(old)\n  size: 20\n",
      of: fixture,
      "remoteConfig: embedded:main\n",
      "remoteConfig:/"
    )
    let adoptedText = try project.read(fixture)
    #expect(adoptedText.contains(new), "\(adoptedText)")
    #expect(adoptedText.hasSuffix("\n  size: 20\n"), "\(adoptedText)")
  }

  @Test("Remote Config parameters are adopted in their line, in the form and type of the fixture")
  func parameterForms() async throws {
    let fixture = "fixtures/base/remote-config.yaml"
    func text(_ size: String, _ greeting: String, _ isBeta: Bool, _ retries: Int) -> String {
      """
      conditions: [{ name: ios, expression: device.os == 'ios' }]
      parameters:
        page_size: \(size) # how many
        greeting: \(greeting)
        beta: \(isBeta)
        retries: { value: \(retries), conditions: { ios: \(retries + 1) } } # more on iOS

      """
    }
    for (old, new) in [("30", "31"), ("30", "all"), ("all", "30")] {
      let seeded = text(old, "hello", true, 3)
      let project = try await adopt(
        seeded,
        into: text(new, "hi", false, 5),
        of: fixture,
        "remoteConfig: embedded:main\n",
        "remoteConfig:/"
      )
      #expect(try project.read(fixture) == seeded)
    }
  }

  @Test("Numbers whose kind changed in Firestore are adopted")
  func numberKinds() async throws {
    let fixture = "fixtures/base/firestore/posts/p1.yaml"
    let project = try await adopt(
      "{ a: 1, b: [2.0, { c: 3 }] }\n",
      into: "{ a: 1.0, b: [2, { c: 3.0 }] }\n",
      of: fixture,
      "firestore: embedded:main\n",
      "firestore:/"
    )
    #expect(try project.read(fixture) == "{ a: 1, b: [2.0, { c: 3 }] }\n")
  }

  @Test("Files of a set that the environment does not load keep their own values")
  func otherSet() async throws {
    let (post, other) = (
      "fixtures/demo/firestore/posts/p1.yaml", "fixtures/demo/firestore/posts/p2.yaml"
    )
    let logo = "fixtures/demo/buckets/images/logo.txt"
    let project = try TemporaryProject([
      "environments/local.yaml": TemporaryProject.everyKind,
      "fixtures/base/firestore/posts/p1.yaml": "{ text: new, count: 2 }\n",
      "fixtures/base/firestore/posts/p2.yaml": "{ text: same, at: 1 }\n",
      "fixtures/base/buckets/images/logo.txt": "new",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.removeFixtures()
    try project.write("# mine\ntext: old # why\nown: { a: 1 }\n", to: post)
    try project.write("# mine\ntext: same\nat: !now -1h\n", to: other)
    try project.write("mine", to: logo)
    let pulled = try await project.tane("pull", "firestore:/", "images:/", "--to", "demo")
    #expect(pulled.status == 1, "\(pulled.errors)")
    #expect(
      pulled.output.contains(
        "! skip    firestore:/posts/p2/at  the tag at \(other):3:5 generates it; change it there\n"
      ),
      "\(pulled.output)"
    )
    #expect(
      pulled.output.contains(
        "! skip    images:/logo.txt  \(logo) exists with different content; remove it to pull the "
          + "object\n"
      ),
      "\(pulled.output)"
    )
    #expect(
      try project.read(post) == "# mine\ntext: new # why\nown: { a: 1 }\ncount: 2\n"
    )
    #expect(try project.read(other) == "# mine\ntext: same\nat: !now -1h\n")
    #expect(try project.read(logo) == "mine")
  }
}
