import GRDB
import Synchronization
import SystemPackage
import TaneCore
import Testing

@testable import TaneEmbedded

@Suite("Concurrent use of one file")
struct ConcurrencyTests {
  @Test("Two environments that write concurrently lose nothing")
  func twoWriters() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let environments = try (0..<2).map { _ in
        try EmbeddedEnvironment(path: path, access: .readWrite)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<100 {
          let environment = environments[index % 2]
          group.addTask {
            try await environment.database("shops").set(
              Tree(.integer(Int64(index))),
              at: TreePath(["rows", "\(index)"])
            )
          }
          group.addTask {
            _ = try await environment.bucket("images").put(
              [UInt8(index)],
              at: "\(index)",
              metadata: ObjectMetadata(),
              if: .absent
            )
          }
        }
        try await group.waitForAll()
      }
      let reader = try EmbeddedEnvironment(path: path, access: .readOnly)
      let rows = try await reader.database("shops").tree(at: "/rows")
      #expect(rows.children.compactMap(\.integer) == Array(0..<100))
      let objects = try await reader.bucket("images").list(ObjectListRequest()).objects
      #expect(Set(objects.map(\.generation)).count == 100)
    }
  }

  @Test("Environments that open a new file concurrently all find it")
  func openedAtOnce() async throws {
    try await withTemporaryFolder { folder in
      for round in 0..<10 {
        let path = folder.appending("\(round)/local.sqlite")
        try await withThrowingTaskGroup(of: Void.self) { group in
          for index in 0..<6 {
            group.addTask {
              let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
              try await environment.database("shops").set(Tree(1), at: TreePath(["\(index)"]))
            }
          }
          try await group.waitForAll()
        }
        let reader = try EmbeddedEnvironment(path: path, access: .readOnly)
        #expect(try await reader.database("shops").childKeys(at: .root).count == 6)
      }
    }
  }

  @Test("A writer that waits too long reports that the file is busy, and readers do not wait")
  func busy() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let environment = try EmbeddedEnvironment(
        path: path,
        access: .readWrite,
        settings: EmbeddedFile.Settings(busyTimeout: 0)
      )
      let database = environment.database("shops")
      try await database.set(Tree(1), at: "/a")
      let other = try RawConnection(path)
      try other.execute("BEGIN IMMEDIATE; DELETE FROM leaf")
      let error = await #expect(throws: StoreError.self) {
        try await database.set(Tree(2), at: "/a")
      }
      #expect(error?.code == .busy)
      #expect(
        error?.description == "shops (\(path)): another process is writing to it and did not finish"
          + " in time: try again later"
      )
      #expect(try await database.tree(at: "/a") == Tree(1))
      try other.execute("ROLLBACK")
      try await database.set(Tree(3), at: "/a")
      #expect(try await database.tree(at: "/a") == Tree(3))
    }
  }

  @Test("A reader sees the writes that another environment made after the reader was opened")
  func readerSeesWrites() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let writer = try EmbeddedEnvironment(path: path, access: .readWrite)
      let reader = try EmbeddedEnvironment(path: path, access: .readOnly)
      for number in 1...3 as ClosedRange<Int64> {
        try await writer.database("shops").set(Tree(.integer(number)), at: "/a")
        #expect(try await reader.database("shops").tree(at: "/a") == Tree(.integer(number)))
      }
    }
  }

  @Test("Cancelling an update leaves the store unchanged")
  func cancelledUpdate() async throws {
    let running = Mutex<Task<Void, any Error>?>(nil)
    let started = AsyncStream.makeStream(of: Void.self)
    // The clock is read for the first server timestamp, which happens inside the transaction.
    let environment = try EmbeddedEnvironment.inMemory(now: {
      running.withLock { $0?.cancel() }
      return 0
    })
    let database = environment.database("shops")
    let before = Tree(["kept": ["a": 1], "rows": ["0": "old"]])
    try await database.set(before, at: .root)
    let rows = TreeLiteral.list((0..<20_000).map { .integer($0) })
    let update = Task {
      for await _ in started.stream {}
      try await database.set(Tree(["at": .serverTimestamp, "rows": rows]), at: .root)
    }
    running.withLock { $0 = update }
    started.continuation.finish()
    await #expect(throws: CancellationError.self) { try await update.value }
    #expect(try await database.tree(at: .root) == before)
    try await database.set(Tree(2), at: "/kept/a")
    #expect(try await database.tree(at: "/kept/a") == Tree(2))
  }
}
