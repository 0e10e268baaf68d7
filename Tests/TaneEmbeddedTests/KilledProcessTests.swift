#if compiler(>=6.3) && (os(macOS) || os(Linux))
import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Killed processes")
struct KilledProcessTests {
  @Test("A process killed during a write leaves the last finished write")
  func killedWhileWriting() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite").string
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        try await KilledWriter.run(path)
      }
      let environment = try EmbeddedEnvironment(path: FilePath(path), access: .readWrite)
      let database = environment.database("shops")
      #expect(try await database.tree(at: .root) == KilledWriter.finished)
      let connection = try RawConnection(FilePath(path))
      #expect(try connection.text("PRAGMA integrity_check") == "ok")
      try await database.set(Tree(2), at: "/after")
      #expect(try await database.tree(at: "/after") == Tree(2))
    }
  }
}

/// The code of the process that is killed.
private enum KilledWriter {
  static let finished = Tree(["name": "finished", "rows": ["0": 1]])

  static func run(_ path: String) async throws {
    // The clock is read for the first server timestamp, which happens inside the transaction, here
    // after more rows than SQLite caches in memory.
    let environment = try EmbeddedEnvironment(
      path: FilePath(path),
      access: .readWrite,
      now: {
        kill(getpid(), SIGKILL)
        return 0
      }
    )
    let database = environment.database("shops")
    try await database.set(finished, at: .root)
    let rows = TreeLiteral.list((0..<100_000).map { .string("row \($0) of many") })
    try await database.set(Tree(["a": rows, "z": .serverTimestamp]), at: .root)
  }
}
#endif
