import TestSupport
import TaneCore
import Testing

@Suite("Detection of faulty stores")
struct FaultTests {
  @Test("Each fault of a database fails a check", arguments: FaultyTreeStore.Fault.allCases)
  func treeStoreFaults(fault: FaultyTreeStore.Fault) async {
    let conformance = Conformance(TreeStoreConformance.checks) { FaultyTreeStore(fault: fault) }
    await #expect(throws: ConformanceFailure.self) { try await conformance.run() }
  }

  @Test("Each fault of a bucket fails a check", arguments: FaultyObjectStore.Fault.allCases)
  func objectStoreFaults(fault: FaultyObjectStore.Fault) async {
    let conformance = Conformance(ObjectStoreConformance.checks) { FaultyObjectStore(fault: fault) }
    await #expect(throws: ConformanceFailure.self) { try await conformance.run() }
  }

  @Test(
    "Each fault of a document store fails a check",
    arguments: FaultyDocumentStore.Fault.allCases
  )
  func documentStoreFaults(fault: FaultyDocumentStore.Fault) async {
    let conformance = Conformance(DocumentStoreConformance.checks) {
      FaultyDocumentStore(fault: fault)
    }
    await #expect(throws: ConformanceFailure.self) { try await conformance.run() }
  }

  @Test(
    "Each fault of an account store fails a check",
    arguments: FaultyAccountStore.Fault.allCases
  )
  func accountStoreFaults(fault: FaultyAccountStore.Fault) async {
    let conformance = Conformance(AccountStoreConformance.checks) {
      FaultyAccountStore(fault: fault)
    }
    await #expect(throws: ConformanceFailure.self) { try await conformance.run() }
  }

  @Test("A conformance failure contains the expected and the actual value")
  func messages() async throws {
    #expect(
      await message(of: "a list is read back as a map of its indices", fault: .keepsLists)
        == "/list: expected {0: \"a\", 2: {0: \"b\"}}, found [\"a\", null, [\"b\"]]"
    )
    #expect(
      await message(of: "a query by key supports limits from either end", fault: .ignoresLimits)?
        .hasSuffix("expected [\"-1\", \"2\"], found [\"-1\", \"2\", \"10\", \"a\", \"ab\", \"b\"]")
        == true
    )
    #expect(
      await message(of: "overlapping writes are rejected together", fault: .ignoresOverlaps)
        == "writing /a and /a/b: expected an error of code overlappingWrites, found none"
    )
    #expect(
      await message(of: "a cancelled task writes nothing", fault: .ignoresCancellation)
        == "the update: expected a CancellationError, found none"
    )
  }

  private func message(of name: String, fault: FaultyTreeStore.Fault) async -> String? {
    let check = TreeStoreConformance.checks.first { $0.name == name }
    do {
      try await check?.run(on: FaultyTreeStore(fault: fault))
      return nil
    } catch {
      return "\(error)"
    }
  }
}
