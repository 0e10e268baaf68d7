/// The stores of one environment, by the names that its profile gives them.
public struct EnvironmentStores: Sendable {
  /// The Realtime Databases.
  public let databases: [String: any TreeStore]
  /// The storage buckets.
  public let buckets: [String: any ObjectStore]
  /// The Firestore database, if the environment has one.
  public let documents: (any DocumentStore)?
  /// The accounts of Firebase Authentication, if the environment has some.
  public let accounts: (any AccountStore)?
  private let flush: @Sendable () async throws -> Void

  /// Creates the stores of an environment.
  ///
  /// `flush` is what `synchronize()` does; services elsewhere need nothing.
  public init(
    databases: [String: any TreeStore] = [:],
    buckets: [String: any ObjectStore] = [:],
    documents: (any DocumentStore)? = nil,
    accounts: (any AccountStore)? = nil,
    flush: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.databases = databases
    self.buckets = buckets
    self.documents = documents
    self.accounts = accounts
    self.flush = flush
  }

  /// Waits until what was written to stores on this machine is on the disk, each in its one file.
  public func synchronize() async throws { try await flush() }
}
