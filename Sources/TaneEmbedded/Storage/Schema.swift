import GRDB

/// The tables of an environment's file and the version that says which they are.
enum Schema {
  /// What a file's tables turn out to be.
  enum Finding: Equatable {
    /// The file holds nothing yet.
    case empty
    /// The file is of this version.
    case current
    /// The file was made by an older Tane: it can be read, and is brought to this version before a write.
    case older
    /// The file was made by a newer Tane.
    case newer(version: Int)
    /// The file is another program's database.
    case foreign
  }

  /// The version that this Tane makes and reads.
  static let version = 3

  /// `Tane` in ASCII, SQLite's mark for whose file it is.
  private static let applicationID = 0x5461_6E65

  /// Finds out what a file holds.
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

  /// Makes the tables of an empty file.
  static func create(in database: Database) throws {
    try database.execute(sql: tables)
    try database.execute(sql: moreContent)
    try database.execute(sql: revision)
    try database.execute(sql: "INSERT INTO counter (name, value) VALUES ('generation', 0)")
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Brings the tables of an older version to this one.
  static func migrate(_ database: Database) throws {
    if try Int.fetchOne(database, sql: "PRAGMA user_version") == 1 {
      // Else the passwords that go would stay readable in the file's unused bytes.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      try database.execute(sql: moreContent)
      try AccountTable.hashPasswords(in: database)
    }
    try database.execute(sql: revision)
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// What an object has beyond its first bytes, which version 1 held all in one row: parts from 1 on.
  private static let moreContent = """
    CREATE TABLE moreContent (
      object INTEGER NOT NULL REFERENCES object (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (object, part)
    );
    """

  /// What stands for the content of a database since version 3; null where version 2 wrote it last.
  private static let revision = "ALTER TABLE database ADD COLUMN revision INTEGER"

  /// The tables of version 1.
  ///
  /// A leaf names its database without a reference, which older files have: that would be looked up for each leaf, a tenth of the
  /// time of an insertion, and no database is ever deleted.
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
