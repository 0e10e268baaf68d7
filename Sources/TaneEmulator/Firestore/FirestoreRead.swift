import TaneCore

/// The consistency of a read.
enum ReadConsistency {
  /// A read of the current state.
  case latest
  /// A read in a transaction.
  case transaction([UInt8])
  /// A read in a new transaction that begins with it.
  case newTransaction(isReadOnly: Bool)
}

/// The result of a read.
struct FirestoreRead<Found> {
  /// The identifier of the transaction that the read started.
  let newTransaction: [UInt8]?
  let found: Found
  let time: DocumentTimestamp
}
