import TaneCore

/// An account in fixtures; the resource contains a placeholder for the password.
struct DesiredAccount {
  let resource: DesiredResource
  let password: Secret?
}

/// The accounts of several sets, overlaid by account and by field.
struct LayeredAccounts {
  private(set) var accounts: [DesiredAccount] = []
  private(set) var findings: [Diagnostic] = []

  /// Overlays maps of accounts; null removes an account or a field.
  static func merged(_ trees: [Tree], hasLayerTags: Bool) -> (tree: Tree, findings: [Diagnostic]) {
    var layers = FixtureLayers.maps(hasTags: hasLayerTags, levels: 2)
    return (layers.overlay(trees) ?? .null, layers.findings)
  }

  /// Reads the accounts in a map, given the parameters for their password hashes by user ID.
  init(_ tree: Tree, _ hashes: [String: HashParametersReader.Outcome]) {
    for child in tree.children where !child.isNull {
      let id = child.key ?? ""
      var reader = AccountEntryReader(localID: id, hash: hashes[id])
      if let account = reader.read(child) { accounts.append(account) }
      findings += reader.findings
    }
    reportShared("email address", key: "email")
    reportShared("phone number", key: "phoneNumber")
  }

  /// Reports values that several accounts share although they must be unique.
  private mutating func reportShared(_ noun: String, key: String) {
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
          "the \(noun) \(text.escapingControls) also belongs to "
            + "\"\(other.address.accountID.escapingControls)\"; remove it from one of the accounts",
          at: account.content[key]?.position,
          address: Address(account: account.address.accountID, below: TreePath([key])),
          notes: [Diagnostic.Note("the other one", at: other.content[key]?.position)]
        )
      )
    }
  }
}
