import GRDB

extension EmbeddedEnvironment {
  /// Returns the names of the Firestore databases with documents, sorted.
  package func documentDatabases() async throws -> [String] {
    let names = try await file.read(for: file.location) { database -> [String] in
      guard try database.tableExists("document") else { return [] }
      return try String.fetchAll(
        database,
        sql: """
          SELECT name FROM documentDatabase
          WHERE EXISTS (SELECT 1 FROM document WHERE document.database = documentDatabase.id) ORDER BY name
          """
      )
    }
    return names ?? []
  }
}
