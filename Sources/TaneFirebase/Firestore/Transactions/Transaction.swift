import Dispatch
import Synchronization
import TaneCore

/// The reads and writes of a transaction, all of which happen at once or not at all.
///
/// All reads come before the first write. A document that others change after it was read makes the block run again.
public final class Transaction {
  private let batch: WriteBatch
  private var hasWritten = false
  private var reads: [DocumentExpectation] = []

  init(firestore: Firestore) { batch = firestore.batch() }

  /// Reads a document.
  ///
  /// ```swift
  /// let shop = try transaction.getDocument(reference)
  /// ```
  ///
  /// - Throws: A `FirestoreError`, also if the transaction has written something.
  public func getDocument(_ document: DocumentReference) throws -> DocumentSnapshot {
    guard !hasWritten else {
      let message = "\(document): a transaction reads before it writes; move getDocument up"
      throw FirestoreError(.invalidArgument, message)
    }
    let snapshot = try Self.wait { try await document.getDocument() }
    reads.append(.document(document.storedPath, updateTime: snapshot.document?.updateTime))
    return snapshot
  }

  /// Replaces a document by fields, or with `merge` only the fields that are named; or creates it.
  @discardableResult
  public func setData(
    _ data: [String: Any],
    forDocument document: DocumentReference,
    merge: Bool = false
  ) -> Transaction {
    adding { batch.setData(data, forDocument: document, merge: merge) }
  }

  /// Replaces some fields of a document, or creates it.
  @discardableResult
  public func setData(
    _ data: [String: Any],
    forDocument document: DocumentReference,
    mergeFields: [String]
  ) -> Transaction {
    adding { batch.setData(data, forDocument: document, mergeFields: mergeFields) }
  }

  /// Replaces a document by the fields that a value encodes, or creates it.
  ///
  /// - Throws: An `EncodingError` for what cannot be encoded.
  @discardableResult
  public func setData<Value: Encodable>(
    from value: Value,
    forDocument document: DocumentReference,
    merge: Bool = false,
    encoder: FirestoreEncoder = FirestoreEncoder()
  ) throws -> Transaction {
    try adding {
      try batch.setData(from: value, forDocument: document, merge: merge, encoder: encoder)
    }
  }

  /// Replaces some fields of a document that exists.
  @discardableResult
  public func updateData(
    _ fields: [AnyHashable: Any],
    forDocument document: DocumentReference
  ) -> Transaction {
    adding { batch.updateData(fields, forDocument: document) }
  }

  /// Deletes a document.
  @discardableResult
  public func deleteDocument(_ document: DocumentReference) -> Transaction {
    adding { batch.deleteDocument(document) }
  }

  private func adding(_ write: () throws -> WriteBatch) rethrows -> Transaction {
    _ = try write()
    hasWritten = true
    return self
  }

  /// Returns what the transaction has read, and its writes.
  func take() throws -> (reads: [DocumentExpectation], writes: [DocumentWrite]) {
    (reads, try batch.takeWrites())
  }

  /// Blocks the thread until an operation has ended; the block of a transaction has a thread that may wait.
  private static func wait<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let ended = DispatchSemaphore(value: 0)
    let result = SharedResult<Value>()
    Task {
      do {
        result.value.withLock { [value = try await operation()] in $0 = .success(value) }
      } catch {
        result.value.withLock { $0 = .failure(error) }
      }
      ended.signal()
    }
    ended.wait()
    return try result.value.withLock { $0 ?? .failure(CancellationError()) }.get()
  }

  private final class SharedResult<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }
}
