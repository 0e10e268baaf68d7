import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneServices
import Testing

@Suite("Imported passwords in the emulator")
struct ImportedPasswordTests {
  private let fixture: AccountsFixture

  init() throws {
    fixture = AccountsFixture(store: try EmbeddedEnvironment.inMemory().accounts("demo"))
  }

  private func signIn(_ password: String) async -> EmulatorResponse {
    await fixture.call(
      "signInWithPassword",
      #"{"email": "a@example.com", "password": "\#(password)"}"#
    )
  }

  private func upload(_ fields: String) async -> EmulatorResponse {
    await fixture.administer(
      ":batchCreate",
      """
      {"users": [{"localId": "a", "email": "a@example.com", "passwordHash": "9pDJhH6e", "salt": "TmFDbA=="}],
       "allowOverwrite": true, \(fields)}
      """
    )
  }

  private static let scrypt =
    #""hashAlgorithm": "SCRYPT", "signerKey": "c2VjcmV0", "rounds": 1, "memoryCost": 1"#

  @Test("Users with imported hashes can sign in, and only administrators see the hashes")
  func signIn() async throws {
    #expect(await upload(Self.scrypt).json["error"] == nil)
    #expect(await signIn("pässword 2").message == "INVALID_PASSWORD")
    let response = await signIn("pässword 1")
    #expect(response.status == .ok)
    let token = try #require(response.json["idToken"]?.string)
    let own = await fixture.call("lookup", #"{"idToken": "\#(token)"}"#)
    #expect(own.json["users"]?[0]["email"]?.string == "a@example.com")
    for text in ["9pDJhH6e", "TmFDbA", "c2VjcmV0", "SCRYPT"] { #expect(!own.text.contains(text)) }

    // The list of accounts, which exports contain, can be imported again.
    let list = await fixture.administer(":batchGet", "", .get).json
    let user = try #require(list["users"]?[0])
    #expect(user["passwordHash"]?.string == "9pDJhH6e")
    #expect(user["salt"]?.string == "TmFDbA==")
    #expect(
      user["hashParameters"]
        == Tree([
          "hashAlgorithm": "SCRYPT", "signerKey": "c2VjcmV0", "rounds": 1, "memoryCost": 1,
        ])
    )
    #expect(await fixture.administer(":delete", #"{"localId": "a"}"#).status == .ok)
    let again = await fixture.administer(
      ":batchCreate",
      JSONText.text(["users": .list([.tree(user)])])
    )
    #expect(again.json["error"] == nil)
    #expect(await signIn("pässword 1").status == .ok)
    #expect(await signIn("pässword 2").message == "INVALID_PASSWORD")
  }

  @Test("A password that is set later replaces an imported hash")
  func replaced() async {
    #expect(await upload(Self.scrypt).json["error"] == nil)
    let update = #"{"localId": "a", "password": "another"}"#
    #expect(await fixture.administer(":update", update).status == .ok)
    #expect(await signIn("another").status == .ok)
    #expect(await signIn("pässword 1").message == "INVALID_PASSWORD")
  }

  @Test(
    "Invalid parameters are errors without keys",
    arguments: [
      (
        #""hashAlgorithm": "ARGON2""#,
        "INVALID_HASH_ALGORITHM : Expected one of SCRYPT, STANDARD_SCRYPT, BCRYPT, PBKDF2_SHA256, "
          + "PBKDF_SHA1, HMAC_SHA512, HMAC_SHA256, HMAC_SHA1, HMAC_MD5, SHA512, SHA256, SHA1, MD5."
      ),
      (
        #""hashAlgorithm": "SCRYPT", "signerKey": "c2VjcmV0", "rounds": 9, "memoryCost": 1"#,
        "INVALID_HASH_ROUNDS : rounds must be a whole number from 1 to 8."
      ),
      (
        #""hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 3"#,
        "INVALID_HASH_PARAMETER : cpuMemCost must be a power of two from 2 to 1,048,576."
      ),
      (
        #""hashAlgorithm": "HMAC_MD5", "signerKey": "!secret!""#,
        "INVALID_HASH_KEY : signerKey and saltSeparator must be Base64."
      ),
      (
        #""hashAlgorithm": "HMAC_MD5""#,
        "INVALID_HASH_KEY : signerKey and saltSeparator must be Base64."
      ),
      (
        #""hashAlgorithm": "MD5", "passwordHashOrder": "SALT""#,
        "Invalid value at 'passwordHashOrder': found \"SALT\", expected one of SALT_AND_PASSWORD, "
          + "PASSWORD_AND_SALT."
      ),
    ]
  )
  func errors(fields: String, message: String) async {
    let response = await upload(fields)
    #expect(response.status == .badRequest)
    #expect(response.message == message)
  }

  @Test("An account whose hash is not Base64 is rejected, and the others are stored")
  func damagedHash() async {
    let response = await fixture.administer(
      ":batchCreate",
      """
      {"users": [{"localId": "a", "passwordHash": "$2b$04$"}, {"localId": "b", "passwordHash": "AAAA"}],
       "hashAlgorithm": "BCRYPT"}
      """
    )
    let errors = response.json["error"]?.children.map { $0["message"]?.string }
    #expect(errors == ["passwordHash or salt is not Base64"])
    let accounts = try? await fixture.store.accounts(after: nil, limit: 10)
    #expect(accounts?.map(\.localID) == ["b"])
  }
}
