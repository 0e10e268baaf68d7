import HTTPTypes
import TaneCore
import TaneServices

/// A request that reads or changes a project's accounts.
struct AccountsCall {
  let service: AccountsService
  let request: EmulatorRequest
  let project: String
  let isAdministrator: Bool
  let store: any AccountStore

  /// Calls an API method and returns its response as JSON.
  func handle(_ method: String) async throws -> TreeLiteral {
    if method == "batchGet" {
      try requireAdministrator()
      return try await batchGet()
    }
    guard request.method == .post else {
      throw AccountsFailure("The method \(method) requires POST.", status: .notFound)
    }
    let body = try ProtocolJSON(request)
    try rejectUnsupportedFeatures(in: body)
    return try await call(for: body).handle(method, body)
  }

  /// Returns a call for the project that an administrator names in the body, or this call if the
  /// body does not name a project.
  private func call(for body: ProtocolJSON) throws -> AccountsCall {
    guard let target = try body.text("targetProjectId"), !target.isEmpty else { return self }
    guard isAdministrator else {
      throw AccountsFailure(
        "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
      )
    }
    return AccountsCall(
      service: service,
      request: request,
      project: target,
      isAdministrator: true,
      store: try service.store(of: target)
    )
  }

  private func handle(_ method: String, _ body: ProtocolJSON) async throws -> TreeLiteral {
    switch method {
    case "signUp": return try await signUp(body)
    case "signInWithPassword": return try await signInWithPassword(body)
    case "signInWithCustomToken": return try await signInWithCustomToken(body)
    case "signInWithEmailLink": return try await signInWithEmailLink(body)
    case "signInWithIdp": return try await signInWithIdp(body)
    case "signInWithPhoneNumber": return try await signInWithPhoneNumber(body)
    case "sendOobCode": return try await sendEmailCode(body)
    case "sendVerificationCode": return try sendVerificationCode(body)
    case "resetPassword": return try await resetPassword(body)
    case "createAuthUri": return try await createAuthURI(body)
    case "lookup": return try await lookup(body)
    case "update": return try await update(body)
    case "delete": return try await delete(body)
    case "batchCreate", "query", "batchDelete":
      try requireAdministrator()
      return try await handleAdministratorRequest(method, body)
    default:
      throw AccountsFailure.unsupported("accounts:\(method.escapingControls) is not served.")
    }
  }

  private func handleAdministratorRequest(
    _ method: String,
    _ body: ProtocolJSON
  ) async throws -> TreeLiteral {
    switch method {
    case "batchCreate": try await batchCreate(body)
    case "query": try await query(body)
    default: try await batchDelete(body)
    }
  }

  func requireAdministrator() throws(AccountsFailure) {
    guard isAdministrator else { throw .missingCredential }
  }

  /// Throws if the request uses tenants or second factors, which are not supported.
  private func rejectUnsupportedFeatures(in body: ProtocolJSON) throws {
    if try body.text("tenantId")?.isEmpty == false {
      throw AccountsFailure.unsupported("Tenants are not supported: omit tenantId.")
    }
    let factors = try (body["mfa"]?.elements("enrollments") ?? []) + body.elements("mfaInfo")
    if !factors.isEmpty {
      throw AccountsFailure.unsupported("Second factors are not supported: omit them.")
    }
  }
}

extension AccountsCall {
  /// The current time, in seconds since 1970.
  var seconds: Int64 { service.now() / 1000 }

  /// A Boolean value indicating whether an unknown address and a wrong password result in the same
  /// error.
  var hasEmailPrivacy: Bool { service.settings.isEmailPrivacyImproved(in: project) }

  /// Returns the account of a request's ID token, or nil if the request has no ID token.
  func account(ofTokenIn body: ProtocolJSON) async throws -> Account? {
    guard let token = try body.text("idToken") else { return nil }
    return try await account(ofIDToken: token).0
  }

  /// Returns the account of an ID token, and the parsed token.
  func account(ofIDToken text: String) async throws -> (Account, AccountToken) {
    guard let token = AccountToken(idToken: text, project: project) else {
      throw AccountsFailure("INVALID_ID_TOKEN")
    }
    return (try await account(of: token), token)
  }

  private func account(of token: AccountToken) async throws -> Account {
    guard let account = try await store.account(id: token.localID) else {
      throw AccountsFailure("USER_NOT_FOUND")
    }
    guard !account.isDisabled else { throw AccountsFailure("USER_DISABLED") }
    guard token.issuedAt >= account.validSince else { throw AccountsFailure("TOKEN_EXPIRED") }
    return account
  }

  /// Changes an account, and retries if it was changed concurrently.
  func change(
    _ id: String,
    _ body: (inout Account) throws -> Void
  ) async throws -> Account {
    while true {
      guard let existing = try await store.account(id: id) else {
        throw AccountsFailure("USER_NOT_FOUND")
      }
      var account = existing
      try body(&account)
      do {
        try await store.put(account, replacing: existing)
        return account
      } catch AccountConflict.changed {
        try Task.checkCancellation()
      }
    }
  }

  /// Signs a user in: records the time, and returns the account and the response members that
  /// contain tokens.
  func signIn(
    _ id: String,
    provider: String,
    claims: String? = nil
  ) async throws -> (Account, [(String, TreeLiteral)]) {
    let account = try await change(id) { account in
      account.lastLoginAt = service.now()
      account.lastRefreshAt = service.now()
    }
    return (account, tokens(of: account, provider: provider, claims: claims))
  }

  /// Returns the response members that contain tokens.
  func tokens(
    of account: Account,
    provider: String,
    claims: String? = nil
  ) -> [(String, TreeLiteral)] {
    let token = AccountToken(
      localID: account.localID,
      project: project,
      provider: provider,
      issuedAt: seconds,
      claims: claims
    )
    return [
      ("idToken", .string(token.idToken(of: account))),
      ("refreshToken", .string(token.refreshToken)), ("expiresIn", .digits(AccountToken.lifetime)),
    ]
  }

  /// Exchanges a refresh token for new tokens, in the format of OAuth 2.
  func exchangeRefreshToken() async throws -> TreeLiteral {
    let form = RequestTarget("/?" + String(decoding: request.body, as: UTF8.self))
    let isJSON = request.head.headerFields[.contentType]?.hasPrefix("application/json") ?? false
    let json = isJSON ? try ProtocolJSON(request) : nil
    let grant = try json?.text("grantType") ?? form["grant_type"]
    let text = try json?.text("refreshToken") ?? form["refresh_token"]
    guard let grant, !grant.isEmpty else { throw AccountsFailure("MISSING_GRANT_TYPE") }
    guard grant == "refresh_token" else { throw AccountsFailure("INVALID_GRANT_TYPE") }
    guard let text, !text.isEmpty else { throw AccountsFailure("MISSING_REFRESH_TOKEN") }
    guard let token = AccountToken(refreshToken: text), token.project == project else {
      throw AccountsFailure("INVALID_REFRESH_TOKEN")
    }
    var account = try await account(of: token)
    account = try await change(account.localID) { $0.lastRefreshAt = service.now() }
    let new = AccountToken(
      localID: token.localID,
      project: project,
      provider: token.provider,
      issuedAt: seconds,
      claims: token.claims
    )
    let idToken = TreeLiteral.string(new.idToken(of: account))
    return [
      "id_token": idToken, "access_token": idToken, "refresh_token": .string(new.refreshToken),
      "expires_in": .digits(AccountToken.lifetime), "token_type": "Bearer",
      "user_id": .string(token.localID), "project_id": .string(AccountsService.projectNumber),
    ]
  }
}
