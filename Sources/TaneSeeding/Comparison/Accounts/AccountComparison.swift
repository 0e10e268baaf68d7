import TaneCore
import TaneProject

/// Compares the accounts that fixtures describe with those of a project, field by field.
///
/// Passwords are not compared: what a service keeps does not tell them. One is set where an account has
/// none.
struct AccountComparison {
  let own: [Address: Ownership]
  let scope: ComparisonScope
  let ignored: [AddressPattern]

  /// Reads the accounts that are asked for, and compares them.
  func run(
    _ accounts: [Fixtures.Account],
    against reader: any AccountReader
  ) async throws -> [AccountDifference] {
    let selection = FieldSelection(scope, among: accounts.map(\.address))
    let asked = accounts.filter { selection.includes($0.address) }
    let found = try await asked.concurrentMap { fixture in
      try await reader.account(id: fixture.account.localID)
    }
    return zip(asked, found).map { compare($0, with: $1, selection) }
  }

  private func compare(
    _ fixture: Fixtures.Account,
    with existing: Account?,
    _ selection: FieldSelection
  ) -> AccountDifference {
    let live = existing.map { AccountFields.tree(of: $0, beside: fixture.tree) } ?? .null
    let wanted = AccountFields.wanted(fixture, over: existing)
    let options = ComparisonOptions(
      lists: .asWhole,
      ignored: ignored.flatMap { $0.below(fixture.address) }
    )
    let changeset = Changeset(from: live, to: wanted, options: options)
    let node = NodeDifference(
      fixture.address,
      changeset,
      changeset.changes,
      selection,
      from: live,
      to: wanted,
      as: meaning
    )
    return AccountDifference(fixture: fixture, existing: existing, node: node)
  }

  /// What a change means to fixtures: a field that they do not list is an extra, or left alone.
  private func meaning(of change: Change) -> Change? {
    guard change.kind == .removed else { return change }
    let parent = Address(service: Address.accounts, path: change.path.parent)
    return own[parent] == .listed ? nil : change.asExtra
  }
}
