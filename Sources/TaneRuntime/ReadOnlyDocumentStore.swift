import TaneCore

/// A Firestore database that can only be read, whoever asks.
struct ReadOnlyDocumentStore<Store: DocumentStore>: DocumentStore {
  let store: Store
  let refusal: StoreError

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
    throw refusal
  }

  func removeAll() async throws { throw refusal }
}

extension ReadOnlyDocumentStore: PolledDocumentStore where Store: PolledDocumentStore {
  var pollingInterval: ClosedRange<Duration> { store.pollingInterval }
}
