import Synchronization
import TaneCore

/// The transactions that have begun and not ended, with what each has read.
///
/// A transaction is optimistic: nothing is locked, and its commit fails where something that it read has
/// changed since.
final class FirestoreTransactions: Sendable {
  /// A transaction's kind and reads.
  struct Transaction: Sendable {
    let database: DocumentDatabaseName
    let isReadOnly: Bool
    var expectations: [DocumentExpectation] = []
  }

  private struct State {
    var transactions: [[UInt8]: Transaction] = [:]
    var order: [[UInt8]] = []
    var lastNumber: UInt64 = 0
  }

  /// The most transactions that are remembered; the oldest expires first.
  private static let limit = 10_000

  private let state = Mutex(State())

  /// Begins a transaction and returns its identifier.
  func begin(_ transaction: Transaction) -> [UInt8] {
    state.withLock { state in
      state.lastNumber += 1
      let id = withUnsafeBytes(of: state.lastNumber.bigEndian) { Array($0) }
      if state.order.count >= Self.limit {
        state.transactions[state.order.removeFirst()] = nil
      }
      state.transactions[id] = transaction
      state.order.append(id)
      return id
    }
  }

  /// Notes what a transaction has read.
  func note(
    _ expectations: [DocumentExpectation],
    in id: [UInt8],
    of database: DocumentDatabaseName
  ) throws(GoogleFailure) {
    let isKnown = state.withLock { state in
      guard state.transactions[id]?.database == database else { return false }
      state.transactions[id]?.expectations += expectations
      return true
    }
    guard isKnown else { throw Self.expired }
  }

  /// A transaction that has not ended.
  func transaction(
    _ id: [UInt8],
    of database: DocumentDatabaseName
  ) throws(GoogleFailure) -> Transaction {
    let transaction = state.withLock { $0.transactions[id] }
    guard let transaction, transaction.database == database else { throw Self.expired }
    return transaction
  }

  /// Ends a transaction.
  func end(_ id: [UInt8], of database: DocumentDatabaseName) throws(GoogleFailure) {
    _ = try transaction(id, of: database)
    state.withLock { state in
      state.order.removeAll { $0 == id }
      state.transactions[id] = nil
    }
  }

  private static let expired = GoogleFailure.invalid(
    "The referenced transaction has expired or is no longer valid."
  )
}
