import Foundation
import GRDB
import SystemPackage
import TaneCore
import Testing

@testable import TaneEmbedded

@Suite("Errors of embedded environments")
struct RefusalTests {
  @Test("A file in place of the environment's folder is an error")
  func fileInPlaceOfFolder() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(".tane")
      try Data("not a folder".utf8).write(to: URL(fileURLWithPath: file.string))
      let path = file.appending("embedded/local.sqlite")
      let error = try #require(throws: StoreError.self) {
        _ = try EmbeddedEnvironment(path: path, access: .readWrite)
      }
      #expect(error.code == .unreadable)
      #expect(
        error.description == "\(path): its folder \(file)/embedded cannot be created, because "
          + "\(file) is a file: move that file elsewhere"
      )
    }
  }

  @Test("A folder in place of the environment's file is an error")
  func folderInPlaceOfFile() async throws {
    try await withTemporaryFolder { folder in
      let error = try #require(throws: StoreError.self) {
        _ = try EmbeddedEnvironment(path: folder, access: .readOnly)
      }
      #expect(error.code == .unreadable)
      #expect(
        error.description
          == "\(folder): this is a folder, but a file is expected: move the folder elsewhere"
      )
    }
  }

  @Test(
    "A file that is not an SQLite database is an error and stays unchanged",
    arguments: [.readOnly, .readWrite] as [EmbeddedEnvironment.Access]
  )
  func garbage(access: EmbeddedEnvironment.Access) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let content = Data(String(repeating: "garbage ", count: 200).utf8)
      try content.write(to: URL(fileURLWithPath: path.string))
      let error = try #require(throws: StoreError.self) {
        _ = try EmbeddedEnvironment(path: path, access: access)
      }
      #expect(error.code == .unreadable)
      #expect(
        error.description
          == "\(path): this file is not a SQLite database: move it elsewhere, then seed again"
      )
      #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == content)
    }
  }

  @Test("A file of a newer version is an error")
  func newerVersion() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      _ = try EmbeddedEnvironment(path: path, access: .readWrite)
      try DatabaseQueue(path: path.string).write { try $0.execute(sql: "PRAGMA user_version = 7") }
      let error = try #require(throws: StoreError.self) {
        _ = try EmbeddedEnvironment(path: path, access: .readOnly)
      }
      #expect(error.code == .unreadable)
      #expect(
        error.description
          == "\(path): this file was written by a newer version of Tane (format 7, this "
          + "version supports format 3): update Tane, or move the file elsewhere and seed again"
      )
    }
  }

  @Test("A database of another program is an error")
  func foreignDatabase() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      try DatabaseQueue(path: path.string).write { try $0.execute(sql: "CREATE TABLE other (a)") }
      let error = try #require(throws: StoreError.self) {
        _ = try EmbeddedEnvironment(path: path, access: .readWrite)
      }
      #expect(error.code == .unreadable)
      #expect(
        error.description
          == "\(path): this is the SQLite database of another program: use another file in the "
          + "profile"
      )
    }
  }

  @Test("Writing to an environment opened for reading is an error")
  func readOnly() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      for isThere in [false, true] {
        if isThere {
          let writable = try EmbeddedEnvironment(path: path, access: .readWrite)
          try await writable.database("shops").set(Tree(1), at: "/a")
        }
        let environment = try EmbeddedEnvironment(path: path, access: .readOnly)
        let error = try await #require(throws: StoreError.self) {
          try await environment.database("shops").set(Tree(2), at: "/a")
        }
        #expect(error.code == .readOnly)
        #expect(
          error.description
            == "shops (\(path)): it was opened for reading only"
        )
        let put = await #expect(throws: StoreError.self) {
          _ = try await environment.bucket("images").put(
            [],
            at: "a",
            metadata: ObjectMetadata(),
            if: .none
          )
        }
        #expect(put?.code == .readOnly)
        let tree = try await environment.database("shops").tree(at: "/a")
        #expect(tree == (isThere ? Tree(1) : .null))
      }
    }
  }

  @Test("A write to a full disk is an error and leaves the store unchanged")
  func fullDisk() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let environment = try EmbeddedEnvironment(
        path: path,
        access: .readWrite,
        settings: EmbeddedFile.Settings(maximumPages: 40)
      )
      let database = environment.database("shops")
      try await database.set(Tree(["kept": 1]), at: .root)
      let long = String(repeating: "long ", count: 100)
      let tree = Tree(.list((0..<2000).map { _ in .string(long) }))
      let error = try await #require(throws: StoreError.self) {
        try await database.set(tree, at: "/list")
      }
      #expect(error.code == .diskFull)
      #expect(
        error.description == "shops (\(path)): the disk is full: free some"
          + " space, then try again"
      )
      #expect(try await database.tree(at: .root) == Tree(["kept": 1]))
      try await database.set(Tree(2), at: "/small")
      #expect(try await database.tree(at: .root) == Tree(["kept": 1, "small": 2]))
    }
  }

  @Test(
    "A system error about a full disk is reported even if SQLite reports another failure",
    arguments: [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_FSYNC, .SQLITE_CANTOPEN] as [ResultCode]
  )
  func fullDiskOfTheSystem(code: ResultCode) {
    let error = DatabaseError(resultCode: code, message: "disk I/O error")
    for cause in [ENOSPC, EDQUOT] {
      let said = StoreError(error, service: "shops", systemError: cause)
      #expect(said.code == .diskFull)
      #expect(said.description == "shops: the disk is full: free some space, then try again")
    }
    #expect(StoreError(error, service: "shops", systemError: EIO).code == .unreadable)
  }

  @Test("Damaged rows are an error")
  func damagedRows() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      let database = environment.database("shops")
      let statements = [
        ("UPDATE leaf SET path = x'02612f'", ""), ("UPDATE leaf SET path = x'0180'", ""),
        ("INSERT INTO leaf VALUES (1, x'026100026200026300', 1)", " at /a/b/c"),
      ]
      for (statement, place) in statements {
        try await database.set(Tree(["a": ["b": 1]]), at: .root)
        try await DatabaseQueue(path: path.string).write { try $0.execute(sql: statement) }
        let error = await #expect(throws: StoreError.self) { try await database.tree(at: .root) }
        #expect(error?.code == .unreadable)
        #expect(
          error?.description
            == "shops (\(path)): this file is damaged\(place): run tane doctor --store to see the "
            + "damage, and add --repair to repair it"
        )
      }
    }
  }

  @Test(
    "Damaged values are an error with their path",
    arguments: ["x'02'", "x'0101'", "x''", "9e999", "CAST(x'E9BA' AS TEXT)"]
  )
  func damagedValues(value: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      let database = environment.database("shops")
      try await database.set(Tree(["a": ["b": 1], "c": 2]), at: .root)
      try RawConnection(path).execute("UPDATE leaf SET value = \(value) WHERE value = 1")
      let error = await #expect(throws: StoreError.self) { try await database.tree(at: .root) }
      #expect(error?.code == .unreadable)
      #expect(error?.paths == ["/a/b"])
      #expect(
        error?.description
          == "shops (\(path)): this file is damaged at /a/b: run tane doctor --store to see the "
          + "damage, and add --repair to repair it"
      )
      #expect(try await database.tree(at: "/c") == Tree(2))
    }
  }

  @Test(
    "An object with changed or missing bytes is an error",
    arguments: [
      "UPDATE content SET bytes = x'010203'", "UPDATE content SET bytes = x'01'",
      "DELETE FROM content",
    ]
  )
  func damagedContent(statement: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let bucket = try EmbeddedEnvironment(path: path, access: .readWrite).bucket("images")
      _ = try await bucket.put([1, 2, 4], at: "a", metadata: ObjectMetadata(), if: .none)
      try RawConnection(path).execute(statement)
      let error = await #expect(throws: StoreError.self) {
        try await bucket.data(at: "a", maximumSize: 3)
      }
      #expect(error?.code == .unreadable)
      #expect(
        error?.description
          == "images (\(path)): the object a is damaged: its bytes do not match their stored "
          + "checksum; upload it again, or move the file elsewhere, then seed again"
      )
      _ = try await bucket.put([1, 2, 4], at: "a", metadata: ObjectMetadata(), if: .none)
      #expect(try await bucket.data(at: "a", maximumSize: 3) == [1, 2, 4])
    }
  }

  @Test("An object with damaged metadata is an error")
  func damagedObject() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let bucket = try EmbeddedEnvironment(path: path, access: .readWrite).bucket("images")
      _ = try await bucket.put([], at: "a", metadata: ObjectMetadata(), if: .none)
      try RawConnection(path).execute("UPDATE object SET custom = 'no JSON'")
      let error = await #expect(throws: StoreError.self) { try await bucket.object(at: "a") }
      #expect(error?.code == .unreadable)
      #expect(
        error?.description
          == "images (\(path)): this file is damaged: run tane doctor --store to see the "
          + "damage, and add --repair to repair it"
      )
    }
  }

  @Test("Data that breaks a rule is rejected with the rule and the path")
  func invalidData() async throws {
    let database = try EmbeddedEnvironment.inMemory().database("shops")
    let writes: [(TreePath, Tree, String)] = [
      (
        "/shops", Tree(["a": ["b.c": 1]]),
        "/shops/a/b.c: the key \"b.c\" contains \".\", which the Realtime Database forbids in keys "
          + "(. $ # [ ] / and control characters)"
      ),
      (
        TreePath(["a#"]), Tree(1),
        "/a#: the key \"a#\" contains \"#\", which the Realtime Database forbids in keys (. $ # [ "
          + "] / and control characters)"
      ),
      (
        "/rating", Tree(.double(.nan)),
        "/rating: the Realtime Database cannot store .nan; use a finite number"
      ),
    ]
    for (path, value, message) in writes {
      let error = await #expect(throws: StoreError.self) { try await database.set(value, at: path) }
      #expect(error?.code == .invalidData)
      #expect(error?.description == "shops (in memory): \(message)")
    }
    #expect(try await database.tree(at: .root) == .null)
  }

  @Test("Overlapping writes and unexpected values are rejected with their paths")
  func updates() async throws {
    let database = try EmbeddedEnvironment.inMemory().database("shops")
    var error = await #expect(throws: StoreError.self) {
      try await database.update([
        TreeWrite(path: "/a/b", value: Tree(1)), TreeWrite(path: "/a", value: Tree(1)),
      ])
    }
    #expect(
      error?.description
        == "shops (in memory): the update writes /a and, below it, /a/b: remove one of the writes"
    )
    error = await #expect(throws: StoreError.self) {
      try await database.update([
        TreeWrite(path: "/a", value: Tree(1)), TreeWrite(path: "/a", value: Tree(2)),
      ])
    }
    #expect(
      error?.description
        == "shops (in memory): the update writes /a twice: remove one of the writes"
    )
    error = await #expect(throws: StoreError.self) {
      try await database.update(
        ["/a", "/b", "/c", "/d", "/e"].map {
          TreeWrite(path: $0, value: Tree(1), expected: Tree(2))
        }
      )
    }
    #expect(
      error?.description
        == "shops (in memory): the current values at /a, /b, /c and 2 more are not the "
        + "expected values"
    )
  }

  @Test("Impossible operations on objects are rejected with their names")
  func objects() async throws {
    let bucket = try EmbeddedEnvironment.inMemory(now: { 1 }).bucket("images")
    _ = try await bucket.put([1, 2, 3], at: "a", metadata: ObjectMetadata(), if: .none)
    var error = await #expect(throws: StoreError.self) {
      try await bucket.data(at: "a", maximumSize: 2)
    }
    #expect(
      error?.description
        == "images (in memory): the object a is 3 bytes in size, more than the requested maximum of 2"
    )
    error = await #expect(throws: StoreError.self) { try await bucket.delete(at: "b", if: .none) }
    #expect(error?.description == "images (in memory): the object b does not exist")
    error = await #expect(throws: StoreError.self) {
      _ = try await bucket.put([], at: "a", metadata: ObjectMetadata(), if: .absent)
    }
    #expect(
      error?.description
        == "images (in memory): the object a has generation 1000, but the object was "
        + "expected not to exist; nothing was changed: compare again"
    )
    error = await #expect(throws: StoreError.self) {
      _ = try await bucket.put([], at: "b", metadata: ObjectMetadata(), if: .generation(4))
    }
    #expect(
      error?.description
        == "images (in memory): the object b is missing, but generation 4 was expected; nothing "
        + "was changed: compare again"
    )
    error = await #expect(throws: StoreError.self) {
      _ = try await bucket.put([], at: "a\nb", metadata: ObjectMetadata(), if: .none)
    }
    #expect(
      error?.description
        == "images (in memory): the name \"a\\nb\" contains a line break, which is not allowed"
    )
  }
}
