import TaneCore
import TaneProject
import Testing

@Suite("Password hashes in account fixtures")
struct FixturePasswordHashTests {
  private static let file = "fixtures/base/accounts.yaml"

  private static func password(_ id: String) -> Address {
    Address(account: id, below: TreePath(["password"]))
  }

  private func messages(_ text: String) -> [String] {
    DemoFiles([Self.file: text]).fixturesOfDocuments().messages
  }

  @Test("A password hash is a secret with the parameters of its file")
  func fields() throws {
    let fixtures = DemoFiles([
      Self.file: """
      hash: { algorithm: SCRYPT, signerKey: c2VjcmV0Pz8/, saltSeparator: Bw==, rounds: 8, memoryCost: 14 }
      u1: { email: a@example.com, passwordHash: "/+8=", salt: TmFDbA== }
      u2: { password: a long secret }
      """
    ]).fixturesOfDocuments()
    #expect(fixtures.messages == [])
    #expect(
      fixtures.resources(of: .accounts).map(\.content) == [
        Tree(["email": "a@example.com", "password": "<redacted>"]),
        Tree(["password": "<redacted>"]),
      ]
    )
    let secret = try #require(fixtures.secret(at: Self.password("u1")))
    var parameters = PasswordHashParameters(.scrypt)
    parameters.signerKey = "c2VjcmV0Pz8_"
    parameters.saltSeparator = "Bw"
    parameters.numbers = ["rounds": 8, "memoryCost": 14]
    #expect(
      secret.passwordHash == AccountPassword(hash: "_-8", salt: "TmFDbA", parameters: parameters)
    )
    #expect(fixtures.secret(at: Self.password("u2"))?.passwordHash == nil)
    var dumped = "\(fixtures)\(secret)"
    dump(fixtures, to: &dumped)
    dump(secret, to: &dumped)
    for text in ["_-8", "TmFDbA", "c2VjcmV0"] { #expect(!dumped.contains(text)) }
  }

  @Test("A later set can replace the hash of an account, with the parameters of its own file")
  func layers() throws {
    let fixtures = DemoFiles(
      [
        Self.file: """
        hash: { algorithm: SHA256, rounds: 3, inputOrder: PASSWORD_FIRST }
        u1: { passwordHash: AAAA }
        u2: { passwordHash: AAAA }
        u3: { passwordHash: AAAA, salt: AAAA }
        """,
        "fixtures/demo/accounts.yaml": """
        hash: { algorithm: BCRYPT }
        u1: { displayName: A }
        u2: { passwordHash: $2b$04$abc }
        u3: { passwordHash: null, salt: null, password: another }
        """,
      ],
      sets: ["base", "demo"]
    ).fixturesOfDocuments(["base", "demo"])
    #expect(fixtures.messages == [])
    let hashes = ["u1", "u2", "u3"].map { fixtures.secret(at: Self.password($0))?.passwordHash }
    var parameters = PasswordHashParameters(.sha256)
    parameters.numbers = ["rounds": 3]
    parameters.isPasswordFirst = true
    let bcrypt = Base64.urlText(of: "$2b$04$abc".utf8)
    #expect(
      hashes == [
        AccountPassword(hash: "AAAA", parameters: parameters),
        AccountPassword(hash: bcrypt, parameters: PasswordHashParameters(.bcrypt)), nil,
      ]
    )
    #expect(fixtures.secret(at: Self.password("u3"))?.revealed == "another")
    #expect(
      fixtures.resources(of: .accounts).map(\.content) == [
        Tree(["password": "<redacted>", "displayName": "A"]), Tree(["password": "<redacted>"]),
        Tree(["password": "<redacted>"]),
      ]
    )
  }

  @Test("A map named hash without parameters is the account of a user with this identifier")
  func namesake() {
    let fixtures = DemoFiles([Self.file: "hash: { email: hash@example.com }"])
      .fixturesOfDocuments()
    #expect(fixtures.messages == [])
    #expect(fixtures.addresses(of: .accounts) == ["accounts:/hash"])
  }

  @Test("Keys of hashes can be environment variables")
  func variables() {
    let text = """
      hash: { algorithm: HMAC_MD5, signerKey: !env TANE_TEST_UNSET_KEY }
      u1: { passwordHash: AAAA }
      """
    #expect(
      messages(text) == [
        """
        \(Self.file):1:41: error: the environment variable TANE_TEST_UNSET_KEY is not set; set it, or \
        write a default: !env { name: TANE_TEST_UNSET_KEY, default: … } [unset-variable]
        """
      ]
    )
    let fallback = """
      hash: { algorithm: HMAC_MD5, signerKey: !env { name: TANE_TEST_UNSET_KEY, default: c2VjcmV0 } }
      u1: { passwordHash: AAAA }
      """
    #expect(messages(fallback) == [])
  }

  @Test("All problems of accounts with hashes are found without showing hashes, salts or keys")
  func accounts() {
    let text = """
      u1: { passwordHash: AAAA }
      u2: { salt: AAAA }
      u3: { passwordHash: AAAA, password: a long secret }
      u4: { passwordHash: 5, salt: "!secret!" }
      """
    #expect(
      messages(text) == [
        """
        \(Self.file):1:7: error: this file has no "hash" block with the algorithm of \
        "passwordHash"; add one, such as hash: { algorithm: BCRYPT } [missing-value]
          accounts:/u1/passwordHash
        """,
        """
        \(Self.file):2:7: error: "salt" has no effect without "passwordHash"; add the hash, or \
        remove the salt [missing-value]
          accounts:/u2/salt
        """,
        """
        \(Self.file):3:7: error: "passwordHash" and "password" cannot be combined; remove one of \
        them, or set it to null [invalid-value]
          accounts:/u3/passwordHash
        """,
        """
        \(Self.file):4:7: error: this file has no "hash" block with the algorithm of \
        "passwordHash"; add one, such as hash: { algorithm: BCRYPT } [missing-value]
          accounts:/u4/passwordHash
        """,
        """
        \(Self.file):4:30: error: "salt" is not Base64; write its bytes in Base64, as firebase \
        auth:export does [invalid-value]
          accounts:/u4/salt
        """,
      ]
    )
    let hashes = """
      hash: { algorithm: SHA1, rounds: 1 }
      u1: { passwordHash: 5 }
      u2: { passwordHash: $2b$04$abc }
      u3: { passwordHash: "" }
      """
    #expect(
      messages(hashes) == [
        """
        \(Self.file):2:21: error: expected a string for "passwordHash", found an integer; quote it to \
        make it a string [wrong-type]
        """,
        """
        \(Self.file):3:21: error: "passwordHash" is not Base64; write its bytes in Base64, as firebase \
        auth:export does [invalid-value]
          accounts:/u2/passwordHash
        """,
        """
        \(Self.file):4:21: error: "passwordHash" is not Base64; write its bytes in Base64, as firebase \
        auth:export does [invalid-value]
          accounts:/u3/passwordHash
        """,
      ]
    )
  }

  @Test(
    "Invalid parameters are findings at their positions",
    arguments: [
      (
        "{ rounds: 8 }",
        [
          """
          1:1: error: "hash" has no algorithm; add one of SCRYPT, STANDARD_SCRYPT, BCRYPT, \
          PBKDF2_SHA256, PBKDF_SHA1, HMAC_SHA512, HMAC_SHA256, HMAC_SHA1, HMAC_MD5, SHA512, SHA256, \
          SHA1, MD5 [missing-value]
          """
        ]
      ),
      (
        "{ algorithm: HMAC_SHA265 }",
        [
          """
          1:20: error: "HMAC_SHA265" is not a Firebase hash algorithm; expected one of SCRYPT, \
          STANDARD_SCRYPT, BCRYPT, PBKDF2_SHA256, PBKDF_SHA1, HMAC_SHA512, HMAC_SHA256, HMAC_SHA1, \
          HMAC_MD5, SHA512, SHA256, SHA1, MD5; did you mean "HMAC_SHA256"? [invalid-value]
          """
        ]
      ),
      (
        "{ algorithm: 5 }",
        [
          """
          1:20: error: expected a string for "hash.algorithm", found an integer; quote it to make it a \
          string [wrong-type]
          """
        ]
      ),
      (
        "{ algorithm: SCRYPT, memoryCost: 15, rounds: '8', saltSeparator: '?secret?', memorycost: 1 }",
        [
          """
          1:1: error: "hash" has no signerKey, which SCRYPT requires; add the key in Base64, such as \
          signerKey: !env SIGNER_KEY [missing-value]
          """,
          """
          1:40: error: "hash.memoryCost" is 15; SCRYPT requires a whole number from 1 to 14 \
          [invalid-value]
          """,
          """
          1:52: error: expected a whole number from 1 to 8 for "hash.rounds", found a string \
          [wrong-type]
          """,
          """
          1:72: error: "hash.saltSeparator" is not Base64; copy it from the hash parameters in the \
          Firebase console [invalid-value]
          """,
          """
          1:84: error: unknown key "memorycost" in "hash" (known: algorithm, signerKey, saltSeparator, \
          rounds, memoryCost); did you mean "memoryCost"? [unknown-key]
          """,
        ]
      ),
      (
        "{ algorithm: STANDARD_SCRYPT, memoryCost: 1000, parallelization: 0, blockSize: 8 }",
        [
          """
          1:1: error: "hash" has no dkLen, which STANDARD_SCRYPT requires; add a whole number from 1 to \
          1,024 [missing-value]
          """,
          """
          1:49: error: "hash.memoryCost" is 1000; STANDARD_SCRYPT requires a power of two from 2 to \
          1,048,576 [invalid-value]
          """,
          """
          1:72: error: "hash.parallelization" is 0; STANDARD_SCRYPT requires a whole number from 1 to \
          1,024 [invalid-value]
          """,
        ]
      ),
      (
        "{ algorithm: SHA1, rounds: 0, inputOrder: salt }",
        [
          """
          1:34: error: "hash.rounds" is 0; SHA1 requires a whole number from 1 to 8,192 [invalid-value]
          """,
          """
          1:49: error: "salt" is not a valid order of password and salt; expected SALT_FIRST or \
          PASSWORD_FIRST [invalid-value]
          """,
        ]
      ),
      (
        "{ algorithm: HMAC_SHA1, signerKey: '' }",
        [
          """
          1:42: error: "hash.signerKey" is not Base64; copy it from the hash parameters in the Firebase \
          console [invalid-value]
          """
        ]
      ),
    ]
  )
  func parameters(block: String, expected: [String]) {
    #expect(
      messages("hash: \(block)\nu1: { passwordHash: AAAA }\n")
        == expected.map { "\(Self.file):\($0)" }
    )
  }
}
