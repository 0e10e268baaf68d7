import Foundation
import GRDB
import TaneCore

// The tables of the state.
extension StateDatabase {
  /// Creates the tables, or migrates tables that an earlier version of Tane created.
  static func migrate(_ queue: DatabaseQueue, _ location: String) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: initialTables) }
    migrator.registerMigration("2") { try $0.execute(sql: contentTables) }
    migrator.registerMigration("3") { try $0.execute(sql: anchorTable) }
    migrator.registerMigration("4") { try $0.execute(sql: stepIndex) }
    migrator.registerMigration("5") { try $0.execute(sql: stepChangesTable) }
    migrator.registerMigration("6") { try $0.execute(sql: pieceTables) }
    migrator.registerMigration("7") { try $0.execute(sql: fullRunColumns) }
    // Earlier versions cannot read the composition of a long list in a journal (`StoredChange`).
    migrator.registerMigration("8") { _ in }
    migrator.registerMigration("9") { try $0.execute(sql: unsharedVersionColumn) }
    let (isForeign, isNewer, isCurrent) = try translatingErrors(of: location) {
      try queue.read { database in
        let tables = try String.fetchSet(
          database,
          sql: "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
        return (
          !tables.isEmpty && !tables.contains("grdb_migrations"),
          try migrator.hasBeenSuperseded(database), try migrator.hasCompletedMigrations(database)
        )
      }
    }
    guard !isForeign else {
      throw StoreError(
        .unreadable,
        service: location,
        "this database belongs to another program, not to Tane; move it elsewhere"
      )
    }
    guard !isNewer else {
      throw StoreError(
        .unreadable,
        service: location,
        "this file was written by a newer version of Tane; update Tane"
      )
    }
    if !isCurrent { try translatingErrors(of: location) { try migrator.migrate(queue) } }
  }

  static let initialTables = """
    CREATE TABLE service (id INTEGER PRIMARY KEY, location TEXT NOT NULL UNIQUE);
    CREATE TABLE recorded (
      service INTEGER NOT NULL REFERENCES service (id), path TEXT NOT NULL, content BLOB NOT NULL,
      size INTEGER, crc32c INTEGER, sets TEXT NOT NULL, run INTEGER,
      UNIQUE (service, path)
    );
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT, environment TEXT NOT NULL, action TEXT NOT NULL,
      subject INTEGER, author TEXT NOT NULL, sets TEXT NOT NULL, summary TEXT NOT NULL,
      began REAL NOT NULL, ended REAL, result TEXT NOT NULL
    );
    CREATE TABLE step (
      run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, number INTEGER NOT NULL,
      location TEXT NOT NULL, service TEXT NOT NULL, path TEXT NOT NULL, changes BLOB NOT NULL,
      oldSize INTEGER, oldCRC32C INTEGER, newSize INTEGER, newCRC32C INTEGER,
      bytes TEXT, state INTEGER NOT NULL,
      PRIMARY KEY (run, number)
    );
    CREATE TABLE bytes (digest TEXT PRIMARY KEY, content BLOB NOT NULL);
    """

  /// The tables of content with digests, so that unchanged content is neither read nor written; a
  /// change to large content is a separate row.
  private static let contentTables = """
    ALTER TABLE recorded RENAME TO earlier;
    CREATE TABLE recorded (
      id INTEGER PRIMARY KEY, service INTEGER NOT NULL REFERENCES service (id), path TEXT NOT NULL,
      digest BLOB, size INTEGER, crc32c INTEGER, sets TEXT NOT NULL, run INTEGER,
      UNIQUE (service, path)
    );
    CREATE TABLE content (
      resource INTEGER PRIMARY KEY REFERENCES recorded (id) ON DELETE CASCADE, content BLOB NOT NULL
    );
    CREATE TABLE edit (
      resource INTEGER NOT NULL REFERENCES recorded (id) ON DELETE CASCADE, path TEXT NOT NULL,
      content BLOB, PRIMARY KEY (resource, path)
    );
    INSERT INTO recorded (id, service, path, size, crc32c, sets, run)
      SELECT rowid, service, path, size, crc32c, sets, run FROM earlier;
    INSERT INTO content (resource, content) SELECT rowid, content FROM earlier;
    DROP TABLE earlier;

    ALTER TABLE service ADD COLUMN shared TEXT;
    CREATE TABLE unshared (
      id INTEGER PRIMARY KEY AUTOINCREMENT, service INTEGER NOT NULL REFERENCES service (id),
      resource TEXT NOT NULL, place TEXT NOT NULL, UNIQUE (service, resource, place)
    );
    CREATE TABLE origin (machine TEXT, host TEXT NOT NULL, path TEXT NOT NULL, inode INTEGER NOT NULL);
    """

  /// The table with the reference time of relative dates in the last seed of each environment.
  private static let anchorTable = """
    CREATE TABLE anchor (environment TEXT PRIMARY KEY, seconds INTEGER NOT NULL);
    """

  /// An index by path, because the steps of a run are looked up when they are sent and when they
  /// are acknowledged.
  private static let stepIndex = "CREATE INDEX stepByPlace ON step (path, run);"

  /// The table of changes, separate from steps: updating the state of a step would otherwise
  /// rewrite its changes.
  ///
  /// Since this version, changes and content are bytes that an earlier version of Tane would read
  /// as damaged JSON (`StoredTree`).
  private static let stepChangesTable = """
    CREATE TABLE stepChanges (
      run INTEGER NOT NULL, number INTEGER NOT NULL, changes BLOB NOT NULL, PRIMARY KEY (run, number),
      FOREIGN KEY (run, number) REFERENCES step (run, number) ON DELETE CASCADE
    );
    INSERT INTO stepChanges (run, number, changes) SELECT run, number, changes FROM step;
    ALTER TABLE step DROP COLUMN changes;
    """

  /// The tables of pieces of large content (`PieceList`), whose digest is computed from the pieces;
  /// earlier digests of potentially large content are invalid.
  private static let pieceTables = """
    CREATE TABLE cut (
      resource INTEGER PRIMARY KEY REFERENCES recorded (id) ON DELETE CASCADE, pieces BLOB NOT NULL
    );
    CREATE TABLE piece (
      resource INTEGER NOT NULL REFERENCES recorded (id) ON DELETE CASCADE, digest TEXT NOT NULL,
      content BLOB NOT NULL, PRIMARY KEY (resource, digest)
    );
    UPDATE recorded SET digest = NULL
      WHERE id IN (SELECT resource FROM content WHERE length(content) >= 4096);
    """

  /// The columns for full runs, and for the digests of the fixture files that contain a run's
  /// secrets.
  private static let fullRunColumns = """
    ALTER TABLE run ADD COLUMN isFull INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE run ADD COLUMN basis BLOB NOT NULL DEFAULT '{}';
    """

  /// The column for the last shared version of a record that changed.
  private static let unsharedVersionColumn = "ALTER TABLE unshared ADD COLUMN version TEXT;"
}

extension StateOrigin {
  /// Returns the recorded origin of a state file, or nil if an earlier version of Tane created it.
  static func fetch(_ database: Database) throws -> StateOrigin? {
    try Row.fetchOne(database, sql: "SELECT * FROM origin").map { row in
      StateOrigin(
        machine: try row.value("machine"),
        path: try row.value("path"),
        inode: try row.value("inode")
      )
    }
  }

  /// Records the origin in a state file, with the name of this machine.
  func save(in database: Database) throws {
    try database.execute(
      sql: "DELETE FROM origin; INSERT INTO origin VALUES (?, ?, ?, ?)",
      arguments: [machine, ProcessInfo.processInfo.hostName, path, inode]
    )
  }
}
