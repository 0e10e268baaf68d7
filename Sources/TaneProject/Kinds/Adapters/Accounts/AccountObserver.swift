import TaneCore

/// An observer of a project's accounts.
struct AccountObserver: ResourceObserver {
  /// The maximum number of accounts that are read from the store at once.
  private static let pageSize = 500

  let store: any AccountReader

  var stepsPerRequest: Int { AccountWriter.accountsPerImport }

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    var found: [Observation] = []
    for start in stride(from: 0, to: desired.count, by: Self.pageSize) {
      try Task.checkCancellation()
      let page = desired[start..<min(start + Self.pageSize, desired.count)]
      let accounts = try await store.accounts(ids: page.map(\.address.accountID))
      found += zip(page, accounts).map { .found(Self.resource($1, at: $0.address)) }
      WorkCounter.add(page.reduce(0) { $0 + $1.content.leafCount }, .values)
    }
    return found
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] {
    var resources: [Resource] = []
    var last: String?
    while true {
      try Task.checkCancellation()
      let page = try await store.accounts(after: last, limit: Self.pageSize)
      resources += page.map { Self.resource($0, at: Address(account: $0.localID)) }
      guard let end = page.last, page.count == Self.pageSize else { break }
      last = end.localID
    }
    return resources.sorted { $0.address < $1.address }
  }

  static func resource(_ account: Account?, at address: Address) -> Resource {
    Resource(address, account.map(AccountFields.tree) ?? .null)
  }
}

extension Address {
  /// The ID of the account that the address refers to.
  var accountID: String { path.components.first ?? "" }
}
