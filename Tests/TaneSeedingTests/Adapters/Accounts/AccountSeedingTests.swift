import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Seeding accounts")
struct AccountSeedingTests {
  @Test("Seeding creates accounts with their passwords, and a second seed changes nothing")
  func adding() async throws {
    let project = try SeedingProject([
      "accounts.yaml": """
      u1:
        email: Mika@example.com
        emailVerified: true
        password: a long secret
        claims: { role: editor, since: 1.5 }
        providers: { google.com: { rawID: "117" } }
      u2: {}
      """
    ])
    let difference = try await project.difference()
    #expect(difference.described == ["added accounts:/u1", "added accounts:/u2"])
    #expect(difference.uncheckedCount == 0)
    let plan = Plan(difference)
    #expect(plan.counts.resources.map(\.added) == [2])
    #expect(!"\(plan)".contains("a long secret"))
    try await project.seed()
    let account = try #require(try await project.accounts.account(id: "u1"))
    #expect(account.email == "mika@example.com")
    #expect(account.password?.hash.hasSuffix(":password=a long secret") == true)
    #expect(account.customAttributes == #"{"role":"editor","since":1.5}"#)
    #expect(account.providers == [.init(providerID: "google.com", rawID: "117")])
    #expect(account.createdAt > 1_700_000_000_000)
    #expect(account.validSince == account.createdAt / 1000)
    #expect(account.passwordUpdatedAt == account.createdAt)
    let after = try await project.difference()
    #expect(after.isEmpty)
    #expect(Plan(after).isEmpty)
    #expect(after.uncheckedCount == 1)
  }

  @Test("Accounts are compared field by field, and pruning removes unlisted fields")
  func fields() async throws {
    let project = try SeedingProject([
      "accounts.yaml": """
      u1:
        email: new@example.com
        emailVerified: false
        claims: { role: editor }
        password: a long secret
      """
    ])
    var account = Account(localID: "u1", createdAt: 5)
    account.email = "old@example.com"
    account.isEmailVerified = true
    account.displayName = "mine"
    account.isDisabled = true
    account.customAttributes = #"{"role":"editor","extra":1}"#
    account.lastLoginAt = 7
    try await project.accounts.put(account, replacing: nil)
    let difference = try await project.difference()
    #expect(
      difference.described == [
        "changed accounts:/u1/email", "changed accounts:/u1/emailVerified",
        "added accounts:/u1/password", "extra accounts:/u1/claims/extra",
        "extra accounts:/u1/disabled", "extra accounts:/u1/displayName",
      ]
    )
    let hidden = difference.resources[0].written.changes.first { $0.path.key == "password" }
    #expect(hidden?.new?.string == "<redacted>")
    #expect(Plan(difference).counts.resources.map(\.changed) == [1])

    try await project.seed()
    var seeded = try #require(try await project.accounts.account(id: "u1"))
    #expect(seeded.email == "new@example.com")
    #expect(!seeded.isEmailVerified)
    #expect(seeded.displayName == "mine")
    #expect(seeded.customAttributes == #"{"role":"editor","extra":1}"#)
    #expect((seeded.createdAt, seeded.lastLoginAt) == (5, 7))
    #expect(seeded.password != nil)

    try await project.seed(prunes: true)
    seeded = try #require(try await project.accounts.account(id: "u1"))
    #expect(seeded.displayName == nil)
    #expect(!seeded.isDisabled)
    #expect(seeded.customAttributes == #"{"role":"editor"}"#)
    #expect(try await project.difference().isEmpty)
  }

  @Test("Seeding keeps the password of an existing account")
  func passwords() async throws {
    let project = try SeedingProject(["accounts.yaml": "u1: { password: another }"])
    var account = Account(localID: "u1", createdAt: 5)
    account.password = AccountPassword(hash: "x")
    try await project.accounts.put(account, replacing: nil)
    let difference = try await project.difference()
    #expect(difference.isEmpty)
    #expect(difference.uncheckedCount == 1)
  }

  @Test("Seeding accounts respects the requested scope and the profile's rules")
  func scope() async throws {
    let project = try SeedingProject(
      ["accounts.yaml": "{ u1: { displayName: A, disabled: true }, u2: {} }"],
      profile: """
        own: { "accounts:/u1": listed }
        ignore: ["accounts:/*/disabled"]
        """
    )
    var account = Account(localID: "u1", createdAt: 5)
    account.photoURL = "https://example.com/a.png"
    account.displayName = "B"
    try await project.accounts.put(account, replacing: nil)
    func described(_ addresses: String...) async throws -> [String] {
      try await project.difference(addresses.compactMap { Address(parsing: $0) }).described
    }
    #expect(
      try await described() == ["changed accounts:/u1/displayName", "added accounts:/u2"]
    )
    #expect(try await described("accounts:/u2") == ["added accounts:/u2"])
    #expect(
      try await described("accounts:/u1/displayName") == ["changed accounts:/u1/displayName"]
    )
  }

  @Test("A failed account seed names the rejected accounts and stores the others")
  func refusals() async throws {
    let project = try SeedingProject([
      "accounts.yaml": "{ u1: { email: a@example.com }, u2: { email: b@example.com } }"
    ])
    var other = Account(localID: "other", createdAt: 5)
    other.email = "a@example.com"
    try await project.accounts.put(other, replacing: nil)
    let plan = try await project.plan()
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect(
      (failure?.cause as? StoreError)?.description
        == "accounts: 1 of 2 accounts was not stored: accounts:/u1: another account has this email"
        + " address"
    )
    #expect(failure?.wroteAnything == true)
    #expect(failure?.remaining == ["accounts"])
    #expect(try await project.accounts.account(id: "u2") != nil)
  }

  @Test("Seeding does not overwrite an account that changed after planning")
  func conflict() async throws {
    let project = try SeedingProject(["accounts.yaml": "u1: { displayName: A }"])
    let plan = try await project.plan()
    try await project.accounts.put(Account(localID: "u1", createdAt: 5), replacing: nil)
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect(
      (failure?.cause as? StoreError)?.message
        == "1 of 1 account was not stored: accounts:/u1: an account with this identifier already "
        + "exists"
    )
    #expect(failure?.wroteAnything == false)
  }
}
