import TaneCore

/// An account as fixtures describe it: its password apart, for which the resource has a placeholder.
struct DesiredAccount {
  let resource: DesiredResource
  let password: Secret?
}

/// The accounts of several sets laid over each other, account by account and field by field.
struct LayeredAccounts {
  private(set) var accounts: [DesiredAccount] = []
  private(set) var findings: [Diagnostic] = []

  /// Maps of accounts laid over each other; a null takes an account or a field away.
  static func merged(_ trees: [Tree], hasLayerTags: Bool) -> (tree: Tree, findings: [Diagnostic]) {
    var layers = FixtureLayers.maps(hasTags: hasLayerTags, levels: 2)
    return (layers.overlaid(trees) ?? .null, layers.findings)
  }

  /// Reads the accounts of a map.
  init(_ tree: Tree) {
    for child in tree.children where !child.isNull {
      var reader = AccountEntryReader(localID: child.key ?? "")
      if let account = reader.read(child) { accounts.append(account) }
      findings += reader.findings
    }
    findShared("email address", "email")
    findShared("telephone number", "phoneNumber")
  }

  /// Finds what two accounts have, and only one may.
  private mutating func findShared(_ noun: String, _ key: String) {
    var owners: [String: DesiredResource] = [:]
    for account in accounts.map(\.resource) {
      guard let text = account.content[key]?.string else { continue }
      guard let other = owners[text] else {
        owners[text] = account
        continue
      }
      findings.append(
        .error(
          .describedTwice,
          "the \(noun) \(text.escapingControls) is that of \"\(other.address.accountID.escapingControls)\""
            + " as well; no two accounts may have one",
          at: account.content[key]?.position,
          address: Address(account: account.address.accountID, below: TreePath([key])),
          notes: [Diagnostic.Note("the other one", at: other.content[key]?.position)]
        )
      )
    }
  }
}
