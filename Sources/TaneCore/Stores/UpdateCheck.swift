/// Validation of an update before it is sent or written.
package enum UpdateCheck {
  /// Validates all writes of an update.
  ///
  /// - Throws: A `StoreError` with code `invalidData` or `overlappingWrites`.
  package static func check(_ writes: [TreeWrite], database: String, service: String) throws {
    for write in writes { try check(write, database: database, service: service) }
    guard let (first, second) = TreeWrite.overlap(in: writes) else { return }
    throw overlapError(for: first, and: second, service: service)
  }

  /// Validates all writes of an update in export form, which may contain increments.
  ///
  /// - Throws: A `StoreError` with code `invalidData` or `overlappingWrites`.
  package static func checkExported(
    _ writes: [TreeWrite],
    database: String,
    service: String
  ) throws {
    let plain = writes.map { write in
      TreeWrite(path: write.path, value: write.value.resolvingIncrements(from: nil))
    }
    try check(plain, database: database, service: service)
  }

  /// Validates the value and the path of a write.
  package static func check(_ write: TreeWrite, database: String, service: String) throws {
    let findings =
      RealtimeDatabaseCheck.findings(about: write.path, of: database)
      + RealtimeDatabaseCheck.findings(in: write.value, at: write.path, of: database)
    guard let error = findings.first(where: { $0.severity == .error }) else { return }
    let path = error.address?.path ?? write.path
    throw StoreError(.invalidData, service: service, "\(path): \(error.message)", paths: [path])
  }

  /// Returns the error for two writes whose paths overlap.
  package static func overlapError(
    for first: TreePath,
    and second: TreePath,
    service: String
  ) -> StoreError {
    let message =
      first == second
      ? "the update writes \(first) twice: remove one of the writes"
      : "the update writes \(first) and, below it, \(second): remove one of the writes"
    return StoreError(.overlappingWrites, service: service, message, paths: [first, second])
  }

  /// Returns the error for paths where the current value is not the expected one.
  package static func conflictError(at paths: [TreePath], service: String) -> StoreError {
    let shown = paths.prefix(3).map(\.description).joined(separator: ", ")
    let rest = paths.count > 3 ? " and \(counted(paths.count - 3, "more", plural: "more"))" : ""
    let message =
      paths.count == 1
      ? "the current value at \(shown) is not the expected value"
      : "the current values at \(shown)\(rest) are not the expected values"
    return StoreError(.conflict, service: service, message, paths: paths)
  }
}
