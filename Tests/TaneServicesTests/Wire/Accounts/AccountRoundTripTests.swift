import TestSupport
import TaneCore
import TaneFormats
import TaneTesting
import TaneServices
import Testing

@Suite("Accounts in the Identity Toolkit API")
struct AccountRoundTripTests {
  private func read(_ json: TreeLiteral) throws -> Account? {
    let text = try JSONWriter(.compact).write(Tree(json))
    return try Account(ProtocolJSON(try JSONText.object(of: Array(text.utf8))))
  }

  @Test(
    "Any account is unchanged after encoding and decoding, described or uploaded",
    arguments: 0..<50 as Range<UInt64>
  )
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let account = random.account()
    #expect(try read(account.json(isAdministrator: true)) == account)
    #expect(try read(.map(account.uploadFields + account.emulatorFields)) == account)
  }

  @Test(
    "The hash of a password is visible only to administrators",
    arguments: 0..<20 as Range<UInt64>
  )
  func password(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var account = random.account()
    account.password = AccountPassword(hash: "hash", salt: "salt")
    let found = try read(account.json(isAdministrator: false))
    account.password = nil
    #expect(found == account)
  }

  @Test("An account without an identifier is rejected")
  func identifier() throws {
    #expect(try read(["email": "a@example.com"]) == nil)
    #expect(try read(["localId": ""]) == nil)
  }
}

extension SeededGenerator {
  fileprivate mutating func account() -> Account {
    var account = Account(localID: name(), createdAt: milliseconds())
    account.email = maybe { $0.name() }
    account.isEmailVerified = account.email != nil && flag()
    account.displayName = maybe { $0.text() }
    account.photoURL = maybe { $0.text() }
    account.phoneNumber = maybe { $0.name() }
    account.password = maybe { AccountPassword(hash: $0.name(), salt: $0.maybe { $0.name() }) }
    account.isDisabled = flag()
    account.customAttributes = maybe { $0.text() }
    account.providers = list { random in
      Account.Provider(
        providerID: random.name(),
        rawID: random.name(),
        email: random.maybe { $0.name() },
        displayName: random.maybe { $0.text() },
        photoURL: random.maybe { $0.text() }
      )
    }
    account.hasCustomToken = flag()
    account.lastLoginAt = maybe { $0.milliseconds() }
    account.lastRefreshAt = maybe { $0.milliseconds() }
    account.passwordUpdatedAt = maybe { $0.milliseconds() }
    account.validSince = milliseconds() / 1000
    return account
  }
}
