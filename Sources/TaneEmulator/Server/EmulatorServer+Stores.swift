public import TaneCore

extension EmulatorServer {
  /// Serves a test's databases and buckets, such as the stores from `seededStores()`, on free
  /// ports.
  ///
  /// ```swift
  /// let server = try await EmulatorServer.start(databases: stores[.databases])
  /// server.address(of: "database")  // "127.0.0.1:9000"
  /// await server.shutDown()
  /// ```
  ///
  /// - Parameters:
  ///   - databases: The database stores, keyed by name. Clients cannot add databases.
  ///   - buckets: The bucket stores, keyed by name.
  /// - Returns: The server, which runs on the loopback interface until it is shut down.
  /// - Throws: An error with the cause if no port can be bound.
  public static func start(
    databases: [String: any TreeStore],
    buckets: [String: any ObjectStore] = [:]
  ) async throws -> EmulatorServer {
    let database = DatabaseEmulator(databases, defaultDatabase: databases.keys.min() ?? "default") {
      throw StoreError(.notFound, service: $0, "the test serves no such database")
    }
    let storage = StorageService(
      buckets: StorageBuckets(names: buckets.keys.sorted()) { buckets[$0] }
    )
    return try await start([
      EmulatorEndpoint("database", database, webSockets: database, port: 0),
      EmulatorEndpoint("storage", storage, port: 0),
    ])
  }
}
