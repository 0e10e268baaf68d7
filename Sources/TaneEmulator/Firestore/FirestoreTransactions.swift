import Synchronization
import TaneCore

/// The active transactions with their reads.
///
/// Transactions are optimistic: nothing is locked, and a commit fails if the data that was read has
/// changed since.
final class FirestoreTransactions: Sendable {
  /// A transaction's database, kind and reads.
  struct Transaction: Sendable {
    let database: DocumentDatabaseName
    /// The time at which a read-only transaction reads, or nil if the transaction can write.
    let readTime: DocumentTimestamp?
    var expectations: [DocumentExpectation] = []
  }

  private struct State {
    var transactions: [[UInt8]: Transaction] = [:]
    var order: [[UInt8]] = []
    var lastNumber: UInt64 = 0
  }

  /// The maximum number of active transactions; the oldest expires first.
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

  /// Records the reads of a transaction.
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

  /// Returns an active transaction; throws if it has ended or belongs to another database.
  func transaction(
    _ id: [UInt8],
    of database: DocumentDatabaseName
  ) throws(GoogleFailure) -> Transaction {
    let transaction = state.withLock { $0.transactions[id] }
    guard let transaction, transaction.database == database else { throw Self.expired }
    return transaction
  }

  func end(_ id: [UInt8], of database: DocumentDatabaseName) throws(GoogleFailure) {
    _ = try transaction(id, of: database)
    state.withLock { state in
      state.order.removeAll { $0 == id }
      state.transactions[id] = nil
    }
  }

  /// Ends a transaction without writing; does nothing if it has already ended.
  func rollback(_ id: [UInt8], of database: DocumentDatabaseName) throws(GoogleFailure) {
    let number = id.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let isKnown = state.withLock { (1...max(1, $0.lastNumber)).contains(number) }
    guard id.count == 8, isKnown else { throw Self.expired }
    if (try? transaction(id, of: database)) != nil { try end(id, of: database) }
  }

  private static let expired = GoogleFailure.invalid(
    "The referenced transaction has expired or is no longer valid."
  )
}
