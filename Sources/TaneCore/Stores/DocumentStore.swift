/// A Firestore database to read from, wherever it is kept: what planning and comparing are given.
///
/// Every call may throw a `StoreError` or `CancellationError`.
public protocol DocumentReader: Sendable {
  /// The documents at some paths, nil where there is none, all read at one time.
  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?]

  /// The documents that a query selects, in the query's order.
  ///
  /// An error of code `invalidData` where the query breaks a rule (`DocumentQuery.violation`).
  func documents(matching query: DocumentQuery) async throws -> [StoredDocument]

  /// One page of a collection in the order of the documents' identifiers.
  ///
  /// With `includesMissing`, documents that are not there and have collections below them are listed as
  /// well.
  func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage

  /// The identifiers of the collections right below a document or the root, in the order of their bytes.
  func collectionIDs(below path: DocumentPath) async throws -> [String]

  /// The documents of a scope now, and again after each change, as the database tells of them; nil where it does
  /// not, and observers ask.
  ///
  /// Every element is one state of the database, in its order. Who reads slowly is given the newest alone.
  func snapshots(of scope: DocumentScope) -> AsyncThrowingStream<[StoredDocument], any Error>?

  /// Numbers that are made of all documents of a query that have the fields of all the numbers.
  ///
  /// An error of code `invalidData` where the query breaks a rule (`DocumentQuery.violation`).
  func values(
    of aggregations: [DocumentAggregation],
    matching query: DocumentQuery
  ) async throws -> [DocumentValue]

  /// How often observers may ask, of a database over a network, where every question takes time and may cost
  /// money: the shortest time until the next question, right after a change, and the longest, where nothing
  /// has changed for long. Nil of a database that may be asked as often as suits the observer.
  var pollingInterval: ClosedRange<Duration>? { get }
}

/// A Firestore database, wherever it is kept; a commit that throws has changed nothing.
public protocol DocumentStore: DocumentReader {
  /// Makes several writes at once, in their order: all of them, or none.
  ///
  /// - Parameters:
  ///   - writes: The writes; several may be about one document.
  ///   - expectations: What must still be so, as a transaction read it.
  /// - Returns: What each write came to.
  /// - Throws: A `DocumentConflict` where a precondition or an expectation does not hold, or a
  ///   `StoreError` of code `invalidData` for what breaks a rule (`DocumentCheck`).
  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit

  /// Removes all documents.
  func removeAll() async throws
}

extension DocumentReader {
  /// That the database may be asked as often as suits the observer.
  public var pollingInterval: ClosedRange<Duration>? { nil }

  /// That the database does not tell of changes.
  public func snapshots(
    of scope: DocumentScope
  ) -> AsyncThrowingStream<[StoredDocument], any Error>? { nil }

  /// The numbers, made of the documents that are read.
  public func values(
    of aggregations: [DocumentAggregation],
    matching query: DocumentQuery
  ) async throws -> [DocumentValue] {
    let documents = try await documents(matching: query)
    return DocumentAggregation.values(of: aggregations, over: documents)
  }

  /// The document at a path, nil where there is none.
  public func document(at path: DocumentPath) async throws -> StoredDocument? {
    try await documents(at: [path]).first ?? nil
  }
}

extension DocumentStore {
  /// Makes several writes at once, in their order: all of them, or none.
  @discardableResult
  public func commit(_ writes: [DocumentWrite]) async throws -> DocumentCommit {
    try await commit(writes, expecting: [])
  }
}

extension ServiceKind {
  /// Firestore; its one database has the kind's own name.
  public static let firestore = ServiceKind("firestore")
}

extension ServiceKey where Reader == any DocumentReader, Store == any DocumentStore {
  /// Firestore; its one database has the kind's own name.
  public static var firestore: ServiceKey {
    ServiceKey(.firestore, noun: "Firestore database") { $0 }
  }
}
