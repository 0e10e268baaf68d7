import StoreConformance
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

  @Test("the document store conforms to its port", arguments: DocumentStoreConformance.checks)
  func documentStoreConforms(check: DocumentStoreConformance.Check) async throws {
    try await check.run(on: InMemoryDocumentStore())
  }

  @Test("the account store conforms to its port", arguments: AccountStoreConformance.checks)
  func accountStoreConforms(check: AccountStoreConformance.Check) async throws {
    try await check.run(on: InMemoryAccountStore())
  }

  @Test("all checks run at once as well")
  func allAtOnce() async throws {
    try await Conformance(TreeStoreConformance.checks) { InMemoryTreeStore() }.run()
    try await Conformance(ObjectStoreConformance.checks) { InMemoryObjectStore() }.run()
    try await Conformance(DocumentStoreConformance.checks) { InMemoryDocumentStore() }.run()
    try await Conformance(AccountStoreConformance.checks) { InMemoryAccountStore() }.run()
  }
}
