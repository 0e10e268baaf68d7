import TaneCore

/// A validated update, whose steps are sorted by path.
struct UpdatePlan: Sendable {
  /// One write with its binary path.
  struct Step: Sendable {
    let write: TreeWrite
    let path: [UInt8]
  }

  /// The writes in their original order.
  let writes: [TreeWrite]
  /// The writes in the order of their paths.
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
      try Self.check(write, isExported: isExported, database: database, service: service)
    }
    self.writes = writes
    steps = writes.map { Step(write: $0, path: PathEncoding.encode($0.path)) }
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    // In this order, a path is followed by all paths below it.
    let overlap = zip(steps, steps.dropFirst()).first { $1.path.starts(with: $0.path) }
    if let (first, second) = overlap {
      throw Self.overlap(first.write.path, second.write.path, service: service)
    }
  }

  private static func check(
    _ write: TreeWrite,
    isExported: Bool,
    database: String,
    service: String
  ) throws {
    let value = isExported ? write.value.resolvingIncrements(from: nil) : write.value
    let findings =
      RealtimeDatabaseCheck.findings(about: write.path, of: database)
      + RealtimeDatabaseCheck.findings(in: value, at: write.path, of: database)
    guard let error = findings.first(where: { $0.severity == .error }) else { return }
    let path = error.address?.path ?? write.path
    throw StoreError(
      .invalidData,
      service: service,
      "\(path): \(error.message)",
      paths: [path]
    )
  }

  private static func overlap(
    _ first: TreePath,
    _ second: TreePath,
    service: String
  ) -> StoreError {
    let message =
      first.components.count == second.components.count
      ? "the update writes \(first) twice: keep one of the writes"
      : "the update writes \(first) and \(second), which is below it: keep one of the writes"
    return StoreError(.overlappingWrites, service: service, message, paths: [first, second])
  }
}
