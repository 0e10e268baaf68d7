import TaneCore
import TaneTesting
import Testing

@Suite("The stores in memory")
struct ConformanceTests {
  @Test("the tree store conforms to its port", arguments: TreeStoreConformance.checks)
  func treeStoreConforms(check: TreeStoreConformance.Check) async throws {
    try await check.run(on: InMemoryTreeStore())
  }

  @Test("the object store conforms to its port", arguments: ObjectStoreConformance.checks)
  func objectStoreConforms(check: ObjectStoreConformance.Check) async throws {
    try await check.run(on: InMemoryObjectStore())
  }

  @Test("all checks run at once as well")
  func allAtOnce() async throws {
    try await TreeStoreConformance { InMemoryTreeStore() }.run()
    try await ObjectStoreConformance { InMemoryObjectStore() }.run()
  }
}
