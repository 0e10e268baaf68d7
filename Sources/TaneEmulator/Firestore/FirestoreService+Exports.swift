package import TaneCore

// Access to the service's databases for exports and imports.
extension FirestoreService {
  /// Returns a reader of a database, or nil if the database is not served.
  package func reader(of database: DocumentDatabaseName) -> (any DocumentReader)? {
    try? call(to: database).store
  }

  package func removeAll(of database: DocumentDatabaseName) async throws {
    let call = try call(to: database)
    try await changes.feed(of: database).removeAll(of: call.store)
  }

  /// Commits writes to a database atomically.
  package func commit(_ writes: [DocumentWrite], to database: DocumentDatabaseName) async throws {
    try await call(to: database).make(writes)
  }
}
