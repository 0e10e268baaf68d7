import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneFormats
import Testing

@Suite("Stored passwords")
struct KeptPasswordTests {
  private static let credentials = #"{"email": "ann@example.com", "password": "secret1"}"#

  private func exportedHash(of fixture: AccountsFixture) async throws -> (
    hash: String, salt: String
  ) {
    let list = await fixture.administer(":batchGet", "", .get).json
    let user = try #require(list["users"]?[0])
    return (try #require(user["passwordHash"]?.string), try #require(user["salt"]?.string))
  }

  @Test("A stored password allows later sign-in and is exported in plain text after sign-in")
  func later() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tane-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = FilePath(folder.appending(path: "local.sqlite").path)
    func fixture() throws -> AccountsFixture {
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      return AccountsFixture(store: environment.accounts("demo"))
    }
    let first = try fixture()
    #expect(await first.call("signUp", Self.credentials).status == .ok)
    let told = try await exportedHash(of: first)
    #expect(told.hash == "fakeHash:salt=\(told.salt):password=secret1")

    let second = try fixture()
    let kept = try await exportedHash(of: second)
    #expect(kept.hash.hasPrefix("scrypt:"))
    #expect(kept.salt == told.salt)
    let wrong = #"{"email": "ann@example.com", "password": "secret2"}"#
    #expect(await second.call("signInWithPassword", wrong).status == .badRequest)
    #expect(await second.call("signInWithPassword", Self.credentials).status == .ok)
    #expect(try await exportedHash(of: second) == told)

    // The account of an export can be imported again.
    let other = AccountsFixture(store: try EmbeddedEnvironment.inMemory().accounts("demo"))
    let imported = await other.administer(
      ":batchCreate",
      """
      {"users": [{"localId": "ann", "email": "ann@example.com", "passwordHash": "\(kept.hash)",
        "salt": "\(kept.salt)"}]}
      """
    )
    #expect(imported.status == .ok)
    #expect(await other.call("signInWithPassword", wrong).status == .badRequest)
    #expect(await other.call("signInWithPassword", Self.credentials).status == .ok)
  }
}
