import TaneCore

/// The disconnect operations of a client.
struct DisconnectWrites {
  /// The writes, in the order in which they were added.
  private(set) var writes: [DatabaseWrite] = []

  /// Adds a write after validating its data.
  ///
  /// Server values are resolved when the write is performed.
  mutating func add(_ write: DatabaseWrite) throws(DatabaseFailure) {
    for part in write.parts {
      _ = try StoredFormConverter.node(of: part.data, at: part.path, over: nil, time: 0)
    }
    writes.append(write)
  }

  /// Cancels the writes at and below a path.
  mutating func cancel(at path: TreePath) {
    writes = writes.compactMap { write in
      let parts = write.parts.filter { !path.contains($0.path) }
      guard !parts.isEmpty else { return nil }
      return DatabaseWrite(path: write.path, parts: parts, isMerge: write.isMerge)
    }
  }
}
