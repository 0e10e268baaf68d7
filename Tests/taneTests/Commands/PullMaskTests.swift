import Foundation
import TaneTesting
import Testing

@Suite("Masked pulls")
struct PullMaskTests {
  private static let services = """
    databases: { users: "embedded:users" }
    buckets: { images: "embedded:images" }
    firestore: embedded:main
    accounts: embedded:main
    project: demo
    guard: protected
    maskKey: ${DEMO_KEY}

    """
  private static let masks = """
    masks:
      users:/users/*: key hash
      users:/users/*/name: fake name
      users:/users/*/mail: fake email
      users:/users/*/tel: keep-format
      users:/users/*/number: keep-format
      users:/users/*/born: keep-format
      users:/users/*/note: drop
      users:/users/*/memo: null
      users:/users/*/rank: hash
      users:/byMail/*: [key fake email, hash]
      firestore:/users/*: key hash
      firestore:/users/*/mail: fake email
      firestore:/users/*/memo: null
      accounts:/*: key hash
      accounts:/*/email: fake email
      accounts:/*/phoneNumber: keep-format
      accounts:/*/displayName: fake name
      images:/avatars/*: key hash

    """
  private static let everything = ["users:/", "images:/", "firestore:/", "accounts:/"]
  private static let people = [
    "fixtures/base/databases/users/users.yaml": """
    uid-hanako-0001:
      { name: 山田 花子, mail: Hanako.Yamada@Example.jp, tel: 090-1234-5678, number: 9012345678, born: "1985-12-31",
        note: 秘密のメモ, memo: 内緒のメモ, rank: 7, empty: "", score: 12 }
    uid-john-00002: { name: John Carpenter, mail: john.c@mail.example.org, tel: "+1 415 123 4567", score: 3 }
    """,
    "fixtures/base/databases/users/byMail.yaml": "\"hanako,yamada@example,jp\": uid-hanako-0001\n",
    "fixtures/base/firestore/users/uid-hanako-0001.yaml":
      "mail: hanako.yamada@example.jp\nmemo: secret words\nage: 40\n",
    "fixtures/base/firestore/posts/p1.yaml":
      "author: !reference users/uid-hanako-0001\ntext: hello\n",
    "fixtures/base/accounts.yaml": """
    uid-hanako-0001:
      { email: hanako.yamada@example.jp, displayName: 山田 花子, phoneNumber: "+819012345678" }
    uid-john-00002: { email: john.c@mail.example.org }
    """,
    "fixtures/base/buckets/images/avatars/uid-hanako-0001.txt": "a picture",
  ]

  /// Returns a project without fixtures whose environment was seeded with the given fixtures.
  private func pulled(_ fixtures: [String: String], masks: String = masks) async throws
    -> TemporaryProject
  {
    let open = Self.services.replacing("guard: protected", with: "guard: open")
    let project = try TemporaryProject(
      fixtures.merging(["environments/local.yaml": open]) { $1 }
    )
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.errors)")
    try project.removeFixtures()
    try project.write(Self.services + masks, to: "environments/local.yaml")
    return project
  }

  private func tane(
    _ project: TemporaryProject,
    _ arguments: [String],
    key: String? = "0123456789abcdef0123"
  ) async throws -> TaneProcess.Result {
    try await TaneProcess.run(
      arguments,
      in: project.root,
      variables: key.map { ["DEMO_KEY": $0] } ?? [:]
    )
  }

  @Test("A person has one pseudonym everywhere, types are kept and no original remains")
  func joined() async throws {
    let project = try await pulled(Self.people)
    let pulled = try await tane(project, ["pull"] + Self.everything)
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    #expect(
      pulled.output.hasSuffix(
        """
        Masked: 17 original values checked; none remain in the written files. Not checked: \
        1 short or common value (fewer than 3 Latin letters, fewer than 6 digits, or a word such as \
        "true").
        Pulled into 6 files.

        """
      ),
      "\(pulled.output)"
    )
    let text = try project.everythingWritten().lowercased()
    for original in [
      "hanako", "yamada", "山田", "花子", "john", "carpenter", "1234-5678", "12345678", "9012345678",
      "1985-12-31",
      "メモ", "secret words", "415 123",
    ] {
      #expect(!text.contains(original), "\(original): \(text)")
    }
    let users = try project.read("fixtures/base/databases/users/users.yaml")
    let id = try #require(users.firstMatch(of: /(\w{26}):\n  born/)?.output.1, "\(users)")
    let mail = try #require(
      users.firstMatch(of: /number: \d{10}\n(.*\n)*/) != nil
        ? users.matches(of: /mail: (\S+)/).map(\.output.1) : nil
    )
    #expect(text.contains("firestore/users/\(id).yaml"))
    #expect(text.contains("avatars/\(id).txt"))
    #expect(text.contains("author: !reference users/\(id)"))
    let accounts = try project.read("fixtures/base/accounts.yaml")
    #expect(accounts.contains("\(id):"))
    for mail in mail { #expect(accounts.contains("email: \(mail)")) }
    let byMail = try project.read("fixtures/base/databases/users/byMail.yaml")
    #expect(mail.contains { byMail == "\($0.replacing(".", with: ",")): \(id)\n" }, "\(byMail)")
    let number = try #require(users.firstMatch(of: /number: (\d{10})\n/)?.output.1)
    #expect(accounts.contains("phoneNumber: \"+81\(number)\""))
    #expect(users.replacing("-", with: "").contains("tel: 0\(number)"), "\(users)")
    #expect(users.contains("empty: \"\"") && users.contains("score: 12"))
    #expect(try project.read("fixtures/base/firestore/users/\(id).yaml").contains("memo: null"))
    // The same key yields the same pseudonyms, another key does not.
    let again = try await tane(project, ["pull"] + Self.everything)
    #expect(again.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
    let other = try await tane(project, ["pull", "users:/users", "-n"], key: nil)
    #expect(
      other.errors
        == "note: this run uses a random key for masks; set DEMO_KEY to get the same pseudonyms in every run\n"
    )
    #expect(other.output.contains("fixtures/base/databases/users/users.yaml"))
    let short = try await tane(project, ["pull", "users:/users"], key: "short")
    #expect(short.status == 2)
    #expect(
      short.errors
        == "error: the key in DEMO_KEY has fewer than 16 characters; create one with: openssl rand "
        + "-hex 32; nothing was read or written\n"
    )
    // The pulled fixtures are complete.
    try FileManager.default.removeItem(atPath: project.root.path + "/.tane")
    try project.write(
      Self.services.replacing("guard: protected", with: "guard: open"),
      to: "environments/local.yaml"
    )
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.errors)")
  }

  @Test(
    "A remaining original stops the pull, which names its place and a mask"
  )
  func leaks() async throws {
    let masks = "masks:\n  users:/users/*/mail: fake email\n  users:/users/*/name: fake name\n"
    let project = try await pulled(
      [
        "fixtures/base/databases/users/users.yaml":
          "u1: { mail: hana.mori@example.jp, name: Hana Morimoto, score: 1 }\n",
        "fixtures/base/databases/users/posts.yaml": """
        p1: { body: "Ask HANA.MORI@example.jp, she knows", json: '{"to":"hana.mori\\u0040example.jp"}' }
        """,
        "fixtures/base/databases/users/byMail.yaml": "\"hana,mori@example,jp\": u1\n",
        "fixtures/base/buckets/images/avatars/hana.mori@example.jp.txt": "x",
        "fixtures/base/buckets/images/notes/n1.txt": "from: Hana Morimoto",
      ],
      masks: masks + "  images:/none: keep\n"
    )
    let commented = "# of hana morimoto\nu1:\n  score: 1 # Hana Morimoto said so\n"
    try project.write(commented, to: "fixtures/base/databases/users/users.yaml")
    let pulled = try await tane(project, ["pull", "users:/", "images:/"])
    #expect(pulled.status == 1)
    let folder = "fixtures/base/databases/users"
    #expect(
      pulled.errors == """
        error: the name of fixtures/base/buckets/images/avatars/* contains the value of a masked \
        field; add the mask "images:/avatars/*: \
        key fake email" [unmasked-original]
          images:/avatars/*
        \(folder)/byMail.yaml:1:1: error: a key contains the value of a masked field; add \
        the mask "users:/byMail/*: key fake email" \
        [unmasked-original]
          users:/byMail/*
        \(folder)/posts.yaml:2:9: error: this also contains the value of a masked field; add \
        the mask "users:/posts/*/body: \
        keep-format" [unmasked-original]
          users:/posts/p1/body
        \(folder)/posts.yaml:3:9: error: this also contains the value of a masked field; add \
        the mask "users:/posts/*/json: \
        keep-format" [unmasked-original]
          users:/posts/p1/json
        \(folder)/users.yaml:1:1: error: a comment contains the value of a masked field; remove it [unmasked-original]
        \(folder)/users.yaml:3:1: error: a comment contains the value of a masked field; remove it [unmasked-original]
        error: 6 places would contain the original value of a masked field; nothing was written

        """,
      "\(pulled.errors)"
    )
    #expect(try project.everythingWritten().contains(commented))
    #expect(!project.exists("\(folder)/posts.yaml") && !project.exists("fixtures/base/buckets"))
    #expect(!(pulled.output + pulled.errors).lowercased().contains("hana"))
    // The bytes of objects are read last, but nothing is written before they have been checked.
    try project.write("u1:\n  score: 1\n", to: "\(folder)/users.yaml")
    try project.write(
      Self.services + masks + """
          users:/byMail/*: key fake email
          users:/posts/**: drop
          images:/avatars/*: drop

        """,
      to: "environments/local.yaml"
    )
    let bytes = try await tane(project, ["pull", "users:/", "images:/"])
    #expect(bytes.status == 1)
    #expect(
      bytes.errors == """
        error: the bytes of images:/notes/n1.txt contain the value of a masked field; add \
        the mask "images:/notes/*: null" or "images:/notes/*: drop" \
        [unmasked-original]
          images:/notes/n1.txt
        error: 1 place would contain the original value of a masked field; nothing was written

        """,
      "\(bytes.errors)"
    )
    #expect(
      !project.exists("\(folder)/byMail.yaml")
        && !project.exists("fixtures/base/buckets/images/notes/n1.txt")
    )
    try project.write(
      Self.services + masks + """
          users:/byMail/*: key fake email
          users:/posts/**: drop
          images:/avatars/*: drop
          images:/notes/*: null

        """,
      to: "environments/local.yaml"
    )
    let clean = try await tane(project, ["pull", "users:/", "images:/"])
    #expect(clean.status == 0, "\(clean.output)\(clean.errors)")
    #expect(try project.read("fixtures/base/buckets/images/notes/n1.txt").isEmpty)
    #expect(!(try project.everythingWritten()).lowercased().contains("hana"))
  }

  @Test("Unmasked values of earlier fixtures do not remain in the written files")
  func earlier() async throws {
    let text = "user-one: { mail: hana@example.jp, score: 1 }\nuser-two: { mail: ken@example.jp }\n"
    let file = "fixtures/base/databases/users/users.yaml"
    let project = try await pulled(
      [file: text],
      masks: "masks:\n  users:/users/*: key hash\n  users:/users/*/mail: fake email\n"
    )
    try project.write(text.replacing("score: 1", with: "score: 2"), to: file)
    let kept = try await tane(project, ["pull", "users:/"])
    #expect(kept.status == 1)
    #expect(
      kept.errors.hasPrefix(
        "\(file):1:1: error: a key contains the value of a masked field; the fixtures contained it "
          + "before masking: remove it, or pull with --prune [unmasked-original]\n  "
          + "users:/users/*\n"
      ),
      "\(kept.errors)"
    )
    #expect(try project.read(file).contains("hana@example.jp"))
    let pruned = try await tane(project, ["pull", "users:/", "--prune"])
    #expect(pruned.status == 0, "\(pruned.errors)")
    let written = try project.read(file)
    #expect(
      !written.contains("user-one") && !written.contains("hana") && written.contains("score: 1")
    )
  }

  @Test("A short name elsewhere as a value or word stops the pull")
  func shortNames() async throws {
    let file = "fixtures/base/databases/users/users.yaml"
    let project = try await pulled(
      [file: "u1: { name: 森 花, text: 森 花さんへ, place: 森林公園 }\nu2: { name: 森, by: 森 }\n"],
      masks: "masks:\n  users:/users/*/name: fake name\n"
    )
    let refused = try await tane(project, ["pull", "users:/"])
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        \(file):4:9: error: this also contains the value of a masked field; add \
        the mask "users:/users/*/text: keep-format" \
        [unmasked-original]
          users:/users/u1/text
        \(file):6:7: error: this is also the value of a masked field; add the mask "users:/users/*/by: fake \
        name" \
        [unmasked-original]
          users:/users/u2/by
        error: 2 places would contain the original value of a masked field; nothing was written

        """,
      "\(refused.errors)"
    )
    try project.write(
      Self.services + """
        masks:
          users:/users/*/name: fake name
          users:/users/*/text: drop
          users:/users/*/by: fake name

        """,
      to: "environments/local.yaml"
    )
    let pulled = try await tane(project, ["pull", "users:/"])
    #expect(pulled.status == 0, "\(pulled.errors)")
    #expect(
      pulled.output.contains(
        "Masked: 3 original values checked; none remain in the written files."
      ),
      "\(pulled.output)"
    )
    #expect(try project.read(file).contains("森林公園"))
  }

  @Test("Adopting an edit from a protected environment requires masks or an explicit option")
  func protectedAdoption() async throws {
    let file = "fixtures/base/databases/users/users.yaml"
    let project = try await pulled([file: "u1: { name: 森 花子 }\n"], masks: "")
    try project.write("u1: { name: x }\n", to: file)
    let refused = try await tane(project, ["adopt", "users:/users/u1/name"])
    #expect(refused.status == 3)
    #expect(
      refused.errors
        == "error: local is protected, but no masks cover users: personal data would be written to "
        + "fixtures in plain text. Add masks to the profile (tane pull --suggest-masks proposes "
        + "them; \"users:/**: keep\" declares that nothing is personal), or pass "
        + "--dangerously-unmasked to adopt without masks. Nothing was read or written.\n",
      "\(refused.errors)"
    )
    #expect(try project.read(file) == "u1: { name: x }\n")
    let adopted = try await tane(
      project,
      ["adopt", "users:/users/u1/name", "--dangerously-unmasked"]
    )
    #expect(adopted.status == 0, "\(adopted.errors)")
    #expect(try project.read(file) == "u1: { name: 森 花子 }\n")
  }

  @Test("A mask that cannot be applied is a finding at its position")
  func unusable() async throws {
    let project = try await pulled(
      [
        "fixtures/base/buckets/images/a.txt": "x",
        "fixtures/base/databases/users/users.yaml": "ua: 1\nub: 2\nuc: 3\nud: 4\nue: 5\nuf: 6\n",
      ],
      masks: "masks:\n  images:/*: hash\n  users:/users/*: key fake price\n"
    )
    let pulled = try await tane(project, ["pull", "users:/", "images:/"])
    #expect(pulled.status == 1)
    #expect(
      pulled.errors.hasPrefix(
        "environments/local.yaml:9:3: error: images:/* matches objects, whose content cannot be "
          + "masked with hash; use \"null\" to remove the content, \"drop\" to remove the object, "
          + "or \"keep\" to leave it unmasked [unusable-mask]\n"
      ),
      "\(pulled.errors)"
    )
    #expect(pulled.errors.hasSuffix("cannot be applied; nothing was written\n"))
  }

  @Test("A keep mask and exceptions allow originals only at their place and are listed")
  func keep() async throws {
    let project = try await pulled(
      [
        "fixtures/base/databases/users/a.yaml":
          "city: Yokohama\nplace: in Yokohama\nward: Yokohama\n"
      ],
      masks: "masks: { \"users:/a/city\": hash, \"users:/a/*\": keep }\n"
    )
    let refused = try await tane(project, ["pull", "users:/"])
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains(
        "this also contains the value of a masked field; add the mask \"users:/a/place: keep-format\", or "
          + "\"users:/a/place: keep\" for this value only [unmasked-original]"
      ),
      "\(refused.errors)"
    )
    func pull(_ settings: String) async throws -> TaneProcess.Result {
      try project.write(
        Self.services + "masks: { \"users:/a/city\": hash, \"users:/a/place\": keep }\n" + settings,
        to: "environments/local.yaml"
      )
      return try await tane(project, ["pull", "users:/"])
    }
    let ward = try await pull("")
    #expect(ward.status == 1)
    #expect(!ward.errors.contains("users:/a/place"), "\(ward.errors)")
    let pulled = try await pull("maskExceptions: [Yokohama]\n")
    #expect(pulled.status == 0, "\(pulled.errors)")
    #expect(
      pulled.output.contains("none remain in the written files. Exceptions: \"Yokohama\".\n"),
      "\(pulled.output)"
    )
    try project.write("place: in Yokohama\n", to: "fixtures/base/databases/users/a.yaml")
    try project.write(
      Self.services
        + "masks: { \"users:/a/city\": hash, \"users:/a/ward\": hash, \"users:/a/place\": keep }\n",
      to: "environments/local.yaml"
    )
    let named = try await tane(project, ["pull", "users:/"])
    #expect(named.status == 0, "\(named.errors)")
    #expect(
      named.output.contains("none remain in the written files. Exceptions: users:/a/place.\n"),
      "\(named.output)"
    )
    #expect(try project.read("fixtures/base/databases/users/a.yaml").contains("place: in Yokohama"))
  }

  @Test("A manual edit is adopted with its masks at the fixture's address")
  func adopt() async throws {
    let project = try await pulled(Self.people)
    #expect(try await tane(project, ["pull", "users:/"]).status == 0)
    let file = "fixtures/base/databases/users/users.yaml"
    let users = try project.read(file)
    let id = try #require(users.firstMatch(of: /(\w{26}):\n  born/)?.output.1)
    try project.write(users.replacing("score: 12", with: "score: 13 # high"), to: file)
    let adopted = try await tane(project, ["adopt", "users:/users/\(id)/score"])
    #expect(adopted.status == 0, "\(adopted.errors)")
    #expect(try project.read(file) == users.replacing("score: 12", with: "score: 12 # high"))
    let unmasked = try await tane(project, ["adopt", "firestore:/users"])
    #expect(unmasked.status == 0, "\(unmasked.errors)")
  }

  @Test("Personal data is found by key and value and proposed as masks without writing")
  func suggestions() async throws {
    let project = try await pulled(
      [
        "fixtures/base/databases/users/users.yaml": """
        u1: { contact: hana@example.jp, 氏名: 森 花, homeTel: 9012345678, zip: 150-0001, born: "1985-12-31", score: 4 }
        u2: { contact: ken@example.jp, bio: "write to ken@example.jp", ip: 192.168.0.12, 住所: 東京都渋谷区1-2-3, ok: true }
        """,
        "fixtures/base/databases/users/byMail.yaml": "\"hana,mori@example,jp\": u1\n",
        "fixtures/base/databases/users/shops.yaml":
          "s1: { name: ラーメン 花, price: 800, at: \"2026-04-01\", code: 090-12 }\n",
        "fixtures/base/firestore/posts/p1.yaml": "by: Emma Taylor\ntoken: abcdef\n",
        "fixtures/base/accounts.yaml": "u1: { email: hana@example.jp, password: secret123 }\n",
      ],
      masks: "masks: { \"users:/users/*/zip\": keep }\n"
    )
    let found = try await tane(project, ["pull", "--suggest-masks"] + Self.everything)
    #expect(found.status == 1)
    #expect(
      found.output.hasSuffix(
        """

        masks:
          accounts:/*/email: fake email  # email address, 1
          firestore:/posts/*/by: fake name  # name, 1
          firestore:/posts/*/token: drop  # token, 1
          users:/byMail/*: key fake email  # email address as key, 1
          users:/users/*/bio: keep-format  # text with an email address, 1
          users:/users/*/born: keep-format  # birthday, 1
          users:/users/*/contact: fake email  # email address, 2
          users:/users/*/homeTel: keep-format  # phone number, 1
          users:/users/*/ip: hash  # IP address, 1
          users:/users/*/住所: fake address  # address, 1
          users:/users/*/氏名: fake name  # name, 1

        """
      ),
      "\(found.output)"
    )
    #expect(try project.everythingWritten() == "base\n\nbase/README.md\n\n")
    let nothing = try await tane(project, ["pull", "--suggest-masks", "users:/shops"])
    #expect(nothing.status == 0)
    #expect(
      nothing.output.hasSuffix("\n\nNo unmasked value looks like personal data.\n"),
      "\(nothing.output)"
    )
  }

  @Test("Referenced data is pulled within a budget, and omitted references are reported")
  func follow() async throws {
    let fixtures = [
      "fixtures/base/firestore/posts/p1.yaml": """
      author: !reference users/u1
      picture: gs://images/pictures/1.txt
      node: users:/places/tokyo
      missing: !reference users/nobody
      userId: account-1
      """,
      "fixtures/base/firestore/users/u1.yaml": "friend: !reference users/u2\n",
      "fixtures/base/firestore/users/u2.yaml": "friend: !reference users/u1\n",
      "fixtures/base/firestore/users/u3.yaml": "a: 1\n",
      "fixtures/base/buckets/images/pictures/1.txt": "1",
      "fixtures/base/buckets/images/pictures/2.txt": "2",
      "fixtures/base/databases/users/places.yaml": "tokyo: 1\nosaka: 2\n",
      "fixtures/base/accounts.yaml":
        "account-1: { email: a@example.com }\naccount-2: { email: b@example.com }\n",
    ]
    let project = try await pulled(fixtures, masks: "")
    let arguments = ["pull", "firestore:/posts", "--dangerously-unmasked"]
    let some = try await tane(project, arguments + ["--follow=2", "-n"])
    #expect(some.status == 0)
    #expect(
      some.errors
        == "note: --follow: 2 resources referenced in the data are also pulled; skipped: 2 of "
        + "firestore (firestore:/users/nobody, firestore:/users/u1), 1 of users "
        + "(users:/places/tokyo)\n"
        || some.errors.hasPrefix(
          "note: --follow: 2 resources referenced in the data are also pulled; skipped: "
        ),
      "\(some.errors)"
    )
    let all = try await tane(project, arguments + ["--follow"])
    #expect(
      all.errors == "note: --follow: 5 resources referenced in the data are also pulled\n",
      "\(all.errors)"
    )
    #expect(
      all.output.hasSuffix(
        """
        + add     fixtures/base/accounts.yaml  1 value
        + add     fixtures/base/buckets/images/pictures/1.txt
        + add     fixtures/base/databases/users/places/tokyo.yaml  1 value
        + add     fixtures/base/firestore/posts/p1.yaml  5 values
        + add     fixtures/base/firestore/users/u1.yaml  1 value
        + add     fixtures/base/firestore/users/u2.yaml  1 value

        Pulled into 6 files.

        """
      ),
      "\(all.output)"
    )
    #expect(try await tane(project, ["pull", "firestore:/", "--follow=0"]).status == 64)
  }
}
