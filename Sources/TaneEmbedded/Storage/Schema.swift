import GRDB

/// The tables of an environment's file, and their version.
enum Schema {
  /// The state of a file's tables.
  enum Finding: Equatable {
    /// The file is empty.
    case empty
    /// The file has the current version.
    case current
    /// The file has an older version: it can be read, and is migrated before a write.
    case older
    /// The file has a newer version.
    case newer(version: Int)
    /// The file is a database of another program.
    case foreign
  }

  /// The schema version that this version of Tane creates and reads.
  static let version = 3

  /// SQLite's application ID of the file: `Tane` in ASCII.
  private static let applicationID = 0x5461_6E65

  /// Determines the state of a file.
  static func inspect(_ database: Database) throws -> Finding {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard application == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      return application == 0 && tables == 0 ? .empty : .foreign
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    return switch version {
    case Self.version: .current
    case 1..<Self.version: .older
    case (Self.version + 1)...: .newer(version: version)
    default: .foreign
    }
  }

  /// Creates the tables of an empty file.
  static func create(in database: Database) throws {
    try database.execute(sql: tables)
    try database.execute(sql: moreContent)
    try database.execute(sql: revision)
    try database.execute(sql: "INSERT INTO counter (name, value) VALUES ('generation', 0)")
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Migrates the tables of an older version to this one.
  static func migrate(_ database: Database) throws {
    if try Int.fetchOne(database, sql: "PRAGMA user_version") == 1 {
      // Otherwise the removed passwords would remain readable in the file's free pages.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      try database.execute(sql: moreContent)
      try AccountTable.hashPasswords(in: database)
    }
    try database.execute(sql: revision)
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// The table of an object's bytes beyond the first row, in parts numbered from 1; version 1
  /// stored all bytes in one row.
  private static let moreContent = """
    CREATE TABLE moreContent (
      object INTEGER NOT NULL REFERENCES object (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (object, part)
    );
    """

  /// The column of a database's revision, since version 3; null if version 2 wrote the database
  /// last.
  private static let revision = "ALTER TABLE database ADD COLUMN revision INTEGER"

  /// The tables of version 1.
  ///
  /// A leaf refers to its database without a foreign key, unlike in older files: the check would
  /// take a tenth of an insertion's time, and databases are never deleted.
  private static let tables = """
    CREATE TABLE database (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

    CREATE TABLE leaf (
      database INTEGER NOT NULL,
      path BLOB NOT NULL,
      value NOT NULL,
      PRIMARY KEY (database, path)
    ) WITHOUT ROWID;

    CREATE TABLE bucket (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

    CREATE TABLE object (
      id INTEGER PRIMARY KEY,
      bucket INTEGER NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
      name BLOB NOT NULL,
      size INTEGER NOT NULL,
      md5 TEXT NOT NULL,
      crc32c INTEGER NOT NULL,
      generation INTEGER NOT NULL UNIQUE,
      metageneration INTEGER NOT NULL,
      timeCreated INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      contentType TEXT NOT NULL,
      cacheControl TEXT,
      contentDisposition TEXT,
      contentEncoding TEXT,
      contentLanguage TEXT,
      custom TEXT NOT NULL,
      UNIQUE (bucket, name)
    );

    CREATE TABLE content (
      object INTEGER PRIMARY KEY REFERENCES object (id) ON DELETE CASCADE,
      bytes BLOB NOT NULL
    );

    CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """
}
