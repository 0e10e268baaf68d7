import StoreConformance
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneTesting
import Testing

@Suite("The embedded stores conform to their ports")
struct ConformanceTests {
  @Test("a database in a file", .serialized, arguments: TreeStoreConformance.checks)
  func databaseInFile(check: TreeStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let environment = try EmbeddedEnvironment(
        path: folder.appending("store.sqlite"),
        access: .readWrite
      )
      try await check.run(on: environment.database("shops"))
    }
  }

  @Test("a database in memory", .serialized, arguments: TreeStoreConformance.checks)
  func databaseInMemory(check: TreeStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().database("shops"))
  }

  @Test(
    "priorities are kept, in a file and in memory",
    .serialized,
    arguments: ExportFormConformance.checks
  )
  func priorities(check: TreeStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().database("shops"))
    try await check.run(on: InMemoryTreeStore())
  }

  @Test(
    "a limit may be the greatest number",
    arguments: [TreeQuery.Limit.first(.max), .last(.max)],
    [TreeQuery.Order.key, .value, .priority]
  )
  func greatestLimit(limit: TreeQuery.Limit, order: TreeQuery.Order) async throws {
    let database = try EmbeddedEnvironment.inMemory().database("shops")
    try await database.set(Tree(["a": 1, "b": 2]), at: .root)
    let query = TreeQuery(order: order, start: nil, end: nil, limit: limit)
    let entries = try await database.exportedChildren(at: .root, matching: query)
    #expect(entries.map(\.key) == ["a", "b"])
  }

  @Test("a bucket in a file", .serialized, arguments: ObjectStoreConformance.checks)
  func bucketInFile(check: ObjectStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let environment = try EmbeddedEnvironment(
        path: folder.appending("store.sqlite"),
        access: .readWrite
      )
      try await check.run(on: environment.bucket("images"))
    }
  }

  @Test("a bucket in memory", .serialized, arguments: ObjectStoreConformance.checks)
  func bucketInMemory(check: ObjectStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().bucket("images"))
  }
}
