import TaneCore
import TaneTesting
import Testing

@testable import TaneFirebase

@Suite("Firestore databases are asked at a pace that suits them")
struct FirestorePaceTests {
  private func interval(_ manager: FirestoreManager) -> ClosedRange<Duration> {
    manager.firestore.pace.shortest...manager.firestore.pace.longest
  }

  @Test("their own where they have one, unless another one is asked for")
  func paces() {
    let store = InMemoryDocumentStore()
    #expect(interval(FirestoreManager(documents: store)) == .milliseconds(200) ... .seconds(5))
    let distant = DistantStore(store: store)
    #expect(interval(FirestoreManager(documents: distant)) == .seconds(2) ... .seconds(60))
    let manager = FirestoreManager(
      documents: distant,
      pace: ObservationPace(shortest: .seconds(3), longest: .seconds(4))
    )
    #expect(interval(manager) == .seconds(3) ... .seconds(4))
    manager.use(documents: store, environment: "local")
    #expect(interval(manager) == .seconds(3) ... .seconds(4))
  }
}

/// A database that wants to be asked rarely.
private struct DistantStore: DocumentStore {
  let store: InMemoryDocumentStore

  var pollingInterval: ClosedRange<Duration>? { .seconds(2) ... .seconds(60) }

  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try await store.documents(at: paths)
  }

  func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try await store.documents(matching: query)
  }

  func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    try await store.documents(
      in: collection,
      after: id,
      limit: limit,
      includesMissing: includesMissing
    )
  }

  func collectionIDs(below path: DocumentPath) async throws -> [String] {
    try await store.collectionIDs(below: path)
  }

  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    try await store.commit(writes, expecting: expectations)
  }

  func removeAll() async throws { try await store.removeAll() }
}
