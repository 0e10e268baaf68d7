import TaneCore

/// The writes that a client leaves for the time when its connection ends.
struct DisconnectWrites {
  /// The writes in the order in which they are to be made.
  private(set) var writes: [DatabaseWrite] = []

  /// Adds a write, whose data are looked at now; what the server is to work out stays open.
  mutating func add(_ write: DatabaseWrite) throws(DatabaseProblem) {
    for part in write.parts {
      _ = try WritePreparation.node(of: part.data, at: part.path, over: nil, time: 0)
    }
    writes.append(write)
  }

  /// Drops what is to be written at a path and below it.
  mutating func cancel(at path: TreePath) {
    writes = writes.compactMap { write in
      let parts = write.parts.filter { !path.contains($0.path) }
      guard !parts.isEmpty else { return nil }
      return DatabaseWrite(path: write.path, parts: parts, isMerge: write.isMerge)
    }
  }
}
