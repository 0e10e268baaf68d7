import Foundation
import GRDB
import SystemPackage
import TaneCore
import TaneTesting
import Testing

@testable import TaneEmbedded

@Suite("Embedded files whose creation was killed")
struct HotJournalTests {
  @Test("A reader rolls back a file if the process that created it was killed")
  func readers() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tane-hot-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = folder.appending(path: "made.sqlite")
    let path = folder.appending(path: "local.sqlite")
    var configuration = Configuration()
    // The cache is so small that the transaction spills into the file, with a journal on disk.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = 1") }
    let queue = try DatabaseQueue(path: made.path, configuration: configuration)
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: "CREATE TABLE first (a)")
      try database.execute(sql: "BEGIN; CREATE TABLE t (a); CREATE TABLE leaf (b)")
      for _ in 0..<100 {
        try database.execute(sql: "INSERT INTO t VALUES (hex(randomblob(2000)))")
      }
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: made.path + suffix, toPath: path.path + suffix)
      }
      try database.execute(sql: "ROLLBACK")
    }
    try queue.close()
    // The file is not one of Tane's, which is detected when it can be read.
    #expect(throws: StoreError.self) {
      _ = try EmbeddedEnvironment(path: FilePath(path.path), access: .readOnly)
    }
    #expect(!FileManager.default.fileExists(atPath: path.path + "-journal"))
  }
}
