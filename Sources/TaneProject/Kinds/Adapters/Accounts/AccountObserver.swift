import TaneCore

/// An observer of a project's accounts.
struct AccountObserver: ResourceObserver {
  /// The maximum number of accounts per page of a list.
  private static let pageSize = 500

  let store: any AccountReader

  var stepsPerRequest: Int { AccountWriter.accountsPerImport }

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    try await desired.concurrentMap { wanted in
      let address = wanted.address
      defer { WorkCounter.add(wanted.content.leafCount, .values) }
      return .found(Self.resource(try await store.account(id: address.accountID), at: address))
    }
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
