extension EnvironmentStores {
  /// Creates the stores of an environment.
  public init(
    databases: [String: any TreeStore] = [:],
    buckets: [String: any ObjectStore] = [:],
    documents: (any DocumentStore)? = nil,
    accounts: (any AccountStore)? = nil,
    flush: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.init(flush: flush)
    for (name, store) in databases { add(store, named: name, as: .databases) }
    for (name, store) in buckets { add(store, named: name, as: .buckets) }
    if let documents { add(documents, named: ServiceKind.firestore.id, as: .firestore) }
    if let accounts { add(accounts, named: ServiceKind.accounts.id, as: .accounts) }
  }

  /// The Realtime Databases.
  public var databases: [String: any TreeStore] { self[.databases] }
  /// The buckets.
  public var buckets: [String: any ObjectStore] { self[.buckets] }
  /// The Firestore database.
  public var documents: (any DocumentStore)? { self[.firestore][ServiceKind.firestore.id] }
  /// The accounts.
  public var accounts: (any AccountStore)? { self[.accounts][ServiceKind.accounts.id] }
}
