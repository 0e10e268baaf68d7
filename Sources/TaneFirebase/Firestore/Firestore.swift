import Synchronization
import TaneCore

/// A Firestore database of an environment, in the shape of Firebase's own iOS SDK.
///
/// Operations throw a `FirestoreError`, or a `FirebaseError` where the environment has no Firestore.
///
/// ```swift
/// let firestore = FirestoreManager(documents: store).firestore
/// let posts = try await firestore.collection("posts").order(by: "createdAt").getDocuments()
/// ```
public final class Firestore: Sendable {
  /// The name of the environment; nil where none is active.
  public let environment: String?
  /// The name under which documents of the database name each other: `projects/P/databases/(default)`.
  let databaseName: String
  let service: ActiveService<any DocumentReader, any DocumentStore>
  let pace: ObservationPace
  let changes = ChangeHub<DocumentPath>()
  /// The calls that nobody waits for.
  let calls = CallQueue()
  let isTerminated = Mutex(false)
  let settingValues = Mutex(FirestoreSettings.Values())

  init(
    service: ActiveService<any DocumentReader, any DocumentStore>,
    environment: String?,
    databaseName: String,
    pace: ObservationPace
  ) {
    self.service = service
    self.environment = environment
    self.databaseName = databaseName
    self.pace = pace
  }

  /// The same database as it was opened first.
  func renewed() -> Firestore {
    Firestore(
      service: service.renewed(),
      environment: environment,
      databaseName: databaseName,
      pace: pace
    )
  }

  /// The collection at a path: `posts`, or `posts/1/comments`.
  ///
  /// ```swift
  /// let posts = firestore.collection("posts")
  /// ```
  public func collection(_ collectionPath: String) -> CollectionReference {
    CollectionReference(firestore: self, storedPath: DocumentPath(slashed: collectionPath))
  }

  /// The document at a path: `posts/1`.
  ///
  /// ```swift
  /// let post = firestore.document("posts/1")
  /// ```
  public func document(_ documentPath: String) -> DocumentReference {
    DocumentReference(firestore: self, storedPath: DocumentPath(slashed: documentPath))
  }

  /// A query of all collections of an identifier, wherever they lie.
  ///
  /// ```swift
  /// let comments = firestore.collectionGroup("comments").whereField("uid", isEqualTo: uid)
  /// ```
  public func collectionGroup(_ collectionID: String) -> Query {
    let query = DocumentQuery(collectionID: collectionID, includesDescendants: true)
    return Query(QueryDraft(firestore: self, query: query))
  }

  /// Writes that are made all at once, or not at all.
  ///
  /// ```swift
  /// let batch = firestore.batch()
  /// ```
  public func batch() -> WriteBatch { WriteBatch(firestore: self) }

  /// Waits for all pending writes, including those that fail.
  ///
  /// ```swift
  /// try posts.document("1").setData(from: newPost)
  /// try await firestore.waitForPendingWrites()
  /// ```
  ///
  /// - Throws: Nothing; Firebase's SDK declares an error.
  public func waitForPendingWrites() async throws { await calls.waitForChanges() }

  /// Waits for all pending writes, including those that fail, and calls a block on the main queue.
  public func waitForPendingWrites(completion: @escaping ((any Error)?) -> Void) {
    calls.read({}, then: MainQueueBlock { completion($0.failure) })
  }
}

extension Firestore {
  /// Does something with the database, and tells its failures as the SDK does.
  func performing<Value: Sendable>(
    _ operation: (OpenedService<any DocumentReader, any DocumentStore>) async throws -> Value
  ) async throws -> Value {
    let service = try service.get()
    do {
      return try await operation(service)
    } catch let conflict as DocumentConflict {
      throw FirestoreError(conflict)
    } catch let error as StoreError {
      throw FirestoreError(error)
    }
  }

  /// Returns the values that the database pushes for a scope, or nil if it must be polled; a stream that ends with a
  /// `StoreError` of code `unsupported` requires polling too.
  func told<Value: Sendable>(
    of scope: DocumentScope,
    _ value: @escaping @Sendable ([StoredDocument]) -> Value
  ) -> AsyncThrowingStream<Value, any Error>? {
    guard let documents = try? service.get().reader.snapshots(of: scope) else { return nil }
    return AsyncThrowingStream {
      var iterator = documents.makeAsyncIterator()
      do {
        return try await iterator.next().map(value)
      } catch let error as StoreError where error.code != .unsupported {
        throw FirestoreError(error)
      }
    }
  }

  /// Waits for pending writes, then commits these at once and notifies the observers of their documents.
  func commit(_ writes: [DocumentWrite]) async throws {
    await calls.waitForChanges()
    try await write(writes)
  }

  /// Commits writes at once and notifies the observers of their documents.
  func write(_ writes: [DocumentWrite]) async throws {
    guard !writes.isEmpty else { return }
    _ = try await performing { try await $0.store.get().commit(writes, expecting: []) }
    changes.note(writes.map(\.path))
  }
}

extension DocumentPath {
  /// The path that a text with slashes means; those at either end and doubled ones count once.
  init(slashed text: String) {
    self.init(text.split(separator: "/").map(String.init))
  }
}
