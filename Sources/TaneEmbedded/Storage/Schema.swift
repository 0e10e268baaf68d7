import GRDB

/// The tables in an environment's file, and their version.
enum Schema {
  /// The state of the tables in a file.
  enum State: Equatable {
    /// The file has no tables.
    case empty
    /// The file has the current schema version.
    case current
    /// The file has an older schema version, so it is migrated if it is opened for writing.
    case older
    /// The file has a newer schema version.
    case newer(version: Int)
    /// The file is a database from another program.
    case foreign
  }

  /// The schema version that this version of Tane creates.
  static let version = 3

  /// The application ID in the file's SQLite header: `Tane` in ASCII.
  private static let applicationID = 0x5461_6E65

  /// Determines the state of the tables in a file.
  static func inspect(_ database: Database) throws -> State {
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

  /// Migrates tables of an older schema version to the current one.
  static func migrate(_ database: Database) throws {
    if try Int.fetchOne(database, sql: "PRAGMA user_version") == 1 {
      // The removed passwords would otherwise remain in free pages of the file.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      try database.execute(sql: moreContent)
      try AccountTable.hashPasswords(in: database)
    }
    try database.execute(sql: revision)
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// The table for the bytes of objects after the first part, in parts numbered from 1; version 1
  /// stored all bytes in one row.
  private static let moreContent = """
    CREATE TABLE moreContent (
      object INTEGER NOT NULL REFERENCES object (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (object, part)
    );
    """

  /// The column for the revision of a database, added in version 3; it is null if version 2 wrote
  /// the database last.
  private static let revision = "ALTER TABLE database ADD COLUMN revision INTEGER"

  /// The tables that version 1 introduced.
  ///
  /// In newer files, a leaf refers to its database without a foreign key, because checking the key
  /// would take a tenth of an insertion's time, and databases are never deleted.
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
