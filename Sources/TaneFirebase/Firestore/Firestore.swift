import Synchronization
import TaneCore

/// A Firestore database of an environment, with the API of the Firebase iOS SDK.
///
/// Operations throw a `FirestoreError`, or a `FirebaseError` if the environment has no Firestore.
///
/// ```swift
/// let firestore = FirestoreManager(documents: store).firestore
/// let posts = try await firestore.collection("posts").order(by: "createdAt").getDocuments()
/// ```
public final class Firestore: Sendable {
  /// The name of the environment, or nil if none is active.
  public let environment: String?
  /// The full name of the database in stored references, such as `projects/P/databases/(default)`.
  let databaseName: String
  /// The app, or nil for the default app.
  let explicitApp: FirebaseApp?
  let service: ActiveService<any DocumentReader, any DocumentStore>
  let pace: ObservationPace
  let changes = ChangeHub<DocumentPath>()
  /// The pending calls with completion blocks.
  let calls = CallQueue()
  let isTerminated = Mutex(false)
  let settingValues = Mutex(FirestoreSettings.Values())

  init(
    service: ActiveService<any DocumentReader, any DocumentStore>,
    environment: String?,
    databaseName: String,
    pace: ObservationPace,
    app: FirebaseApp? = nil
  ) {
    explicitApp = app
    self.service = service
    self.environment = environment
    self.databaseName = databaseName
    self.pace = pace
  }

  /// Returns a new object for the same database at its original host, accessed as the user who is
  /// signed in to the app.
  func renewed(for app: FirebaseApp?) -> Firestore {
    Firestore(
      service: service.opened(for: app),
      environment: environment,
      databaseName: databaseName,
      pace: pace,
      app: app
    )
  }

  /// The app, or an app without options if the default app was deleted or no environment is active.
  public var app: FirebaseApp { explicitApp ?? .app() ?? FirebaseApp() }

  /// Returns the collection at a path, such as `posts` or `posts/1/comments`.
  ///
  /// ```swift
  /// let posts = firestore.collection("posts")
  /// ```
  public func collection(_ collectionPath: String) -> CollectionReference {
    CollectionReference(firestore: self, storedPath: DocumentPath(slashed: collectionPath))
  }

  /// Returns the document at a path, such as `posts/1`.
  ///
  /// ```swift
  /// let post = firestore.document("posts/1")
  /// ```
  public func document(_ documentPath: String) -> DocumentReference {
    DocumentReference(firestore: self, storedPath: DocumentPath(slashed: documentPath))
  }

  /// Returns a query of all collections with the given identifier, at any path.
  ///
  /// ```swift
  /// let comments = firestore.collectionGroup("comments").whereField("uid", isEqualTo: uid)
  /// ```
  public func collectionGroup(_ collectionID: String) -> Query {
    let query = DocumentQuery(collectionID: collectionID, includesDescendants: true)
    return Query(QueryDraft(firestore: self, query: query))
  }

  /// Returns a new batch of writes, which are committed atomically.
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
  /// - Throws: Nothing; declared as throwing to match the Firebase SDK.
  public func waitForPendingWrites() async throws { await calls.waitForChanges() }

  /// Waits for all pending writes, including those that fail, then calls a block on the main queue.
  public func waitForPendingWrites(completion: @escaping ((any Error)?) -> Void) {
    calls.read({}, then: MainQueueBlock { completion($0.failure) })
  }
}

extension Firestore {
  /// Performs an operation on the database, and converts its errors to `FirestoreError`.
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

  /// Returns a stream of the values that the database pushes for a scope, or nil if the caller must
  /// poll; the caller must also poll if the stream throws a `StoreError` with code `unsupported`.
  func pushedValues<Value: Sendable>(
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

  /// Waits for pending writes, then commits the given writes atomically and notifies the observers
  /// of the written documents.
  func commit(_ writes: [DocumentWrite]) async throws {
    await calls.waitForChanges()
    try await write(writes)
  }

  /// Commits writes atomically and notifies the observers of their documents.
  func write(_ writes: [DocumentWrite]) async throws {
    guard !writes.isEmpty else { return }
    _ = try await performing { try await $0.store.get().commit(writes, expecting: []) }
    changes.publish(writes.map(\.path))
  }
}

extension DocumentPath {
  /// Parses a path with slashes; leading, trailing and repeated slashes are ignored.
  init(slashed text: String) {
    self.init(text.split(separator: "/").map(String.init))
  }
}
