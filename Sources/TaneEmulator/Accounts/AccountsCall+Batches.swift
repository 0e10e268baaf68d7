import TaneCore
import TaneServices

extension AccountsCall {
  /// The maximum number of accounts in one call.
  private static let maximumBatch = 1000

  /// Imports accounts; an invalid account does not prevent the import of valid ones.
  func batchCreate(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let users = try body.elements("users")
    guard !users.isEmpty else { throw AccountsFailure("MISSING_USER_ACCOUNT") }
    guard users.count <= Self.maximumBatch else {
      throw AccountsFailure("MAXIMUM_USER_COUNT_EXCEEDED : \(Self.maximumBatch)")
    }
    let overwrites = try body.flag("allowOverwrite") ?? false
    let parameters = try PasswordHashParameters(body)
    var errors: [TreeLiteral] = []
    for (index, user) in users.enumerated() {
      do {
        try await importAccount(user, hashedWith: parameters, overwrites: overwrites)
      } catch let error where !(error is CancellationError || error is StoreError) {
        let message =
          switch error {
          case AccountConflict.identifierTaken:
            "localId belongs to an existing account - can not overwrite."
          case AccountConflict.emailTaken: "email exists in other account in database"
          case AccountConflict.phoneNumberTaken: "phone number exists in other account in database"
          default: Self.uploadMessage(of: AccountsFailure(error).message)
          }
        errors.append(["index": .integer(Int64(index)), "message": .string(message)])
      }
    }
    return .object([
      "kind": "identitytoolkit#UploadAccountResponse", "error": .nonEmpty(errors),
    ])
  }

  /// Returns the message that an import reports in place of an error code; other calls report the
  /// code itself.
  private static func uploadMessage(of code: String) -> String {
    switch code.split(separator: " ").first {
    case "INVALID_CLAIMS": "Invalid custom claims provided."
    case "CLAIMS_TOO_LARGE": "Custom claims provided are too large."
    case "FORBIDDEN_CLAIM": "Custom claims provided include a reserved claim."
    case "INVALID_PHONE_NUMBER": "phone number format is invalid"
    default: code
    }
  }

  private func importAccount(
    _ user: ProtocolJSON,
    hashedWith parameters: PasswordHashParameters?,
    overwrites: Bool
  ) async throws {
    guard var account = try Account(user) else { throw AccountsFailure("localId is missing") }
    let id = account.localID
    guard id.count <= 128 else { throw AccountsFailure("localId is longer than 128 characters") }
    if try user.number("createdAt") == nil { account.createdAt = service.now() }
    if try user.number("validSince") == nil { account.validSince = seconds }
    if let email = account.email {
      guard AccountValidation.isEmail(email.lowercased()) else {
        throw AccountsFailure("email is invalid")
      }
      account.email = email.lowercased()
    }
    account.phoneNumber = try account.phoneNumber.map(AccountValidation.phoneNumber)
    account.customAttributes = try account.customAttributes.flatMap { claims in
      claims.isEmpty ? nil : try AccountValidation.claims(claims)
    }
    if account.password?.parameters == nil { account.password?.parameters = parameters }
    if let password = account.password, password.parameters != nil,
      ![password.hash, password.salt ?? ""].allSatisfy({ Base64.bytes(of: $0) != nil })
    {
      throw AccountsFailure("passwordHash or salt is not Base64")
    }
    if let text = try user.text("rawPassword") {
      try AccountValidation.checkPassword(text)
      account.password = .emulated(of: text, salt: "fakeSalt\(service.makeIdentifier(20))")
    }
    if account.password != nil, account.passwordUpdatedAt == nil {
      account.passwordUpdatedAt = service.now()
    }
    try await store.put(account, replacing: overwrites ? try await store.account(id: id) : nil)
  }

  /// Returns one page of the list of all accounts.
  func batchGet() async throws -> TreeLiteral {
    let target = request.target
    let maximum = try Self.pageSize(target["maxResults"])
    let token = target["nextPageToken"].flatMap { $0.isEmpty ? nil : $0 }
    let after = try token.map { token in
      guard let bytes = Base64.bytes(of: token), let id = String(validating: bytes, as: UTF8.self)
      else { throw AccountsFailure("INVALID_PAGE_SELECTION") }
      return id
    }
    let accounts = try await store.accounts(after: after, limit: maximum + 1)
    let page = accounts.prefix(maximum)
    let next =
      accounts.count > maximum ? page.last.map { Base64.urlText(of: $0.localID.utf8) } : nil
    return .object([
      "kind": "identitytoolkit#DownloadAccountResponse",
      "users": .nonEmpty(page.map { $0.json(isAdministrator: true) }),
      "nextPageToken": next.map { .string($0) },
    ])
  }

  /// Parses the page size: 20 by default, or unlimited if it is -1.
  private static func pageSize(_ text: String?) throws -> Int {
    let text = text ?? "20"
    // Tools that export an emulator's accounts request all of them with -1.
    if text == "-1" { return .max - 1 }
    guard let maximum = Int(text), (1...maximumBatch).contains(maximum) else {
      throw AccountsFailure(
        "INVALID_PAGE_SELECTION : maxResults must be from 1 to \(maximumBatch)."
      )
    }
    return maximum
  }

  /// Returns the accounts that match any of the request's expressions, or all accounts if the
  /// request has no expressions.
  func query(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let limit = try body.number("limit") ?? 500
    let offset = try body.number("offset") ?? 0
    guard (1...500).contains(limit), offset >= 0 else {
      throw AccountsFailure(
        "INVALID_PAGE_SELECTION : limit must be from 1 to 500, and offset must not be negative."
      )
    }
    var accounts: [Account] = []
    let expressions = try body.elements("expression")
    for expression in expressions {
      if let account = try await account(for: expression) { accounts.append(account) }
    }
    if expressions.isEmpty { accounts = try await store.accounts(after: nil, limit: .max) }
    let isDescending = try body.text("order") == "DESC"
    if isDescending { accounts.reverse() }
    let count = TreeLiteral.digits(accounts.count)
    guard try body.flag("returnUserInfo") ?? true else { return ["recordsCount": count] }
    let page = accounts.dropFirst(Int(clamping: offset)).prefix(Int(limit))
    return .object([
      "recordsCount": count, "userInfo": .nonEmpty(page.map { $0.json(isAdministrator: true) }),
    ])
  }

  private func account(for expression: ProtocolJSON) async throws -> Account? {
    if let email = try expression.text("email") {
      return try await store.account(email: email.lowercased())
    }
    if let number = try expression.text("phoneNumber") {
      return try await store.account(phoneNumber: number)
    }
    guard let id = try expression.text("userId") else {
      throw expression.unexpected("email, phoneNumber or userId")
    }
    return try await store.account(id: id)
  }

  /// Deletes accounts by ID; unless `force` is true, skips each enabled account and reports an
  /// error for it.
  func batchDelete(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let ids = try body.texts("localIds")
    guard (1...Self.maximumBatch).contains(ids.count) else {
      throw AccountsFailure("LOCAL_ID_LIST_EXCEEDS_LIMIT")
    }
    let force = try body.flag("force") ?? false
    var errors: [TreeLiteral] = []
    for (index, id) in ids.enumerated() {
      guard let account = try await store.account(id: id) else { continue }
      guard force || account.isDisabled else {
        errors.append([
          "index": .integer(Int64(index)), "localId": .string(id),
          "message": "NOT_DISABLED : Disable the account before batch deletion.",
        ])
        continue
      }
      _ = try await store.delete(id: id)
    }
    return .object(["errors": .nonEmpty(errors)])
  }
}
