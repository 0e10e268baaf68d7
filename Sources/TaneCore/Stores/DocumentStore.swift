/// A read-only interface to a Firestore database, used for planning and comparing.
///
/// Every call may throw a `StoreError` or `CancellationError`.
public protocol DocumentReader: Sendable {
  /// Returns the documents at the given paths, all as of the same time; missing documents are nil.
  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?]

  /// Returns the results of a query, in the query's order.
  ///
  /// Throws an error with code `invalidData` if the query breaks a rule
  /// (`DocumentQuery.violation`).
  func documents(matching query: DocumentQuery) async throws -> [StoredDocument]

  /// Returns one page of a collection in the order of the documents' identifiers.
  ///
  /// With `includesMissing`, missing documents with subcollections are listed as well.
  func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage

  /// Returns the identifiers of the collections directly below a document or the root, in byte
  /// order.
  func collectionIDs(below path: DocumentPath) async throws -> [String]

  /// Returns a stream of the documents in a scope, or nil if the database does not deliver changes
  /// and must be polled.
  ///
  /// The first element is the current state, and one follows after each change. Every element is a
  /// consistent state of the database; slow consumers receive only the newest one.
  func snapshots(of scope: DocumentScope) -> AsyncThrowingStream<[StoredDocument], any Error>?

  /// Returns the results of aggregations over a query's documents that have all aggregated fields.
  ///
  /// Throws an error with code `invalidData` if the query breaks a rule
  /// (`DocumentQuery.violation`).
  func values(
    of aggregations: [DocumentAggregation],
    matching query: DocumentQuery
  ) async throws -> [DocumentValue]

  /// The range of polling intervals for observers of a remote database: the shortest directly after
  /// a change, the longest after a long time without changes.
  ///
  /// The value is nil if the database can be polled at any rate.
  var pollingInterval: ClosedRange<Duration>? { get }
}

/// An interface for reading and writing a Firestore database.
///
/// If a commit throws, nothing was changed.
public protocol DocumentStore: DocumentReader {
  /// Commits several writes atomically, in the given order.
  ///
  /// - Parameters:
  ///   - writes: The writes; several may affect one document.
  ///   - expectations: The reads whose results must not have changed.
  /// - Returns: The result of each write.
  /// - Throws: A `DocumentConflict` if a precondition or an expectation is not met, or a
  ///   `StoreError` with code `invalidData` if a write breaks a rule (`DocumentCheck`).
  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit

  /// Removes all documents.
  func removeAll() async throws
}

extension DocumentReader {
  /// The range of polling intervals; nil by default, so the database can be polled at any rate.
  public var pollingInterval: ClosedRange<Duration>? { nil }

  /// Returns nil by default, because the database does not deliver changes.
  public func snapshots(
    of scope: DocumentScope
  ) -> AsyncThrowingStream<[StoredDocument], any Error>? { nil }

  /// Returns the results of aggregations, computed from the documents of the query.
  public func values(
    of aggregations: [DocumentAggregation],
    matching query: DocumentQuery
  ) async throws -> [DocumentValue] {
    let documents = try await documents(matching: query.requiringFields(of: aggregations))
    return aggregations.map { $0.value(of: documents) }
  }

  /// Returns the document at a path, or nil if it does not exist.
  package func document(at path: DocumentPath) async throws -> StoredDocument? {
    try await documents(at: [path]).first ?? nil
  }
}

extension DocumentStore {
  /// Commits several writes atomically, in the given order.
  @discardableResult
  package func commit(_ writes: [DocumentWrite]) async throws -> DocumentCommit {
    try await commit(writes, expecting: [])
  }
}

extension ServiceKind {
  /// The service kind for the Firestore database; the service has the same name, `firestore`.
  package static let firestore = ServiceKind("firestore")
}

extension ServiceKey where Reader == any DocumentReader, Store == any DocumentStore {
  /// The service key for the Firestore database; the service has the same name as its kind,
  /// `firestore`.
  public static var firestore: ServiceKey {
    ServiceKey(.firestore, noun: "Firestore database") { $0 }
  }
}
