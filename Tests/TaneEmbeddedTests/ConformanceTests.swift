import TestSupport
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneTesting
import Testing

@Suite("Conformance of embedded stores")
struct ConformanceTests {
  @Test(
    "An embedded database in a file conforms to its port",
    .serialized,
    arguments: TreeStoreConformance.checks
  )
  func databaseInFile(check: TreeStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let environment = try EmbeddedEnvironment(
        path: folder.appending("store.sqlite"),
        access: .readWrite
      )
      try await check.run(on: environment.database("shops"))
    }
  }

  @Test(
    "An embedded database in memory conforms to its port",
    .serialized,
    arguments: TreeStoreConformance.checks
  )
  func databaseInMemory(check: TreeStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().database("shops"))
  }

  @Test(
    "Embedded databases keep priorities, in a file and in memory",
    .serialized,
    arguments: ExportFormConformance.checks
  )
  func priorities(check: TreeStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().database("shops"))
    try await check.run(on: InMemoryTreeStore())
  }

  @Test(
    "A query's limit may be the greatest integer",
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

  @Test(
    "An embedded bucket in a file conforms to its port",
    .serialized,
    arguments: ObjectStoreConformance.checks
  )
  func bucketInFile(check: ObjectStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let environment = try EmbeddedEnvironment(
        path: folder.appending("store.sqlite"),
        access: .readWrite
      )
      try await check.run(on: environment.bucket("images"))
    }
  }

  @Test(
    "An embedded bucket in memory conforms to its port",
    .serialized,
    arguments: ObjectStoreConformance.checks
  )
  func bucketInMemory(check: ObjectStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().bucket("images"))
  }
}
