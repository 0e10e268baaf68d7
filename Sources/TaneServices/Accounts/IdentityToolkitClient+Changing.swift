import HTTPTypes
package import TaneCore

extension IdentityToolkitClient {
  /// Creates an account, or replaces it if it still equals `existing`.
  ///
  /// The current account is looked up immediately before the write; for the limits of this check,
  /// see `IdentityToolkitClient`.
  package func put(_ account: Account, replacing existing: Account?) async throws {
    let problems = try await store([AccountImport(account, replacing: existing)])
    switch problems.first?.problem {
    case nil: return
    case .conflict(let conflict): throw conflict
    case .rejection(let message):
      throw StoreError(
        .invalidData,
        service: client.service,
        "the account \(account.localID.escapingControls): \(message)"
      )
    }
  }

  /// Creates several accounts, or replaces those that still equal their expected states.
  ///
  /// - Returns: The accounts that were not stored, with the reasons.
  /// - Throws: A `StoreError` if a request fails; its message contains the number of accounts that
  ///   were already stored.
  package func importAccounts(_ imports: [AccountImport]) async throws -> [AccountImportFailure] {
    try await store(imports).map { index, problem in
      AccountImportFailure(localID: imports[index].account.localID, message: "\(problem)")
    }
  }

  /// Removes the account with the given ID, or returns false if it does not exist.
  package func delete(id: String) async throws -> Bool {
    try Task.checkCancellation()
    await accountListCache.invalidate()
    let call = try call("delete", [("localId", .string(id))], retry: .idempotent)
    let answer = try await client.send(call)
    if answer.isSuccess {
      // Throws an error if a proxy returned a web page instead.
      _ = try json(answer, call)
      return true
    }
    guard IdentityToolkitFailure(answer).code == "USER_NOT_FOUND" else {
      throw error(for: answer, of: call)
    }
    // If the response to a deletion was lost, the retry does not find the account.
    return answer.mayHaveBeenApplied
  }

  /// Removes all accounts.
  package func removeAll() async throws {
    try Task.checkCancellation()
    await accountListCache.invalidate()
    if let url = location.emulatorAccountsURL {
      _ = try await answer(to: ServiceCall(method: .delete, url: url, retry: .idempotent))
      return
    }
    let ids = try await allAccounts().map(\.localID)
    for start in stride(from: 0, to: ids.count, by: Self.pageSize) {
      try Task.checkCancellation()
      let part = ids[start..<min(start + Self.pageSize, ids.count)]
      let fields: [(String, TreeLiteral)] = [
        ("localIds", .list(part.map { .string($0) })), ("force", true),
      ]
      let call = try call("batchDelete", fields, retry: .idempotent)
      let errors = try await answer(to: call)["errors"]?.children ?? Tree.null.children
      guard let first = errors.first else { continue }
      throw client.error(
        .unavailable,
        call,
        "\(counted(errors.count, "account")) could not be removed (first error: "
          + "\"\(Redaction.text(first["message"]?.string ?? "no reason given"))\"); try again"
      )
    }
  }
}
