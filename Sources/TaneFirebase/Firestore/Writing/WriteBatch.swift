import Synchronization
import TaneCore

/// A batch of writes that are committed atomically.
///
/// If a value is invalid, the commit throws an error.
///
/// ```swift
/// let batch = firestore.batch()
/// batch.setData(["text": "熱い"], forDocument: posts.document("1"))
/// batch.deleteDocument(posts.document("2"))
/// try await batch.commit()
/// ```
public final class WriteBatch: Sendable {
  private struct State {
    var writes: [DocumentWrite] = []
    var problem: (any Error)?
    var isCommitted = false
  }

  let firestore: Firestore
  private let state = Mutex(State())

  init(firestore: Firestore) {
    self.firestore = firestore
  }

  /// Creates or replaces a document; with `merge`, sets only the given fields.
  ///
  /// ```swift
  /// batch.setData(["likes": 0], forDocument: post, merge: true)
  /// ```
  @discardableResult
  public func setData(
    _ data: [String: Any],
    forDocument document: DocumentReference,
    merge: Bool = false
  ) -> WriteBatch {
    addWrite { try document.setWrite(data, merge: merge) }
  }

  /// Creates a document, or replaces only the fields in `mergeFields`.
  ///
  /// ```swift
  /// batch.setData(["text": "熱い", "likes": 0], forDocument: post, mergeFields: ["text"])
  /// ```
  @discardableResult
  public func setData(
    _ data: [String: Any],
    forDocument document: DocumentReference,
    mergeFields: [String]
  ) -> WriteBatch {
    addWrite { try document.setWrite(data, mergeFields: mergeFields) }
  }

  /// Creates or replaces a document with the fields of an encoded value.
  ///
  /// Throws an error if the value cannot be encoded.
  ///
  /// ```swift
  /// try batch.setData(from: newPost, forDocument: post)
  /// ```
  @discardableResult
  public func setData<Value: Encodable>(
    from value: Value,
    forDocument document: DocumentReference,
    merge: Bool = false,
    encoder: FirestoreEncoder = FirestoreEncoder()
  ) throws -> WriteBatch {
    let write = try document.setWrite(from: value, merge: merge, encoder: encoder)
    return addWrite { write }
  }

  /// Updates some fields of an existing document.
  ///
  /// ```swift
  /// batch.updateData(["likes": FieldValue.increment(Int64(1))], forDocument: post)
  /// ```
  @discardableResult
  public func updateData(
    _ fields: [AnyHashable: Any],
    forDocument document: DocumentReference
  ) -> WriteBatch {
    addWrite { try document.updateWrite(fields) }
  }

  /// Deletes a document.
  ///
  /// ```swift
  /// batch.deleteDocument(post)
  /// ```
  @discardableResult
  public func deleteDocument(_ document: DocumentReference) -> WriteBatch {
    addWrite { try document.deleteWrite() }
  }

  /// Commits the writes atomically, in order.
  ///
  /// - Throws: A `FirestoreError` for an invalid value, for an update of a missing document, and
  ///   for a batch that was already committed.
  ///
  /// ```swift
  /// try await batch.commit()
  /// ```
  public func commit() async throws {
    try await firestore.commit(takeWrites())
  }

  /// Closes the batch and returns its writes.
  func takeWrites() throws -> [DocumentWrite] {
    try state.withLock { state in
      if let problem = state.problem { throw problem }
      guard !state.isCommitted else {
        let message = "the batch was already committed; create another with batch()"
        throw FirestoreError(.failedPrecondition, message)
      }
      state.isCommitted = true
      return state.writes
    }
  }

  private func addWrite(_ write: () throws -> DocumentWrite) -> WriteBatch {
    let result = Result { try write() }
    state.withLock { state in
      switch result {
      case .success(let write): state.writes.append(write)
      case .failure(let error): state.problem = state.problem ?? error
      }
    }
    return self
  }
}
