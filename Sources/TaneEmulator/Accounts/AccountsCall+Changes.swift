import TaneCore
import TaneWire

extension AccountsCall {
  /// The accounts that a client's token stands for, or that an administrator asks for.
  func lookup(_ body: ProtocolJSON) async throws -> TreeLiteral {
    var accounts: [Account] = []
    if let token = try body.text("idToken") {
      accounts = [try await account(ofIDToken: token).0]
    } else {
      guard isAdministrator else { throw AccountsFailure("MISSING_ID_TOKEN") }
      for id in try body.texts("localId") {
        if let account = try await store.account(id: id) { accounts.append(account) }
      }
      for email in try body.texts("email") {
        if let account = try await store.account(email: email.lowercased()) {
          accounts.append(account)
        }
      }
      for number in try body.texts("phoneNumber") {
        if let account = try await store.account(phoneNumber: number) { accounts.append(account) }
      }
    }
    var seen: Set<[UInt8]> = []
    let users = accounts.filter { seen.insert(Array($0.localID.utf8)).inserted }
      .map { $0.json(isAdministrator: isAdministrator) }
    return .object([
      "kind": "identitytoolkit#GetAccountInfoResponse", "users": .nonEmpty(users),
    ])
  }

  /// Changes an account.
  func update(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let id: String
    var provider = "custom"
    if let text = try body.text("idToken") {
      let (account, token) = try await account(ofIDToken: text)
      (id, provider) = (account.localID, token.provider)
    } else {
      guard isAdministrator else { throw AccountsFailure("INVALID_REQ_TYPE") }
      guard let local = try body.text("localId") else { throw AccountsFailure("MISSING_LOCAL_ID") }
      id = local
    }
    let account = try await change(id) { account in
      try apply(body, to: &account)
      try remove(body, from: &account)
    }
    var entries = self.entries(of: account)
    let isClient = try body.text("idToken") != nil
    let hasNewCredentials = try body.text("password") ?? body.text("email") != nil
    if isClient, try body.flag("returnSecureToken") ?? false || hasNewCredentials {
      if account.password != nil, hasNewCredentials { provider = "password" }
      entries += tokens(of: account, provider: provider)
    }
    return .map(entries)
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

  /// Sets what a request says of an account; what it does not say stays.
  func apply(_ body: ProtocolJSON, to account: inout Account) throws {
    if let text = try body.text("email") {
      let email = try AccountText.email(text)
      if !isAdministrator, email != account.email { account.isEmailVerified = false }
      account.email = email
    }
    if let text = try body.text("password") {
      try AccountText.checkPassword(text)
      account.password = AccountPassword.emulated(
        of: text,
        salt: "fakeSalt\(service.makeIdentifier(20))"
      )
      account.passwordUpdatedAt = service.now()
      account.validSince = seconds
    }
    account.displayName = try body.text("displayName") ?? account.displayName
    account.photoURL = try body.text("photoUrl") ?? account.photoURL
    if isAdministrator { try applyAdministrator(body, to: &account) }
  }

  private func applyAdministrator(_ body: ProtocolJSON, to account: inout Account) throws {
    if let number = try body.text("phoneNumber") {
      account.phoneNumber = try AccountText.phoneNumber(number)
    }
    account.isEmailVerified = try body.flag("emailVerified") ?? account.isEmailVerified
    account.isDisabled =
      try body.flag("disableUser") ?? body.flag("disabled") ?? account.isDisabled
    if let claims = try body.text("customAttributes") {
      account.customAttributes = claims.isEmpty ? nil : try AccountText.claims(claims)
    }
    account.validSince = try body.number("validSince") ?? account.validSince
    account.createdAt = try body.number("createdAt") ?? account.createdAt
    account.lastLoginAt = try body.number("lastLoginAt") ?? account.lastLoginAt
    if let linked = body["linkProviderUserInfo"], let provider = try Account.Provider(linked) {
      account.providers.removeAll { $0.providerID == provider.providerID }
      account.providers.append(provider)
    }
  }

  private func remove(_ body: ProtocolJSON, from account: inout Account) throws {
    for attribute in try body.elements("deleteAttribute") {
      switch (attribute.tree.string, attribute.tree.integer) {
      case ("EMAIL", _), (_, 1): account.email = nil
      case ("DISPLAY_NAME", _), (_, 2): account.displayName = nil
      case ("PHOTO_URL", _), (_, 4): account.photoURL = nil
      case ("PASSWORD", _), (_, 5): account.password = nil
      default: throw attribute.unexpected("EMAIL, DISPLAY_NAME, PHOTO_URL or PASSWORD")
      }
    }
    for provider in try body.texts("deleteProvider") {
      switch provider {
      case "password": account.password = nil
      case "phone": account.phoneNumber = nil
      default: account.providers.removeAll { $0.providerID == provider }
      }
    }
  }
}
