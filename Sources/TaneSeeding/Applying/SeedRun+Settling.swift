import TaneCore

// Conflicts with somebody who has written the same: two seeds of the same values at once both succeed.

extension TreeStore {
  /// Makes writes at once; those whose place has the value already, in place of the one that they expect,
  /// count as made.
  ///
  /// This suits values that are said in full, as a seed's are, and not a value that was reckoned from the
  /// one that was expected.
  func updateUnlessDone(_ writes: [TreeWrite]) async throws {
    var remaining = writes
    while !remaining.isEmpty {
      do {
        return try await update(remaining)
      } catch let error as StoreError where error.code == .conflict && !error.paths.isEmpty {
        let unmet = Set(error.paths)
        for write in remaining where unmet.contains(write.path) {
          guard try await tree(at: write.path) == write.value.storedForm() else { throw error }
        }
        let rest = remaining.filter { !unmet.contains($0.path) }
        guard rest.count < remaining.count else { throw error }
        remaining = rest
      }
    }
  }
}

extension DocumentStore {
  /// Whether some documents are what writes make of them.
  func holds(_ writes: [DocumentWrite]) async throws -> Bool {
    let documents = try await documents(at: writes.map(\.path))
    return zip(writes, documents).allSatisfy { $0.isMade(in: $1) }
  }
}

extension AccountStore {
  /// Those failures of an import whose accounts are not what the import makes of them.
  func unsettled(
    _ failures: [AccountImportFailure],
    of items: [AccountImport]
  ) async throws -> [AccountImportFailure] {
    var unsettled: [AccountImportFailure] = []
    for failure in failures {
      let item = items.first { $0.account.localID == failure.localID }
      let found = try await account(id: failure.localID)
      if let item, let found, item.isMade(in: found) { continue }
      unsettled.append(failure)
    }
    return unsettled
  }
}

extension AccountImport {
  /// Whether an account says what this one does, but for times and the password, which cannot be read.
  fileprivate func isMade(in found: Account) -> Bool {
    var expected = account
    expected.createdAt = found.createdAt
    expected.validSince = found.validSince
    expected.lastLoginAt = found.lastLoginAt
    expected.lastRefreshAt = found.lastRefreshAt
    expected.passwordUpdatedAt = found.passwordUpdatedAt
    expected.password = found.password
    return expected == found
  }
}
