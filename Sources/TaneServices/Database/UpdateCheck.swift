import TaneCore

/// Checks of an update before it is sent.
enum UpdateCheck {
  /// Checks all writes.
  ///
  /// - Throws: A `StoreError` with code `invalidData` or `overlappingWrites`.
  static func check(_ writes: [TreeWrite], database: String, service: String) throws {
    for write in writes { try check(write, database: database, service: service) }
    guard let (first, second) = TreeWrite.overlap(in: writes) else { return }
    let message =
      first == second
      ? "the update writes \(first) twice: keep one of the writes"
      : "the update writes \(first) and \(second), which is below it: keep one of the writes"
    throw StoreError(.overlappingWrites, service: service, message, paths: [first, second])
  }

  /// Checks all writes of values in export form, which may contain increments.
  ///
  /// - Throws: A `StoreError` with code `invalidData` or `overlappingWrites`.
  static func checkExported(
    _ writes: [TreeWrite],
    database: String,
    service: String
  ) throws {
    let plain = writes.map { write in
      TreeWrite(path: write.path, value: write.value.resolvingIncrements(from: nil))
    }
    try check(plain, database: database, service: service)
  }

  private static func check(_ write: TreeWrite, database: String, service: String) throws {
    let findings =
      RealtimeDatabaseCheck.findings(about: write.path, of: database)
      + RealtimeDatabaseCheck.findings(in: write.value, at: write.path, of: database)
    guard let error = findings.first(where: { $0.severity == .error }) else { return }
    let path = error.address?.path ?? write.path
    throw StoreError(.invalidData, service: service, "\(path): \(error.message)", paths: [path])
  }
}
