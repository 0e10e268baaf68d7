import TestSupport
import TaneCore
import TaneTesting
import Testing

@testable import TaneProject
@testable import TaneSeeding

@Suite("Writing accounts")
struct AccountWriterTests {
  private static func account(_ id: String, _ email: String) -> Account {
    var account = Account(localID: id, createdAt: 5)
    account.email = email
    return account
  }

  /// Returns a project with fixtures of two accounts, of which one exists with other fields, and
  /// its plan.
  private func seeded() async throws -> (project: SeedingProject, plan: Plan) {
    let project = try SeedingProject([
      "accounts.yaml": """
      u1: { email: new@example.com, claims: { role: editor } }
      u2: { displayName: B, password: a long secret }
      """
    ])
    var account = Self.account("u1", "old@example.com")
    account.displayName = "mine"
    account.lastLoginAt = 7
    try await project.accounts.put(account, replacing: nil)
    return (project, try await project.plan())
  }

  @Test("The inverse of a plan deletes created accounts and restores their fields")
  func inverse() async throws {
    let (project, plan) = try await seeded()
    let before = try await project.accounts.account(id: "u1")
    try await project.run(plan).apply()
    #expect(try await project.accounts.account(id: "u2") != nil)
    #expect(try await project.accounts.account(id: "u1")?.email == "new@example.com")
    try await project.run(plan.inverse).apply()
    #expect(try await project.accounts.account(id: "u2") == nil)
    #expect(try await project.accounts.account(id: "u1") == before)
  }

  @Test("Reverting does not delete an account that somebody changed")
  func changedBeforeDeletion() async throws {
    let (project, plan) = try await seeded()
    try await project.run(plan).apply()
    var account = try #require(try await project.accounts.account(id: "u2"))
    let found = account
    account.displayName = "edited by a tester"
    try await project.accounts.put(account, replacing: found)
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan.inverse).apply()
    }
    #expect(
      (failure?.cause as? StoreError)?.description
        == "accounts: 1 of 2 accounts was not stored: accounts:/u2: another client changed or "
        + "removed the account"
    )
    #expect(try await project.accounts.account(id: "u2") == account)
    #expect(try await project.accounts.account(id: "u1")?.email == "old@example.com")
  }

  @Test("Reverting treats an account that somebody deleted as already deleted")
  func deletedMeanwhile() async throws {
    let (project, plan) = try await seeded()
    try await project.run(plan).apply()
    _ = try await project.accounts.delete(id: "u2")
    try await project.run(plan.inverse).apply()
    #expect(try await project.accounts.account(id: "u1")?.email == "old@example.com")
  }

  @Test("Applying does not recreate a deleted account that the plan expected to exist")
  func deletedBeforeChange() async throws {
    let (project, plan) = try await seeded()
    _ = try await project.accounts.delete(id: "u1")
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect(
      (failure?.cause as? StoreError)?.message
        == "1 of 2 accounts was not stored: accounts:/u1: another client changed or removed "
        + "the account"
    )
    #expect(try await project.accounts.account(id: "u1") == nil)
    #expect(try await project.accounts.account(id: "u2") != nil)
  }

  @Test("Applying treats an identical change to an account by somebody else as done")
  func sameChange() async throws {
    let project = try SeedingProject(["accounts.yaml": "u1: { email: new@example.com }"])
    try await project.accounts.put(Self.account("u1", "old@example.com"), replacing: nil)
    let plan = try await project.plan()
    try await project.accounts.put(
      Self.account("u1", "new@example.com"),
      replacing: try await project.accounts.account(id: "u1")
    )
    try await project.run(plan).apply()
    #expect(try await project.difference().isEmpty)
  }

  @Test(
    "A rejected account with a decomposed ID is distinguished from the one with the composed ID"
  )
  func equalText() async throws {
    let project = try SeedingProject([
      "accounts.yaml": """
      "e\u{301}": { email: taken@example.com }
      "\u{e9}": { email: free@example.com }
      """
    ])
    let plan = try await project.plan()
    try await project.accounts.put(Self.account("other", "taken@example.com"), replacing: nil)
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    let message = (failure?.cause as? StoreError)?.message
    #expect(message?.hasSuffix("another account has this email address") == true)
    // Strings that differ only in Unicode normalization are equal in Swift.
    #expect(message?.unicodeScalars.contains("\u{301}") == true)
    #expect(try await project.accounts.account(id: "\u{e9}") != nil)
  }

  @Test("An error about many rejected accounts names three and counts the rest")
  func refusals() async throws {
    let ids = (1...5).map { "u\($0)" }
    let lines = ids.map { "\($0): { email: \($0)@example.com }" }
    let project = try SeedingProject(["accounts.yaml": lines.joined(separator: "\n")])
    let plan = try await project.plan()
    for id in ids.dropLast() {
      try await project.accounts.put(
        Self.account("other-\(id)", "\(id)@example.com"),
        replacing: nil
      )
    }
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    let reason = "another account has this email address"
    #expect(
      (failure?.cause as? StoreError)?.message
        == "4 of 5 accounts were not stored: accounts:/u1: \(reason); accounts:/u2: \(reason);"
        + " accounts:/u3: \(reason); and 1 more"
    )
    #expect(failure?.wroteAnything == true)
  }

  @Test("Accounts are imported in batches of 500, and the progress counts all of them")
  func batches() async throws {
    let lines = (1000..<1501).map { "u\($0): {}" }
    let project = try SeedingProject(["accounts.yaml": lines.joined(separator: "\n")])
    let plan = try await project.plan()
    let contentSource = PlanContentSource(
      Fixtures.load(for: try project.profile(), from: project.project),
      in: project.project
    )
    let writer = AccountWriter(store: project.accounts, contentSource: contentSource)
    let batches = writer.batches(of: plan.steps)
    #expect(batches.map(\.steps.count) == [500, 1])
    #expect(
      batches.map(\.progress) == [
        .count("storing 501 accounts", index: 1, of: 501),
        .count("storing 501 accounts", index: 501, of: 501),
      ]
    )
    try await project.seed()
    let found = try await AccountObserver(store: project.accounts).resources(in: ComparisonScope())
    #expect(found.map(\.address.description) == (1000..<1501).map { "accounts:/u\($0)" })
  }
}
