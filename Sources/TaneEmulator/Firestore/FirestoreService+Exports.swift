public import TaneCore

// What an export takes from the service's databases, and an import puts into them.
extension FirestoreService {
  /// The documents of a database; nil where it is not served.
  public func reader(of database: DocumentDatabaseName) -> (any DocumentReader)? {
    try? call(to: database).store
  }

  /// Removes all documents of a database.
  public func removeAll(of database: DocumentDatabaseName) async throws {
    let call = try call(to: database)
    try await changes.feed(of: database).removeAll(of: call.store)
  }

  /// Makes writes to a database at once.
  public func commit(_ writes: [DocumentWrite], to database: DocumentDatabaseName) async throws {
    try await call(to: database).make(writes)
  }
}
