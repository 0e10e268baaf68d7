import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

@Suite("Embedded files of version 1")
struct MigrationTests {
  private static let password = "correct horse"
  private static let emulated = "fakeHash:salt=abc:password=correct horse"

  /// Writes a file in the format of version 1, with a leaf, an object and accounts.
  private func makeFile(at path: FilePath) throws {
    let connection = try RawConnection(path)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute(Self.tables)
    let leaf = "x'026100'"
    let object = "1, 1, x'61', 3, 'x', \(CRC32C.checksum(of: [1, 2, 3])), 5, 1, 6, 7, 'image/png'"
    var statements = [
      "PRAGMA application_id = 1415671397", "PRAGMA user_version = 1",
      "INSERT INTO counter (name, value) VALUES ('generation', 5)",
      "INSERT INTO database (name) VALUES ('shops')",
      "INSERT INTO leaf VALUES (1, \(leaf), 'kept')",
      "INSERT INTO bucket (name) VALUES ('images')",
      "INSERT INTO object VALUES (\(object), NULL, NULL, NULL, NULL, '{}')",
      "INSERT INTO content VALUES (1, x'010203')",
      "INSERT INTO accountProject (name) VALUES ('demo')",
    ]
    for (id, hash) in [("a", Self.emulated), ("b", "bcrypt")] {
      var account = Account(localID: id, createdAt: 1)
      account.email = "\(id)@example.com"
      account.password = AccountPassword(hash: hash, salt: "abc")
      let body = String(decoding: try JSONEncoder().encode(account), as: UTF8.self)
      statements.append(
        "INSERT INTO account VALUES (1, CAST('\(id)' AS BLOB),"
          + " CAST('\(id)@example.com' AS BLOB), NULL, CAST('\(body)' AS BLOB))"
      )
    }
    for statement in statements { try connection.execute(statement) }
  }

  private func holdsPassword(_ folder: FilePath) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.string).contains { name in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.appending(name).string))
      return bytes.firstRange(of: Data(Self.password.utf8)) != nil
    }
  }

  private func check(_ environment: EmbeddedEnvironment) async throws {
    #expect(try await environment.database("shops").tree(at: "/a") == Tree("kept"))
    #expect(try await environment.bucket("images").data(at: "a", maximumSize: 3) == [1, 2, 3])
    let accounts = environment.accounts("demo")
    let found = try await accounts.accounts(after: nil, limit: 9)
    #expect(found.map(\.localID) == ["a", "b"])
    #expect(found.last?.password == AccountPassword(hash: "bcrypt", salt: "abc"))
    let account = try #require(found.first)
    #expect(accounts.isPassword(Self.password, of: account))
    #expect(!accounts.isPassword("another", of: account))
  }

  @Test("A read-only file of version 1 is readable, and a writable one is migrated without loss")
  func migration() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      try makeFile(at: path)
      try await check(EmbeddedEnvironment(path: path, access: .readOnly))
      #expect(try RawConnection(path).text("PRAGMA user_version") == "1")
      #expect(try holdsPassword(folder))
      try await check(EmbeddedEnvironment(path: path, access: .readWrite))
      #expect(try RawConnection(path).text("PRAGMA user_version") == "3")
      #expect(try !holdsPassword(folder))
      try await check(EmbeddedEnvironment(path: path, access: .readOnly))
      let bucket = try EmbeddedEnvironment(path: path, access: .readWrite).bucket("images")
      let object = try await bucket.put(
        [4],
        at: "a",
        metadata: ObjectMetadata(),
        if: .generation(5)
      )
      #expect(object.generation > 5)
    }
  }

  private static let tables = """
    CREATE TABLE database (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE leaf (
      database INTEGER NOT NULL REFERENCES database (id) ON DELETE CASCADE,
      path BLOB NOT NULL, value NOT NULL, PRIMARY KEY (database, path)
    ) WITHOUT ROWID;
    CREATE TABLE bucket (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE object (
      id INTEGER PRIMARY KEY, bucket INTEGER NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
      name BLOB NOT NULL, size INTEGER NOT NULL, md5 TEXT NOT NULL, crc32c INTEGER NOT NULL,
      generation INTEGER NOT NULL UNIQUE, metageneration INTEGER NOT NULL,
      timeCreated INTEGER NOT NULL, updated INTEGER NOT NULL, contentType TEXT NOT NULL,
      cacheControl TEXT, contentDisposition TEXT, contentEncoding TEXT, contentLanguage TEXT,
      custom TEXT NOT NULL, UNIQUE (bucket, name)
    );
    CREATE TABLE content (
      object INTEGER PRIMARY KEY REFERENCES object (id) ON DELETE CASCADE, bytes BLOB NOT NULL
    );
    CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE accountProject (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE account (
      project INTEGER NOT NULL REFERENCES accountProject (id) ON DELETE CASCADE,
      id BLOB NOT NULL, email BLOB, phoneNumber BLOB, body BLOB NOT NULL,
      PRIMARY KEY (project, id), UNIQUE (project, email), UNIQUE (project, phoneNumber)
    ) WITHOUT ROWID;
    """
}
