import TestSupport
import TaneCore
import TaneTesting
import Testing

@Suite("In-memory stores")
struct ConformanceTests {
  @Test("The in-memory tree store conforms to its port", arguments: TreeStoreConformance.checks)
  func treeStoreConforms(check: TreeStoreConformance.Check) async throws {
    try await check.run(on: InMemoryTreeStore())
  }

  @Test("The in-memory object store conforms to its port", arguments: ObjectStoreConformance.checks)
  func objectStoreConforms(check: ObjectStoreConformance.Check) async throws {
    try await check.run(on: InMemoryObjectStore())
  }

  @Test(
    "The in-memory document store conforms to its port",
    arguments: DocumentStoreConformance.checks
  )
  func documentStoreConforms(check: DocumentStoreConformance.Check) async throws {
    try await check.run(on: InMemoryDocumentStore())
  }

  @Test(
    "The in-memory account store conforms to its port",
    arguments: AccountStoreConformance.checks
  )
  func accountStoreConforms(check: AccountStoreConformance.Check) async throws {
    try await check.run(on: InMemoryAccountStore())
  }

  @Test("All conformance checks can run in one call")
  func allAtOnce() async throws {
    try await Conformance(TreeStoreConformance.checks) { InMemoryTreeStore() }.run()
    try await Conformance(ObjectStoreConformance.checks) { InMemoryObjectStore() }.run()
    try await Conformance(DocumentStoreConformance.checks) { InMemoryDocumentStore() }.run()
    try await Conformance(AccountStoreConformance.checks) { InMemoryAccountStore() }.run()
  }
}
