import Foundation
import GRDB
import SystemPackage
import TaneCore
import Testing

@testable import TaneEmbedded

@Suite("Durability of an embedded environment")
struct DurabilityTests {
  private static let tree = Tree(["0": ["name": "麺屋", "rating": 4.5, "open": true]])

  @Test("Each commit is synchronized to the disk before a write returns")
  func synchronousCommits() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      // First with a new file, then after reopening it.
      for _ in 0..<2 {
        let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
        let setting = try await environment.file.write(for: "shops") { database in
          try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        // SQLite's number for FULL; NORMAL is 1.
        #expect(setting == 2)
      }
    }
  }

  @Test("After synchronization all data is in the main file", arguments: [1, 100_000])
  func oneFile(count: Int) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      let tree = Tree(.list((0..<count).map { .string("row \($0)") }))
      try await environment.database("shops").set(tree, at: "/shops")
      _ = try await environment.bucket("images").put(
        [1, 2],
        at: "a.png",
        metadata: ObjectMetadata(contentType: "image/png"),
        if: .none
      )
      try await environment.synchronize()
      let copy = folder.appending("copy.sqlite")
      try FileManager.default.copyItem(atPath: path.string, toPath: copy.string)
      let copied = try EmbeddedEnvironment(path: copy, access: .readWrite)
      #expect(try await copied.database("shops").tree(at: "/shops") == tree.storedForm())
      #expect(try await copied.bucket("images").data(at: "a.png", maximumSize: 2) == [1, 2])
    }
  }

  @Test("Synchronized data survives a torn or lost log")
  func tornLogs() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      try await environment.database("shops").set(Self.tree, at: "/shops")
      try await environment.synchronize()
      // Later writes are in the log, and may be lost together with it here.
      try await environment.database("shops").set(Tree(1), at: "/later")
      var generator = SystemRandomNumberGenerator()
      let log = try Data(contentsOf: URL(fileURLWithPath: "\(path)-wal"))
      for index in 0..<40 {
        let copy = folder.appending("copy\(index).sqlite")
        try FileManager.default.copyItem(atPath: path.string, toPath: copy.string)
        var torn = log.prefix(Int.random(in: 0...log.count, using: &generator))
        if !torn.isEmpty, index.isMultiple(of: 2) {
          torn[Int.random(in: 0..<torn.count, using: &generator)] ^= 0xFF
        }
        try torn.write(to: URL(fileURLWithPath: "\(copy)-wal"))
        let copied = try EmbeddedEnvironment(path: copy, access: .readWrite)
        #expect(try await copied.database("shops").tree(at: "/shops") == Self.tree.storedForm())
        let later = try await copied.database("shops").tree(at: "/later")
        #expect(later == .null || later == Tree(1))
      }
    }
  }

  @Test("Synchronization works during reads and in memory")
  func readers() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let settings = EmbeddedFile.Settings(busyTimeout: 0)
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite, settings: settings)
      try await environment.database("shops").set(Tree(1), at: "/a")
      let reader = try RawConnection(path)
      try reader.execute("BEGIN; SELECT count(*) FROM leaf")
      try await environment.database("shops").set(Tree(2), at: "/a")
      try await environment.synchronize()
      try reader.execute("COMMIT")
      #expect(try await environment.database("shops").tree(at: "/a") == Tree(2))
      try await EmbeddedEnvironment(path: path, access: .readOnly).synchronize()
      try await EmbeddedEnvironment.inMemory().synchronize()
    }
  }
}
