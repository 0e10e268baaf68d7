public import TaneCore

/// Reads what fixture sets say of users' accounts.
struct AccountFixtureReader: FixtureReader {
  let project: Project

  private var layers: [Tree] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(project: Project) { self.project = project }

  mutating func read(_ entry: FileListing.Entry, of set: String) {
    let read = AccountsFile.read(entry, of: project)
    if let tree = read.tree { layers.append(tree) }
    diagnostics += read.diagnostics
    fileCount += 1
  }

  mutating func layered() -> [ServiceFixtures] {
    guard !layers.isEmpty else { return [] }
    let layered = LayeredAccounts(layers: layers)
    diagnostics += layered.findings
    let secrets = layered.accounts.compactMap { account in
      account.password.map {
        (Address(account: account.account.localID, below: TreePath(["password"])), $0)
      }
    }
    return [
      ServiceFixtures(
        .accounts,
        ServiceKind.accounts.id,
        layered.accounts.map { DesiredResource($0.address, $0.content, at: $0.position) },
        secrets: Dictionary(secrets) { $1 },
        details: layered.accounts
      )
    ]
  }
}

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
