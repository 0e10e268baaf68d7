import TaneCore

/// What a read is to agree with.
enum ReadConsistency {
  /// What is now.
  case latest
  /// What a transaction reads.
  case transaction([UInt8])
  /// What a transaction reads that begins with it.
  case newTransaction(isReadOnly: Bool)
}

/// What a read found.
struct FirestoreRead<Found> {
  /// The transaction that began with the read.
  let newTransaction: [UInt8]?
  let found: Found
  let time: DocumentTimestamp
}
