public import TaneCore

extension Fixtures {
  /// What fixtures say of a user's account.
  public struct Account: Sendable {
    /// The account to store where there is none: without a password, and made at no time yet.
    public let account: TaneCore.Account
    /// What is said of the account by its names in the file, every value at the place where it was
    /// written; without the password.
    public let tree: Tree
    /// The same with a placeholder where a password is said.
    let content: Tree
    /// The password, if one is said.
    public let password: Secret?
    /// Where the account's identifier stands.
    public let position: SourcePosition

    /// The account's address.
    public var address: Address { Address(account: account.localID) }
  }

  /// The accounts, by identifier; none where the environment has none.
  public var accounts: [Account] {
    services(of: .accounts).flatMap { $0.details as? [Account] ?? [] }
  }
}
