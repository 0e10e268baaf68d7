import GRDB

extension EmbeddedEnvironment {
  /// The number of documents of all Firestore databases together.
  public func documentCount() async throws -> Int {
    let count = try await file.read(for: file.location) { database in
      guard try database.tableExists("document") else { return 0 }
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM document") ?? 0
    }
    return count ?? 0
  }
}
