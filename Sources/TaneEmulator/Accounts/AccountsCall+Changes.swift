import TaneCore
import TaneServices

extension AccountsCall {
  /// Returns the account of a client's token, or the accounts that an administrator requests.
  func lookup(_ body: ProtocolJSON) async throws -> TreeLiteral {
    var accounts: [Account] = []
    if let token = try body.text("idToken") {
      accounts = [try await account(ofIDToken: token).0]
    } else {
      guard isAdministrator else { throw AccountsFailure("MISSING_ID_TOKEN") }
      accounts += try await store.accounts(ids: body.texts("localId")).compactMap(\.self)
      for email in try body.texts("email") {
        if let account = try await store.account(email: email.lowercased()) {
          accounts.append(account)
        }
      }
      for number in try body.texts("phoneNumber") {
        if let account = try await store.account(phoneNumber: number) { accounts.append(account) }
      }
      for identity in try body.elements("federatedUserId") {
        let (provider, id) = (try identity.text("providerId"), try identity.text("rawId"))
        guard let provider, let id else { continue }
        if let account = try await store.account(at: provider, rawID: id) {
          accounts.append(account)
        }
      }
    }
    var seen: Set<[UInt8]> = []
    let users = accounts.filter { seen.insert(Array($0.localID.utf8)).inserted }
      .map { $0.json(isAdministrator: isAdministrator) }
    return .object([
      "kind": "identitytoolkit#GetAccountInfoResponse", "users": .nonEmpty(users),
    ])
  }

  /// Changes the account that the request identifies by a token, a local ID or a code from an
  /// email.
  func update(_ body: ProtocolJSON) async throws -> TreeLiteral {
    if let code = try body.text("oobCode") {
      let account = try await applyEmailCode(code)
      return .map(entries(of: account) + newEmailEntries(account.email))
    }
    let (id, token) = try await accountToChange(body)
    var former: String?
    let account = try await change(id) { account in
      former = account.email
      try apply(body, to: &account)
      try remove(body, from: &account)
    }
    if let former, let email = account.email, email != former, token?.provider != "anonymous" {
      let code = addEmailCode(.emailRecovery, former, localID: id)
      service.report(code.instruction)
    }
    var entries = self.entries(of: account)
    if try body.text("email") != nil { entries += newEmailEntries(account.email) }
    let hasNewCredentials = try body.text("password") ?? body.text("email") != nil
    if let token, try body.flag("returnSecureToken") ?? false || hasNewCredentials {
      let isByPassword = try body.text("password") != nil
      entries += tokens(of: account, provider: isByPassword ? "password" : token.provider)
    }
    return .map(entries)
  }

  private func newEmailEntries(_ email: String?) -> [(String, TreeLiteral)] {
    email.map { [("newEmail", .string($0))] } ?? []
  }

  /// Returns the ID of the account to change, and the requesting user's token; the token is nil if
  /// an administrator specified the ID.
  private func accountToChange(
    _ body: ProtocolJSON
  ) async throws -> (id: String, token: AccountToken?) {
    if !isAdministrator, try body.text("customAttributes") != nil {
      throw AccountsFailure("INSUFFICIENT_PERMISSION")
    }
    if let text = try body.text("idToken") {
      let (account, token) = try await account(ofIDToken: text)
      guard try body.flag("disableUser") == nil else {
        throw AccountsFailure("OPERATION_NOT_ALLOWED")
      }
      return (account.localID, token)
    }
    guard isAdministrator else {
      throw AccountsFailure("INVALID_REQ_TYPE : Unsupported request parameters.")
    }
    guard let id = try body.text("localId") else { throw AccountsFailure("MISSING_LOCAL_ID") }
    return (id, nil)
  }

  private func entries(of account: Account) -> [(String, TreeLiteral)] {
    let json = Tree(account.json(isAdministrator: isAdministrator))
    let names = [
      "localId", "email", "displayName", "photoUrl", "emailVerified", "passwordHash",
      "providerUserInfo",
    ]
    return [("kind", "identitytoolkit#SetAccountInfoResponse")]
      + names.compactMap { name in json[name].map { (name, TreeLiteral.tree($0)) } }
  }

  func delete(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let id: String
    if let token = try body.text("idToken") {
      id = try await account(ofIDToken: token).0.localID
    } else {
      guard isAdministrator else { throw AccountsFailure("MISSING_ID_TOKEN") }
      guard let local = try body.text("localId") else { throw AccountsFailure("MISSING_LOCAL_ID") }
      id = local
    }
    guard try await store.delete(id: id) else { throw AccountsFailure("USER_NOT_FOUND") }
    return ["kind": "identitytoolkit#DeleteAccountResponse"]
  }

  /// Applies a request's properties to an account; properties that the request omits, or that only
  /// administrators can set, remain unchanged.
  func apply(_ body: ProtocolJSON, to account: inout Account) throws {
    if let text = try body.text("email") {
      let email = try AccountValidation.email(text)
      // Administrators set these properties explicitly.
      if !isAdministrator, email != account.email {
        account.isEmailVerified = false
        account.validSince = seconds
      }
      account.email = email
    }
    if let text = try body.text("password") {
      try AccountValidation.checkPassword(text)
      setPassword(text, of: &account)
    }
    account.displayName = try body.text("displayName") ?? account.displayName
    account.photoURL = try body.text("photoUrl") ?? account.photoURL
    if isAdministrator { try applyAdministratorProperties(body, to: &account) }
  }

  /// Sets an account's password and invalidates earlier tokens.
  func setPassword(_ text: String, of account: inout Account) {
    account.password = AccountPassword.emulated(
      of: text,
      salt: "fakeSalt\(service.makeIdentifier(20))"
    )
    account.passwordUpdatedAt = service.now()
    account.validSince = seconds
  }

  private func applyAdministratorProperties(_ body: ProtocolJSON, to account: inout Account) throws
  {
    if let number = try body.text("phoneNumber") {
      account.phoneNumber = try AccountValidation.phoneNumber(number)
    }
    account.isEmailVerified = try body.flag("emailVerified") ?? account.isEmailVerified
    account.isDisabled =
      try body.flag("disableUser") ?? body.flag("disabled") ?? account.isDisabled
    if let claims = try body.text("customAttributes") {
      account.customAttributes = claims.isEmpty ? nil : try AccountValidation.claims(claims)
    }
    account.validSince = try body.number("validSince") ?? account.validSince
    account.createdAt = try body.number("createdAt") ?? account.createdAt
    account.lastLoginAt = try body.number("lastLoginAt") ?? account.lastLoginAt
    if let linked = body["linkProviderUserInfo"] {
      if linked["providerId"] == nil { throw AccountsFailure("MISSING_PROVIDER_ID") }
      if linked["rawId"] == nil { throw AccountsFailure("MISSING_RAW_ID") }
      if let provider = try Account.Provider(linked) { account.add(provider) }
    }
  }

  private func remove(_ body: ProtocolJSON, from account: inout Account) throws {
    for attribute in try body.elements("deleteAttribute") {
      switch (attribute.tree.string, attribute.tree.integer) {
      case ("EMAIL", _), (_, 1): account.removeEmail()
      case ("DISPLAY_NAME", _), (_, 2): account.displayName = nil
      case ("PHOTO_URL", _), (_, 4): account.photoURL = nil
      case ("PASSWORD", _), (_, 5): account.password = nil
      default: throw attribute.unexpected("EMAIL, DISPLAY_NAME, PHOTO_URL or PASSWORD")
      }
    }
    for provider in try body.texts("deleteProvider") {
      switch provider {
      case "password":
        account.password = nil
        account.removeEmail()
      case "phone": account.phoneNumber = nil
      default: account.providers.removeAll { $0.providerID == provider }
      }
    }
  }
}

extension Account {
  /// Adds an identity, replacing any other identity of the same provider.
  mutating func add(_ provider: Provider) {
    providers.removeAll { $0.providerID == provider.providerID }
    providers.append(provider)
  }

  /// Removes the email address and the properties that depend on it.
  fileprivate mutating func removeEmail() {
    email = nil
    isEmailVerified = false
    usesEmailLink = nil
  }
}

extension AccountStore {
  /// Returns the account with the given identity at a provider, if any.
  func account(at provider: String, rawID: String) async throws -> Account? {
    try await firstAccount { account in
      account.providers.contains { $0.providerID == provider && $0.rawID == rawID }
    }
  }

  /// Returns the first account that satisfies a predicate, or nil if none does.
  func firstAccount(where isWanted: (Account) -> Bool) async throws -> Account? {
    var last: String?
    while true {
      let page = try await accounts(after: last, limit: 1000)
      if let account = page.first(where: isWanted) { return account }
      guard page.count == 1000 else { return nil }
      last = page.last?.localID
    }
  }
}
