import GRDB
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A view of a database's documents, valid only during the database access that creates it.
struct DocumentTable {
  let database: Database
  let id: Int64
  let service: String

  init?(of name: String, in database: Database, service: String) throws {
    guard try database.tableExists("documentDatabase"),
      let id = try database.number(of: name, in: "documentDatabase")
    else { return nil }
    self.init(database: database, id: id, service: service)
  }

  init(making name: String, in database: Database, service: String) throws {
    // This index is created last, so it exists only if all tables do.
    if try !database.hasIndex("documentByCollectionID") { try database.execute(sql: Self.tables) }
    let id = try database.assignedNumber(of: name, in: "documentDatabase")
    self.init(database: database, id: id, service: service)
  }

  private init(database: Database, id: Int64, service: String) {
    self.database = database
    self.id = id
    self.service = service
  }

  /// Returns the document at a path, or nil if it does not exist.
  func document(at path: DocumentPath) throws -> StoredDocument? {
    let sql = "SELECT * FROM document WHERE database = ? AND collection = ? AND id = ?"
    let statement = try database.cachedStatement(sql: sql)
    let arguments: StatementArguments = [id, path.collectionKey, path.idKey]
    return try Row.fetchOne(statement, arguments: arguments).map(document)
  }

  /// Creates or replaces a document.
  func put(_ document: StoredDocument) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO document
          (database, collection, id, collectionID, createTime, updateTime, fields)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    )
    try statement.execute(arguments: [
      id, document.path.collectionKey, document.path.idKey,
      Data(document.path.parent.id.utf8), document.createTime.microseconds,
      document.updateTime.microseconds, Data(DocumentFieldsWriter.bytes(of: document.fields)),
    ])
  }

  /// Removes the document at a path.
  func delete(_ path: DocumentPath) throws {
    let sql = "DELETE FROM document WHERE database = ? AND collection = ? AND id = ?"
    let statement = try database.cachedStatement(sql: sql)
    try statement.execute(arguments: [id, path.collectionKey, path.idKey])
  }

  func deleteAll() throws {
    try database.execute(sql: "DELETE FROM document WHERE database = ?", arguments: [id])
  }

  /// Returns a unique commit time: the later of the given time and one microsecond after the last
  /// commit.
  func nextCommitTime(at milliseconds: Int64) throws -> DocumentTimestamp {
    let time = DocumentTimestamp(milliseconds: milliseconds).microseconds
    let count = try database.cachedStatement(
      sql: """
        INSERT INTO counter (name, value) VALUES ('commit', ?)
        ON CONFLICT (name) DO UPDATE SET value = max(value + 1, excluded.value)
        """
    )
    try count.execute(arguments: [time])
    let counted = try database.cachedStatement(
      sql: "SELECT value FROM counter WHERE name = 'commit'"
    )
    return DocumentTimestamp(microseconds: try Int64.fetchOne(counted) ?? time)
  }

  func document(_ row: Row) throws -> StoredDocument {
    do {
      let (collection, id): (Data, Data) = (try row.value("collection"), try row.value("id"))
      let fields: Data = try row.value("fields")
      guard let segments = DocumentKey.decode(Array(collection) + Array(id)),
        segments.count.isMultiple(of: 2), !segments.isEmpty
      else { throw StoreError.damaged(service) }
      return StoredDocument(
        path: DocumentPath(segments),
        fields: try DocumentFieldsReader.fields(of: Array(fields)),
        createTime: DocumentTimestamp(microseconds: try row.value("createTime")),
        updateTime: DocumentTimestamp(microseconds: try row.value("updateTime"))
      )
    } catch {
      throw StoreError.damaged(service)
    }
  }

  private static let tables = """
    CREATE TABLE IF NOT EXISTS documentDatabase (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    );

    CREATE TABLE IF NOT EXISTS document (
      database INTEGER NOT NULL REFERENCES documentDatabase (id) ON DELETE CASCADE,
      collection BLOB NOT NULL,
      id BLOB NOT NULL,
      collectionID BLOB NOT NULL,
      createTime INTEGER NOT NULL,
      updateTime INTEGER NOT NULL,
      fields BLOB NOT NULL,
      PRIMARY KEY (database, collection, id)
    ) WITHOUT ROWID;

    CREATE INDEX IF NOT EXISTS documentByCollectionID ON document (database, collectionID);
    """
}

extension DocumentPath {
  fileprivate var collectionKey: Data { Data(DocumentKey.encode(parent.segments)) }

  /// The document's key within its collection.
  fileprivate var idKey: Data { Data(DocumentKey.encode([id])) }
}
