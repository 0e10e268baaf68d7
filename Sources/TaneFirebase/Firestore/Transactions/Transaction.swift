import Dispatch
import Synchronization
import TaneCore

/// The reads and writes of an atomic transaction.
///
/// All reads must precede the first write. If another client changes a document after it was read,
/// the block runs again.
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
  /// - Throws: A `FirestoreError`, for example if the transaction has already written a document.
  public func getDocument(_ document: DocumentReference) throws -> DocumentSnapshot {
    guard !hasWritten else {
      let message =
        "\(document): the reads of a transaction must precede its writes; call getDocument earlier"
      throw FirestoreError(.invalidArgument, message)
    }
    let snapshot = try Self.wait { try await document.getDocument() }
    reads.append(.document(document.storedPath, updateTime: snapshot.document?.updateTime))
    return snapshot
  }

  /// Creates or replaces a document; with `merge`, sets only the given fields.
  @discardableResult
  public func setData(
    _ data: [String: Any],
    forDocument document: DocumentReference,
    merge: Bool = false
  ) -> Transaction {
    recordWrite { batch.setData(data, forDocument: document, merge: merge) }
  }

  /// Creates a document, or replaces only the fields in `mergeFields`.
  @discardableResult
  public func setData(
    _ data: [String: Any],
    forDocument document: DocumentReference,
    mergeFields: [String]
  ) -> Transaction {
    recordWrite { batch.setData(data, forDocument: document, mergeFields: mergeFields) }
  }

  /// Creates or replaces a document with the fields of an encoded value.
  ///
  /// - Throws: An `EncodingError` for a value that cannot be encoded.
  @discardableResult
  public func setData<Value: Encodable>(
    from value: Value,
    forDocument document: DocumentReference,
    merge: Bool = false,
    encoder: FirestoreEncoder = FirestoreEncoder()
  ) throws -> Transaction {
    try recordWrite {
      try batch.setData(from: value, forDocument: document, merge: merge, encoder: encoder)
    }
  }

  /// Updates some fields of an existing document.
  @discardableResult
  public func updateData(
    _ fields: [AnyHashable: Any],
    forDocument document: DocumentReference
  ) -> Transaction {
    recordWrite { batch.updateData(fields, forDocument: document) }
  }

  /// Deletes a document.
  @discardableResult
  public func deleteDocument(_ document: DocumentReference) -> Transaction {
    recordWrite { batch.deleteDocument(document) }
  }

  private func recordWrite(_ write: () throws -> WriteBatch) rethrows -> Transaction {
    _ = try write()
    hasWritten = true
    return self
  }

  func finish() throws -> (reads: [DocumentExpectation], writes: [DocumentWrite]) {
    (reads, try batch.takeWrites())
  }

  /// Blocks the thread until an operation completes; transaction blocks run on a background queue,
  /// whose threads may block.
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
