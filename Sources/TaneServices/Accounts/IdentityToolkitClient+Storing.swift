import TaneCore

/// The reason an account was not stored.
enum AccountProblem: Sendable, Hashable, CustomStringConvertible {
  /// The account is not in the expected state.
  case conflict(AccountConflict)
  /// An error about the account itself, as a clause without a final period.
  case rejection(String)

  /// The reason, as a clause without a final period.
  var description: String {
    switch self {
    case .conflict(let conflict): conflict.description
    case .rejection(let message): message
    }
  }
}

extension IdentityToolkitClient {
  typealias IndexedImport = (index: Int, item: AccountImport)
  typealias IndexedProblem = (index: Int, problem: AccountProblem)

  /// Stores accounts, and returns the problems in the order of `imports`.
  func store(_ imports: [AccountImport]) async throws -> [IndexedProblem] {
    try Task.checkCancellation()
    guard !imports.isEmpty else { return [] }
    await accountListCache.invalidate()
    var problems: [IndexedProblem] = []
    var (new, replaced): ([IndexedImport], [IndexedImport]) = ([], [])
    var admission = AccountImportCheck(
      try await accounts(of: AccountImportCheck.keys(of: imports))
    )
    for (index, item) in imports.enumerated() {
      if let violation = violation(in: item) {
        problems.append((index, .rejection(violation)))
      } else if let conflict = admission.add(item) {
        problems.append((index, .conflict(conflict)))
      } else if item.existing == nil {
        new.append((index, item))
      } else {
        replaced.append((index, item))
      }
    }
    var stored = 0
    do {
      // Existing accounts come first, since they may release an address that a new one needs.
      problems += try await replace(replaced, &stored)
      problems += try await create(new, &stored)
    } catch  where stored > 0 {
      let error = error as? StoreError ?? client.stopped()
      throw StoreError(
        error.code,
        service: error.service,
        error.message
          + "; \(stored.grouped) of \(counted(imports.count, "account")) were stored before the error",
        outcome: error.outcome == .nothingWritten ? .partlyWritten : error.outcome
      )
    }
    return problems.sorted { $0.index < $1.index }
  }

  /// Returns the reason the service cannot store an account, if any.
  private func violation(in item: AccountImport) -> String? {
    let isNewHash = item.account.password != nil && item.account.password != item.existing?.password
    guard !location.isEmulator, item.password == nil, isNewHash else { return nil }
    guard item.account.password?.parameters != nil else {
      return
        "the algorithm of its password hash is unknown; specify the password itself, or no password"
    }
    // An import would replace the whole account, including second factors.
    return item.existing == nil
      ? nil
      : "Firebase sets a password hash only when it creates an account; remove the account, or"
        + " specify the password itself"
  }

  private func replace(
    _ items: [IndexedImport],
    _ stored: inout Int
  ) async throws -> [IndexedProblem] {
    // Fields that only emulators accept cannot be updated individually, so the whole account is
    // uploaded.
    let fullUploads = items.filter { location.isEmulator && $0.item.changesEmulatorFields }
    var problems = try await upload(fullUploads, overwrites: true, &stored)
    for (index, item) in items where !(location.isEmulator && item.changesEmulatorFields) {
      if let problem = try await update(item) {
        problems.append((index, problem))
      } else {
        stored += 1
      }
    }
    return problems
  }

  private func create(
    _ items: [IndexedImport],
    _ stored: inout Int
  ) async throws -> [IndexedProblem] {
    try await upload(items, overwrites: false, &stored)
  }
}

extension IdentityToolkitClient {
  /// Uploads whole accounts in batches of the maximum size.
  private func upload(
    _ items: [IndexedImport],
    overwrites: Bool,
    _ stored: inout Int
  ) async throws -> [IndexedProblem] {
    var problems: [IndexedProblem] = []
    for (parameters, items) in groups(of: items) {
      for start in stride(from: 0, to: items.count, by: Self.pageSize) {
        try Task.checkCancellation()
        let part = Array(items[start..<min(start + Self.pageSize, items.count)])
        let failed = try await upload(part, hashedWith: parameters, overwrites: overwrites)
        stored += part.count - failed.count
        problems += failed
      }
    }
    return problems
  }

  /// Groups accounts by the parameters of their password hashes, which apply to whole requests.
  ///
  /// Accounts without a password are in the first group.
  private func groups(
    of items: [IndexedImport]
  ) -> [(parameters: PasswordHashParameters?, items: [IndexedImport])] {
    var groups: [(parameters: PasswordHashParameters?, items: [IndexedImport])] = []
    var indices: [PasswordHashParameters?: Int] = [:]
    let hashed = items.filter { $0.item.hasPassword }
    for item in hashed {
      let parameters =
        item.item.password == nil
        ? item.item.account.password?.parameters
        : location.isEmulator ? nil : PasswordHash.parameters
      let index = indices[parameters] ?? groups.count
      if index == groups.count { groups.append((parameters, [])) }
      indices[parameters] = index
      groups[index].items.append(item)
    }
    guard hashed.count < items.count else { return groups }
    if groups.isEmpty { return [(nil, items)] }
    groups[0].items += items.filter { !$0.item.hasPassword }
    return groups
  }

  private func upload(
    _ items: [IndexedImport],
    hashedWith parameters: PasswordHashParameters?,
    overwrites: Bool
  ) async throws -> [IndexedProblem] {
    let fields: [(String, TreeLiteral)] = [
      ("users", .list(try await userFields(of: items.map(\.item)).map { .map($0) })),
      ("allowOverwrite", .bool(overwrites)),
      // Without this check, the service would accept two accounts with the same address.
      ("sanityCheck", true),
    ]
    let call = try call(
      "batchCreate",
      fields + (parameters?.fields ?? []),
      retry: overwrites ? .idempotent : .notAttempted
    )
    let answer: Tree
    do {
      answer = try await self.answer(to: call)
    } catch let error as StoreError where error.outcome == .unknown {
      try await confirmUpload(error, items.map(\.item))
      return []
    }
    let errors = answer["error"]?.children ?? Tree.null.children
    return try errors.map { error in
      let place = error["index"].flatMap { $0.integer } ?? 0
      guard items.indices.contains(Int(clamping: place)) else {
        throw client.error(.invalidResponse, call, "the response lists accounts that were not sent")
      }
      let message = error["message"]?.string ?? "the service gave no reason"
      return (items[Int(place)].index, AccountProblem(batchMessage: message))
    }
  }

  /// Checks whether an upload whose response was lost has stored its accounts.
  ///
  /// - Throws: `failure` unless all accounts are stored; its outcome is set if the lookup
  ///   determines it.
  private func confirmUpload(_ failure: StoreError, _ items: [AccountImport]) async throws {
    let keys = items.map { AccountKey.id($0.account.localID) }
    guard let accounts = try? await accounts(of: keys) else { throw failure }
    let found = Dictionary(accounts.map { (Array($0.localID.utf8), $0) }) { first, _ in first }
    let stored = items.count { item in
      found[Array(item.account.localID.utf8)].map(item.isStored) ?? false
    }
    if stored == items.count { return }
    let isUntouched = items.allSatisfy { found[Array($0.account.localID.utf8)] == $0.existing }
    guard isUntouched || stored > 0 else { throw failure }
    throw failure.with(stored > 0 ? .partlyWritten : .nothingWritten)
  }

  /// Returns accounts in upload format, hashing their passwords in parallel.
  private func userFields(
    of items: [AccountImport]
  ) async throws -> [[(String, TreeLiteral)]] {
    if location.isEmulator {
      return items.map { item in
        var account = item.account
        if item.password != nil { account.password = nil }
        let password = item.password.map { [("rawPassword", TreeLiteral.string($0))] } ?? []
        return account.uploadFields + account.emulatorFields + password
      }
    }
    let hashes = try await hashes(of: items)
    return items.indices.map { index in
      let password = hashes[index] ?? items[index].account.password
      let fields = password.map { hash in
        [("passwordHash", TreeLiteral.string(hash.hash)), ("salt", .string(hash.salt ?? ""))]
      }
      return items[index].account.uploadFields + (fields ?? [])
    }
  }

  private func hashes(of items: [AccountImport]) async throws -> [Int: AccountPassword] {
    try await withThrowingTaskGroup(of: (Int, AccountPassword).self) { group in
      for (index, item) in items.enumerated() {
        guard let password = item.password else { continue }
        group.addTask {
          try Task.checkCancellation()
          return (index, try PasswordHash.hash(of: password))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }
}

extension AccountImport {
  /// A Boolean value indicating whether the import has a password or a password hash.
  fileprivate var hasPassword: Bool { password != nil || account.password != nil }

  /// Returns true if an account certainly matches the import; a new password of an existing account
  /// cannot be checked.
  func isStored(as found: Account) -> Bool {
    guard password == nil || existing == nil else { return false }
    var expected = account
    if password != nil { expected.password = found.password }
    return AccountUpdate.requests(from: found, to: expected, nil).isEmpty
  }

  /// A Boolean value indicating whether the import changes a field that an account update cannot
  /// set, such as a hash or a time set by the service.
  fileprivate var changesEmulatorFields: Bool {
    guard let existing else { return false }
    // The service records the time itself when it receives a password.
    let isNewHash = account.password != nil && account.password != existing.password
    let isNewTime = account.passwordUpdatedAt != existing.passwordUpdatedAt
    return (password == nil && (isNewHash || isNewTime))
      || account.lastRefreshAt != existing.lastRefreshAt
      || account.hasCustomToken != existing.hasCustomToken
  }
}

extension AccountProblem {
  /// Creates the problem from the message about one account in a batch upload.
  fileprivate init(batchMessage message: String) {
    let text = message.lowercased()
    if text.contains("localid belongs to an existing account") || message == "DUPLICATE_LOCAL_ID" {
      self = .conflict(.identifierTaken)
    } else if text.contains("email exists") || message == "DUPLICATE_EMAIL" {
      self = .conflict(.emailTaken)
    } else if text.contains("phone number exists") || message == "PHONE_NUMBER_EXISTS" {
      self = .conflict(.phoneNumberTaken)
    } else {
      self = .rejection(Redaction.text(message))
    }
  }
}
