import TaneCore
import TaneProject
import Testing

@Suite("Account fixtures")
struct FixtureAccountsTests {
  private static let file = "fixtures/base/accounts.yaml"

  @Test("An account fixture has the fields of its map, and its password is stored separately")
  func fields() throws {
    let fixtures = DemoFiles([
      Self.file: """
      user000001:
        email: Mika@Example.com
        emailVerified: true
        displayName: 美香
        photoURL: https://example.com/m.png
        phoneNumber: "+81312345678"
        password: a long secret
        disabled: true
        claims: { role: editor, level: 3 }
        providers:
          google.com: { rawID: "117", email: mika@gmail.example }
      anonymous: {}
      """
    ]).fixturesOfDocuments()
    #expect(fixtures.messages == [])
    #expect(fixtures.fileCount == 1)
    #expect(
      fixtures.addresses(of: .accounts) == ["accounts:/anonymous", "accounts:/user000001"]
    )
    let account = try #require(fixtures.resources(of: .accounts).last)
    #expect(
      account.content
        == Tree([
          "email": "mika@example.com", "emailVerified": true, "displayName": "美香",
          "photoURL": "https://example.com/m.png", "phoneNumber": "+81312345678",
          "password": "<redacted>", "disabled": true, "claims": ["role": "editor", "level": 3],
          "providers": ["google.com": ["rawID": "117", "email": "mika@gmail.example"]],
        ])
    )
    let password = Address(account: "user000001", below: TreePath(["password"]))
    #expect(fixtures.secret(at: password) == Secret("a long secret"))
    #expect(account.position == SourcePosition(file: Self.file, line: 1, column: 1))
    #expect(!"\(fixtures)".contains("long secret"))
    var dumped = ""
    dump(fixtures, to: &dumped)
    #expect(!dumped.contains("a long secret"))
  }

  @Test("Fields that Firebase would not store are errors")
  func unstoredFields() {
    let fixtures = DemoFiles([
      Self.file: """
      u1: { emailVerified: true, displayName: "" }
      u2:
        email: a@example.com
        providers: { phone: { rawID: "1" }, google.com: { rawID: "2", photoURL: "" } }
      """
    ]).fixturesOfDocuments()
    let empty =
      "is empty, and Firebase does not store empty fields; remove it, or set it to null "
      + "[invalid-value]"
    #expect(
      fixtures.messages == [
        "\(Self.file):1:22: error: \"emailVerified\" has no effect without \"email\"; add the address, or remove it "
          + "[missing-value]\n  accounts:/u1/emailVerified",
        "\(Self.file):1:41: error: \"displayName\" \(empty)\n  accounts:/u1/displayName",
        "\(Self.file):4:16: error: the provider \"phone\" is set by the account's \"phoneNumber\"; "
          + "write that instead [invalid-value]\n  accounts:/u2/providers/phone",
        "\(Self.file):4:75: error: \"providers.google.com.photoURL\" \(empty)\n"
          + "  accounts:/u2/providers/google.com/photoURL",
      ]
    )
  }

  @Test("Accounts of several sets merge field by field, and a null removes a field")
  func layers() {
    let fixtures = DemoFiles(
      [
        Self.file: """
        u1: { email: a@example.com, displayName: A, claims: { a: 1 }, password: first-one }
        u2: { email: b@example.com }
        u3: { email: c@example.com }
        """,
        "fixtures/demo/accounts.yml": """
        u1: { displayName: null, claims: { b: 2 }, password: second-one }
        u2: null
        """,
      ],
      sets: ["base", "demo"]
    ).fixturesOfDocuments(["base", "demo"])
    #expect(fixtures.messages == [])
    #expect(
      fixtures.resources(of: .accounts).map(\.content) == [
        Tree(["email": "a@example.com", "claims": ["b": 2], "password": "<redacted>"]),
        Tree(["email": "c@example.com"]),
      ]
    )
    let password = Address(account: "u1", below: TreePath(["password"]))
    #expect(fixtures.secret(at: password)?.revealed == "second-one")
  }

  @Test("All problems of all accounts are found in one run without showing passwords")
  func findings() {
    let fixtures = DemoFiles([
      Self.file: """
      "": {}
      \(String(repeating: "x", count: 129)): {}
      u1:
        email: nobody
        emailVerified: "yes"
        displayName: 5
        phoneNumber: 03-1234
        pasword: hunter22
        password: short
        disabled: 1
        claims: { sub: x, ratio: .nan }
        providers:
          google.com: { rawId: "1" }
          apple.com: "2"
      u2: { email: Mika@example.com, phoneNumber: "+1", password: 123456 }
      u3: { email: mika@example.com, phoneNumber: "+1", claims: [1] }
      u4: { claims: { text: \(String(repeating: "x", count: 1000)) } }
      """
    ]).fixturesOfDocuments()
    #expect(
      fixtures.messages == [
        """
        \(Self.file):1:1: error: a user's identifier must have 1 to 128 characters; this one has 0 [invalid-value]
          accounts:/""
        """,
        """
        \(Self.file):2:1: error: a user's identifier must have 1 to 128 characters; this one has 129 \
        [invalid-value]
          accounts:/\(String(repeating: "x", count: 129))
        """,
        """
        \(Self.file):4:10: error: "nobody" is not a valid email address; expected a name, @ and a host, such as \
        mika@example.com [invalid-value]
          accounts:/u1/email
        """,
        """
        \(Self.file):5:18: error: expected true or false for "emailVerified", found a string \
        [wrong-type]
        """,
        """
        \(Self.file):6:16: error: expected a string for "displayName", found an integer; quote it to \
        make it a string [wrong-type]
        """,
        """
        \(Self.file):7:16: error: "03-1234" is not a valid phone number; expected + and up to 15 digits, \
        such as +81312345678 [invalid-value]
          accounts:/u1/phoneNumber
        """,
        """
        \(Self.file):8:3: error: unknown key "pasword" (known: email, emailVerified, displayName, \
        photoURL, phoneNumber, password, passwordHash, salt, disabled, claims, providers); did you mean "password"? \
        [unknown-key]
        """,
        """
        \(Self.file):9:13: error: this password has 5 characters; Firebase requires at least 6 \
        [invalid-value]
          accounts:/u1/password
        """,
        """
        \(Self.file):10:13: error: expected true or false for "disabled", found an integer \
        [wrong-type]
        """,
        """
        \(Self.file):11:13: error: the claim "sub" is reserved for Firebase's tokens; rename it \
        [invalid-value]
          accounts:/u1/claims/sub
        """,
        """
        \(Self.file):11:28: error: claims are stored as JSON, which does not support .nan \
        [invalid-value]
          accounts:/u1/claims
        """,
        """
        \(Self.file):13:5: error: "providers.google.com" has no rawID, the user's identifier at the \
        provider [missing-value]
          accounts:/u1/providers/google.com
        """,
        """
        \(Self.file):13:19: error: unknown key "rawId" in "providers.google.com" (known: rawID, email, \
        displayName, photoURL); did you mean "rawID"? [unknown-key]
        """,
        """
        \(Self.file):14:16: error: expected a map that describes an identity for "providers.apple.com", found a \
        string [wrong-type]
        """,
        """
        \(Self.file):15:61: error: expected a string for "password", found an integer; quote it to \
        make it a string [wrong-type]
        """,
        """
        \(Self.file):16:14: error: the email address mika@example.com also belongs to "u2"; remove \
        it from one of the accounts [described-twice]
        \(Self.file):15:14: note: the other one
          accounts:/u3/email
        """,
        """
        \(Self.file):16:45: error: the phone number +1 also belongs to "u2"; remove it from one of \
        the accounts [described-twice]
        \(Self.file):15:45: note: the other one
          accounts:/u3/phoneNumber
        """,
        """
        \(Self.file):16:59: error: expected a map of claims for "claims", found a list [wrong-type]
        """,
        """
        \(Self.file):17:15: error: these claims take up 1,011 bytes as JSON; Firebase allows up to \
        1,000 [invalid-value]
          accounts:/u4/claims
        """,
      ]
    )
  }

  @Test("A second accounts file or one that is not a map of maps is an error")
  func shapes() {
    let fixtures = DemoFiles(
      [
        Self.file: "[]", "fixtures/base/accounts.yml": "{}",
        "fixtures/demo/accounts.yaml": "u1: x\nu2: {}\n", "fixtures/empty/accounts.yaml": "",
      ],
      sets: ["base", "demo", "empty"]
    ).fixturesOfDocuments(["base", "demo", "empty"])
    #expect(
      fixtures.messages == [
        """
        \(Self.file):1:1: error: expected a map from users' identifiers to their accounts, found a list \
        [wrong-type]
        """,
        """
        fixtures/base/accounts.yml: error: two files define the accounts of the set "base"; \
        remove one \
        [described-twice]
        \(Self.file): note: the other one
        """,
        """
        fixtures/demo/accounts.yaml:1:5: error: expected a map of the account's fields, found a \
        string \
        [wrong-type]
          accounts:/u1
        """,
      ]
    )
    #expect(fixtures.services(of: .accounts).isEmpty)
  }
}
