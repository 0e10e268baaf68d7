import SystemPackage
import TaneCore
import TaneEmbedded
import TestSupport
import Testing

@Suite("Imported password hashes")
struct ImportedPasswordTests {
  /// A hash computed by Python's `hashlib`, `hmac`, `cryptography` and `bcrypt`, or published by
  /// Firebase.
  struct Vector: Sendable, CustomTestStringConvertible {
    var algorithm: PasswordHashParameters.Algorithm
    var numbers: [String: Int] = [:]
    var signerKey = ""
    var saltSeparator = ""
    var isPasswordFirst: Bool?
    var password = "pässword 1"
    var salt: String? = "NaCl"
    var hash: String

    var testDescription: String { "\(algorithm.rawValue) \(numbers) \(hash)" }

    var account: Account {
      var parameters = PasswordHashParameters(algorithm)
      parameters.numbers = numbers
      (parameters.signerKey, parameters.saltSeparator) = (signerKey, saltSeparator)
      parameters.isPasswordFirst = isPasswordFirst
      var account = Account(localID: "a", createdAt: 5)
      account.password = AccountPassword(
        hash: hash,
        salt: salt.map { Base64.urlText(of: $0.utf8) },
        parameters: parameters
      )
      return account
    }
  }

  private static let firebaseKey =
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
  private static let secret = Base64.text(of: "secret".utf8)

  private static let firebase = [
    // The example of https://github.com/firebase/scrypt, whose salt is not UTF-8.
    Vector(
      algorithm: .scrypt,
      numbers: ["rounds": 8, "memoryCost": 14],
      signerKey: firebaseKey,
      saltSeparator: "Bw==",
      password: "user1password",
      salt: nil,
      hash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoI"
        + "tz+VHjoZilo78198JAdRuid5lQ=="
    ),
    // The example of the integration tests of the Firebase Admin SDK.
    Vector(
      algorithm: .scrypt,
      numbers: ["rounds": 8, "memoryCost": 14],
      signerKey: firebaseKey,
      saltSeparator: "Bw==",
      password: "password",
      hash: "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj"
        + "9lz/2TT+/86N5VjVoc5DdBhBiw=="
    ),
    Vector(
      algorithm: .scrypt,
      numbers: ["rounds": 1, "memoryCost": 1],
      signerKey: secret,
      hash: "9pDJhH6e"
    ),
  ]
  private static let derived = [
    Vector(
      algorithm: .standardScrypt,
      numbers: ["memoryCost": 1024, "parallelization": 16, "blockSize": 8, "dkLen": 64],
      hash: "ORObkf6J39uRNdggAateKJX2-GDGcjCwBmtooN4PnClSIH1TrqGZB5IdFNzxPu8MREQl3BxQFJ0LM-lRhXg7yg"
    ),
    Vector(
      algorithm: .standardScrypt,
      numbers: ["memoryCost": 2, "parallelization": 1, "blockSize": 1, "dkLen": 16],
      salt: nil,
      hash: "1AIOs0JMDGVvUkUr1FuxIA=="
    ),
    Vector(
      algorithm: .pbkdf2SHA256,
      numbers: ["rounds": 1000],
      hash: "NANYQWIoZ2JTvwqUq6myKrEQVmMOh3lOyU6nWPpPY6U2lv/zPJggrIompCg0"
        + "z0iWuA8S98xJNFMRhDDslR4Stg=="
    ),
    Vector(
      algorithm: .pbkdfSHA1,
      numbers: ["rounds": 1000],
      hash: "HS7UAiWhV2vxDRhE9oi/rkgz9IQ="
    ),
    Vector(
      algorithm: .bcrypt,
      salt: nil,
      hash: "JDJiJDA0JDZOOWN0VlJhSnJ2elkvZWFDbUd2ZHVaRzJrVHpEb003bEFTdTdxN0dDdHdaYjZxa20wbnk2"
    ),
  ]
  private static let codes = [
    Vector(
      algorithm: .hmacSHA512,
      signerKey: secret,
      hash: "Imh+nky86ieayj7YTMvBnVus/G0MdsXdkSe//bo7TctO91ECyT3hXuIxkIbZ"
        + "WEATYTlTbmTI/HCzDuOswap93g=="
    ),
    Vector(
      algorithm: .hmacSHA256,
      signerKey: secret,
      hash: "ZvLqOgATnQ0z1ryP9CgCYezuFeb2+yExBQ3QcNtBFJU="
    ),
    Vector(
      algorithm: .hmacSHA256,
      signerKey: secret,
      isPasswordFirst: false,
      hash: "cfwK33V1ZmhRpG+DWgHMK0vbeZkd4t1s8Opko/nCdo4="
    ),
    Vector(algorithm: .hmacSHA1, signerKey: secret, hash: "/L4BexO4UlSrkeHdg8Ayvra8Izo="),
    Vector(
      algorithm: .hmacMD5,
      signerKey: secret,
      isPasswordFirst: true,
      hash: "XnfjP5SVrPoThMy3jheFkw=="
    ),
  ]
  private static let digests = [
    Vector(
      algorithm: .sha512,
      numbers: ["rounds": 3],
      hash: "8ARtep/KLnGf2gOJH5xSeZIs83pDBQI1iV00wf55Z9HXivelHwpPIWkbIT47"
        + "uXJW/AhIkcCkT0kKQEZksGvlgQ=="
    ),
    Vector(
      algorithm: .sha256,
      numbers: ["rounds": 1],
      hash: "o1ctIUiGXm1KKge4F4rW8pdz4CZUnXCUV2+dAtvMAMc="
    ),
    Vector(
      algorithm: .sha256,
      numbers: ["rounds": 1],
      isPasswordFirst: true,
      hash: "957USFKCo/du8/clIKqdDYgcpvzAcL+duUqVf3iUJOk="
    ),
    Vector(
      algorithm: .sha256,
      numbers: ["rounds": 1],
      salt: nil,
      hash: "f7RERuWhObO3oHciFhtpNCnGhD0FNBL7CyE3AkK4vbA="
    ),
    Vector(
      algorithm: .sha1,
      numbers: ["rounds": 3],
      hash: "N4uFFRP2/PPJ4YNpk5yflAjsk2E="
    ),
    Vector(algorithm: .md5, numbers: ["rounds": 1], hash: "PgdZnk2COxqkFo9zAjxmMQ=="),
    Vector(
      algorithm: .md5,
      numbers: ["rounds": 0],
      hash: "M2UwNzU5OWU0ZDgyM2IxYWE0MTY4ZjczMDIzYzY2MzE="
    ),
  ]

  @Test(
    "Every algorithm verifies hashes of other implementations",
    arguments: firebase + derived + codes + digests
  )
  func vectors(vector: Vector) throws {
    let accounts = try EmbeddedEnvironment.inMemory().accounts("demo")
    var account = vector.account
    if vector.password == "user1password" { account.password?.salt = "42xEC+ixf3L2lw==" }
    #expect(accounts.isPassword(vector.password, of: account))
    for text in [vector.password + "x", "", "pässword 2", vector.hash] {
      #expect(!accounts.isPassword(text, of: account), "\(text)")
    }
  }

  @Test("There is a vector for every algorithm")
  func coverage() {
    let all = Self.firebase + Self.derived + Self.codes + Self.digests
    #expect(Set(all.map(\.algorithm)) == Set(PasswordHashParameters.Algorithm.allCases))
  }

  @Test("A file keeps an imported hash with its parameters, and passwords set later replace it")
  func file() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      var account = Self.firebase[1].account
      do {
        let accounts = try EmbeddedEnvironment(path: path, access: .readWrite).accounts("demo")
        #expect(try await accounts.importAccounts([AccountImport(account)]).isEmpty)
      }
      let accounts = try EmbeddedEnvironment(path: path, access: .readWrite).accounts("demo")
      #expect(try await accounts.account(id: "a") == account)
      #expect(accounts.isPassword("password", of: account))
      let existing = account
      account.password = .emulated(of: "another")
      try await accounts.put(account, replacing: existing)
      let found = try #require(try await accounts.account(id: "a"))
      #expect(accounts.isPassword("another", of: found))
      #expect(!accounts.isPassword("password", of: found))
    }
  }

  @Test("Hashes that cannot be computed match no password")
  func damaged() throws {
    let accounts = try EmbeddedEnvironment.inMemory().accounts("demo")
    var vectors = [Self.firebase[1], Self.derived[0], Self.derived[2], Self.derived[4]]
    vectors[0].signerKey = "not Base64"
    vectors[1].numbers["memoryCost"] = 3
    vectors[2].hash = ""
    vectors[3].hash = Base64.text(of: "$2b$99$6N9ctVRaJrvzY/eaCmGvdu".utf8)
    for vector in vectors {
      #expect(!accounts.isPassword(vector.password, of: vector.account), "\(vector)")
      #expect(!accounts.isPassword("", of: vector.account), "\(vector)")
    }
    var large = Self.derived[0]
    large.numbers["memoryCost"] = 1 << 20
    large.numbers["parallelization"] = 1024
    #expect(!accounts.isPassword(large.password, of: large.account))
  }

  @Test("Descriptions of accounts with imported hashes do not contain hashes, salts or keys")
  func redaction() {
    var text = "\(Self.firebase[1].account.password as Any) \(Self.firebase[1].account)"
    text += "\(Self.firebase[1].account.password?.parameters as Any)"
    dump(Self.firebase[1].account, to: &text)
    for secret in ["V358E8", "TmFDbA", "jxspr8", "Bw=="] {
      #expect(!text.contains(secret), "\(text)")
    }
    #expect(text.contains("SCRYPT"))
  }
}
