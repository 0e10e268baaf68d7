import TaneCore

/// A validated update with steps that are sorted by path.
struct UpdatePlan: Sendable {
  /// A write with its binary path.
  struct Step: Sendable {
    let write: TreeWrite
    let path: [UInt8]
  }

  /// The writes, in the order in which they were given.
  let writes: [TreeWrite]
  /// The writes, sorted by path.
  let steps: [Step]

  /// Validates an update before anything is written.
  ///
  /// If `isExported` is true, the values are in export form and may contain increments. Throws a
  /// `StoreError` with code `invalidData` or `overlappingWrites`.
  init(
    _ writes: [TreeWrite],
    isExported: Bool = false,
    database: String,
    service: String
  ) throws {
    for write in writes {
      let value = isExported ? write.value.resolvingIncrements(from: nil) : write.value
      try UpdateCheck.check(
        TreeWrite(path: write.path, value: value),
        database: database,
        service: service
      )
    }
    self.writes = writes
    steps = writes.map { Step(write: $0, path: PathEncoding.encode($0.path)) }
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    // In sorted order, a path precedes all paths below it.
    let overlap = zip(steps, steps.dropFirst()).first { $1.path.starts(with: $0.path) }
    if let (first, second) = overlap {
      throw UpdateCheck.overlapError(
        for: first.write.path,
        and: second.write.path,
        service: service
      )
    }
  }
}
