import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

@Suite("Embedded environments")
struct EmbeddedEnvironmentTests {
  @Test("An environment creates its file and folders and survives reopening")
  func persistence() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(".tane/embedded/local.sqlite")
      let tree = Tree(["0": ["name": "麺屋", "rating": 4.5, "open": true]])
      do {
        let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
        try await environment.database("shops").set(tree, at: "/shops")
        _ = try await environment.bucket("images").put(
          [1, 2],
          at: "a.png",
          metadata: ObjectMetadata(contentType: "image/png"),
          if: .none
        )
      }
      for access in [.readOnly, .readWrite] as [EmbeddedEnvironment.Access] {
        let environment = try EmbeddedEnvironment(path: path, access: access)
        #expect(try await environment.database("shops").tree(at: "/shops") == tree)
        let data = try await environment.bucket("images").data(at: "a.png", maximumSize: 2)
        #expect(data == [1, 2])
      }
    }
  }

  @Test("Databases and buckets with different names are separate")
  func separation() async throws {
    let environment = try EmbeddedEnvironment.inMemory()
    try await environment.database("shops").set(Tree(1), at: "/a")
    try await environment.database("users").set(Tree(2), at: "/a")
    try await environment.database("shops").remove(at: .root)
    #expect(try await environment.database("shops").tree(at: .root) == .null)
    #expect(try await environment.database("users").tree(at: .root) == Tree(["a": 2]))
    for (bucket, byte) in [("one", 1), ("two", 2)] as [(String, UInt8)] {
      _ = try await environment.bucket(bucket).put(
        [byte],
        at: "x",
        metadata: ObjectMetadata(),
        if: .none
      )
    }
    try await environment.bucket("one").delete(at: "x", if: .none)
    #expect(try await environment.bucket("one").list(ObjectListRequest()).objects.isEmpty)
    #expect(try await environment.bucket("two").data(at: "x", maximumSize: 1) == [2])
  }

  @Test("An environment without a file is empty for readers and creates none")
  func missingFile() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("none/local.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readOnly)
      let database = environment.database("shops")
      #expect(try await database.tree(at: .root) == .null)
      #expect(try await database.childKeys(at: .root) == [])
      #expect(try await database.children(at: .root, matching: TreeQuery(order: .key)) == [])
      let bucket = environment.bucket("images")
      #expect(try await bucket.object(at: "a") == nil)
      #expect(try await bucket.list(ObjectListRequest()) == ObjectListPage(objects: []))
      #expect(!FileManager.default.fileExists(atPath: folder.appending("none").string))
    }
  }

  @Test("Server timestamps come from the clock, equal within an update and in milliseconds")
  func clock() async throws {
    let environment = try EmbeddedEnvironment.inMemory(now: { 1_700_000_000_123 })
    let database = environment.database("shops")
    try await database.set(Tree(["a": .serverTimestamp, "b": [.serverTimestamp]]), at: .root)
    #expect(
      try await database.tree(at: .root)
        == Tree(["a": 1_700_000_000_123, "b": ["0": 1_700_000_000_123]])
    )
    let bucket = environment.bucket("images")
    let first = try await bucket.put([], at: "a", metadata: ObjectMetadata(), if: .none)
    let second = try await bucket.put([], at: "b", metadata: ObjectMetadata(), if: .none)
    #expect(first.timeCreated == 1_700_000_000_123)
    #expect(first.updated == 1_700_000_000_123)
    #expect(first.generation == 1_700_000_000_123_000)
    #expect(second.generation == 1_700_000_000_123_001)
  }

  @Test("Numbers keep their kind and all 64 bits")
  func numberKinds() async throws {
    let database = try EmbeddedEnvironment.inMemory().database("shops")
    try await database.set(Tree(["whole": 1, "fraction": 1.0, "large": 1e300]), at: .root)
    let tree = try await database.tree(at: .root)
    #expect(tree["whole"]?.kind == .integer)
    #expect(tree["fraction"]?.kind == .double)
    #expect(tree["large"]?.double == 1e300)
  }
}
