public import Foundation
import TaneCore

#if !canImport(ObjectiveC)
/// A pointer to the error of a transaction block; Foundation declares this type only on Apple
/// platforms.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
#endif

extension Firestore {
  /// Runs a transaction, whose writes are committed only if no other client has changed a document
  /// that the transaction read.
  ///
  /// ```swift
  /// _ = try await firestore.runTransaction { transaction, error in
  ///   do {
  ///     let likes = try transaction.getDocument(post).get("likes") as? Int ?? 0
  ///     transaction.updateData(["likes": likes + 1], forDocument: post)
  ///   } catch let failure {
  ///     error?.pointee = failure as NSError
  ///   }
  ///   return nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - updateBlock: The block that reads and writes documents; it runs on a background queue up
  ///     to five times, and aborts the transaction by setting the error.
  ///   - isolation: The caller's actor.
  /// - Returns: The value that the block returned in its last run.
  /// - Throws: The error that the block has set, or a `FirestoreError`, such as one with code
  ///   `aborted` if other clients changed a document during each run.
  public func runTransaction(
    _ updateBlock: @escaping (Transaction, NSErrorPointer) -> Any?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Any? {
    try await run(TransactionBlock(block: updateBlock)).value
  }

  /// Runs a transaction, and calls a block on the main queue with the transaction's value or error.
  public func runTransaction(
    _ updateBlock: @escaping (Transaction, NSErrorPointer) -> Any?,
    completion: @escaping (Any?, (any Error)?) -> Void
  ) {
    let block = TransactionBlock(block: updateBlock)
    calls.read(
      { try await self.run(block) },
      then: MainQueueBlock { completion($0.success?.value, $0.failure) }
    )
  }

  private func run(_ block: TransactionBlock) async throws -> TransactionValue {
    var run = 1
    while true {
      let (value, reads, writes) = try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try block(in: self) }) }
      }
      do {
        _ = try await performing { try await $0.store.get().commit(writes, expecting: reads) }
        changes.publish(writes.map(\.path))
        return value
      } catch let error as FirestoreError where error.code == .aborted && run < 5 {
        run += 1
      }
    }
  }
}

// `@unchecked Sendable` is safe, because the runs of the block never overlap, as in the SDK.
private struct TransactionBlock: @unchecked Sendable {
  let block: (Transaction, NSErrorPointer) -> Any?

  func callAsFunction(
    in firestore: Firestore
  ) throws -> (TransactionValue, [DocumentExpectation], [DocumentWrite]) {
    let transaction = Transaction(firestore: firestore)
    var error: NSError?
    let value = block(transaction, &error)
    if let error { throw error }
    let (reads, writes) = try transaction.finish()
    return (TransactionValue(value: value), reads, writes)
  }
}

/// The value that a transaction block returned.
// `@unchecked Sendable` is safe, because the value is passed from the block to the caller, and no
// other code retains it.
private struct TransactionValue: @unchecked Sendable {
  let value: Any?
}
