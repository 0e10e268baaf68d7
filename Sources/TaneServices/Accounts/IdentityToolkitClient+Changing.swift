import HTTPTypes
public import TaneCore

extension IdentityToolkitClient {
  /// Stores an account in place of the one that is there, or of none.
  ///
  /// The current account is looked up immediately before the write; see the type's description.
  public func put(_ account: Account, replacing existing: Account?) async throws {
    let problems = try await store([AccountImport(account, replacing: existing)])
    switch problems.first?.problem {
    case nil: return
    case .conflict(let conflict): throw conflict
    case .refusal(let message):
      throw StoreError(
        .invalidData,
        service: client.service,
        "the account \(account.localID.escapingControls): \(message)"
      )
    }
  }

  /// Stores several accounts, each in place of the one that its import expects, or of none.
  ///
  /// - Returns: Those that were not stored, and why; none where all were.
  /// - Throws: A `StoreError` where the service cannot be asked; accounts of earlier requests are stored
  ///   then, and the error says how many.
  public func importAccounts(_ imports: [AccountImport]) async throws -> [AccountImportFailure] {
    try await store(imports).map { index, problem in
      AccountImportFailure(localID: imports[index].account.localID, message: "\(problem)")
    }
  }

  /// Removes the account of an identifier; false where there was none.
  public func delete(id: String) async throws -> Bool {
    try Task.checkCancellation()
    await listing.forget()
    let call = try call("delete", [("localId", .string(id))], retry: .anyFailure)
    let answer = try await client.send(call)
    if answer.isSuccess { return true }
    guard IdentityToolkitFailure(answer).code == "USER_NOT_FOUND" else {
      throw refusal(answer, of: call)
    }
    // A deletion that got no answer and is repeated finds nothing any more.
    return answer.mayHaveBeenDone
  }

  /// Removes all accounts.
  public func removeAll() async throws {
    try Task.checkCancellation()
    await listing.forget()
    if let url = location.emulatorAccountsURL {
      _ = try await answer(to: ServiceCall(method: .delete, url: url, retry: .anyFailure))
      return
    }
    let ids = try await allAccounts().map(\.localID)
    for start in stride(from: 0, to: ids.count, by: Self.pageSize) {
      try Task.checkCancellation()
      let part = ids[start..<min(start + Self.pageSize, ids.count)]
      let fields: [(String, TreeLiteral)] = [
        ("localIds", .list(part.map { .string($0) })), ("force", true),
      ]
      let call = try call("batchDelete", fields, retry: .anyFailure)
      let errors = try await answer(to: call)["errors"]?.children ?? Tree.null.children
      guard let first = errors.first else { continue }
      throw client.error(
        .unavailable,
        call,
        "\(counted(errors.count, "account")) could not be removed, the first of them because of"
          + " \"\(Redaction.text(first["message"]?.string ?? "nothing that was said"))\"; try again"
      )
    }
  }
}
