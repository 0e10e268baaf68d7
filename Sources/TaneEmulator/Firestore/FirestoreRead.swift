import TaneCore

enum ReadConsistency {
  /// A read of the current state.
  case latest
  case transaction([UInt8])
  /// A read that begins a new transaction.
  case newTransaction(TransactionMode)
  /// A read of an earlier state.
  case time(DocumentTimestamp)
}

/// The kind of a transaction.
enum TransactionMode {
  case readWrite
  /// A transaction that reads the state at the given time, by default at its start.
  case readOnly(at: DocumentTimestamp?)
}

/// The result of a read.
struct FirestoreRead<Found> {
  /// The identifier of the transaction that the read began, if any.
  let newTransaction: [UInt8]?
  let found: Found
  let time: DocumentTimestamp
}
