import TaneCore
import TaneProject

/// The import that makes an account as its fixture says.
enum AccountPlan {
  /// The import of an account; nil where there is nothing to write.
  ///
  /// An account that there was none of is made at no time yet.
  static func item(for difference: AccountDifference, prunes: Bool) -> AccountImport? {
    let node = difference.node
    let changes = node.written.changes.filter { prunes || $0.kind != .extra }
    guard !changes.isEmpty else { return nil }
    let keys = Set(changes.map { $0.path.components.dropFirst().first })
    let target = node.written.old.applying(
      Changeset(changes: changes.compactMap { $0.relative(to: node.path) })
    )
    let isWhole = keys.contains(nil)
    var account = difference.existing ?? difference.fixture.account
    if !isWhole {
      if difference.existing == nil {
        account = Account(localID: account.localID, createdAt: account.createdAt)
      }
      for key in keys { AccountFields.set(key ?? "", of: &account, from: target) }
    }
    let setsPassword = isWhole || keys.contains(AccountFields.password)
    return AccountImport(
      account,
      password: setsPassword ? difference.fixture.password?.revealed : nil,
      replacing: difference.existing
    )
  }
}
