import TaneCore
import TaneProject

// The documents and the accounts that both environments have.
extension EnvironmentPairComparison {
  /// Compares the Firestore databases of two environments, document by document; nil where one has none, or
  /// nothing of it is asked for.
  func compareDocuments(
    from old: EnvironmentReaders,
    to new: EnvironmentReaders
  ) async throws -> DatabaseDifference? {
    let name = Address.firestore
    guard let old = old[.firestore][name], let new = new[.firestore][name], asks(for: name)
    else { return nil }
    let oldDocuments = try await DocumentWalk(old, scope: scope).documents()
    let newDocuments = try await DocumentWalk(new, scope: scope).documents()
    let paths = Set(oldDocuments.keys).union(newDocuments.keys).sorted()
    let selection = FieldSelection(scope, among: paths.map { Address(document: $0) })
    let nodes = paths.compactMap { path -> NodeDifference? in
      let address = Address(document: path)
      guard selection.includes(address) else { return nil }
      let oldTree = oldDocuments[path].map { Tree(document: $0.fields, in: oldDatabase) } ?? .null
      let newTree = newDocuments[path].map { Tree(document: $0.fields, in: newDatabase) } ?? .null
      let options = DocumentComparison.options(ignoring: ignored, at: address)
      let changeset = Changeset(from: oldTree, to: newTree, options: options)
      let changes = WholeValues.joining(changeset.changes, from: oldTree, to: newTree)
      return NodeDifference(address, changeset, changes, selection, from: oldTree, to: newTree)
    }
    return DatabaseDifference(database: Address.firestore, nodes: nodes)
  }

  /// Compares the accounts of two environments; nil where one has none, or none is asked for.
  ///
  /// Returns with them the number of those that have a password in both, which is not compared.
  func compareAccounts(
    from old: EnvironmentReaders,
    to new: EnvironmentReaders
  ) async throws -> (difference: DatabaseDifference, uncheckedPasswordCount: Int)? {
    let name = Address.accounts
    guard let old = old[.accounts][name], let new = new[.accounts][name], asks(for: name)
    else { return nil }
    let oldAccounts = try await accounts(of: old)
    let newAccounts = try await accounts(of: new)
    let addresses = Set(oldAccounts.keys).union(newAccounts.keys).sorted()
    let selection = FieldSelection(scope, among: addresses)
    var nodes: [NodeDifference] = []
    var uncheckedPasswordCount = 0
    for address in addresses where selection.includes(address) {
      let (oldAccount, newAccount) = (oldAccounts[address], newAccounts[address])
      if oldAccount?.password != nil, newAccount?.password != nil { uncheckedPasswordCount += 1 }
      nodes.append(compare(oldAccount, newAccount, at: address, selection))
    }
    let difference = DatabaseDifference(database: Address.accounts, nodes: nodes)
    return (difference, uncheckedPasswordCount)
  }

  private func compare(
    _ old: Account?,
    _ new: Account?,
    at address: Address,
    _ selection: FieldSelection
  ) -> NodeDifference {
    // A flag that one side sets is shown on the other as well.
    let newTree = new.map { AccountFields.tree(of: $0, beside: .null) } ?? .null
    let oldTree = old.map { AccountFields.tree(of: $0, beside: newTree) } ?? .null
    let bothNew = new.map { AccountFields.tree(of: $0, beside: oldTree) } ?? .null
    let options = ComparisonOptions(
      lists: .asWhole,
      ignored: ignored.flatMap { $0.below(address) }
    )
    let changeset = Changeset(from: oldTree, to: bothNew, options: options)
    return NodeDifference(
      address,
      changeset,
      changeset.changes,
      selection,
      from: oldTree,
      to: bothNew
    )
  }

  private func accounts(of reader: any AccountReader) async throws -> [Address: Account] {
    let pageSize = 500
    var accounts: [Address: Account] = [:]
    var last: String?
    while true {
      try Task.checkCancellation()
      let page = try await reader.accounts(after: last, limit: pageSize)
      for account in page { accounts[Address(account: account.localID)] = account }
      guard let end = page.last, page.count == pageSize else { return accounts }
      last = end.localID
    }
  }

  private func asks(for service: String) -> Bool {
    scope.addresses.isEmpty || scope.addresses.contains { $0.service == service }
  }
}
