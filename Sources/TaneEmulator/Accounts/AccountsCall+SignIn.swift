import TaneCore
import TaneServices

extension AccountsCall {
  /// Creates an account with an email address and a password, an anonymous account, or an account
  /// with the properties that an administrator sends.
  ///
  /// If the request has an ID token, adds the address and the password to the token's account
  /// instead.
  func signUp(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let isNamed = try body.text("localId") != nil
    if let token = try body.text("idToken") {
      if isNamed { throw AccountsFailure("UNEXPECTED_PARAMETER : User ID") }
      return try await link(token, body)
    }
    if !isAdministrator {
      if isNamed { throw AccountsFailure("UNEXPECTED_PARAMETER : User ID") }
      let isEmpty = try ["email", "password"].allSatisfy { try body.text($0)?.isEmpty ?? true }
      if !isEmpty { try requireCredentials(in: body) }
    }
    let id = try body.text("localId") ?? service.makeIdentifier(28)
    guard (1...128).contains(id.count) else { throw AccountsFailure("INVALID_LOCAL_ID") }
    var account = Account(localID: id, createdAt: service.now())
    try apply(body, to: &account)
    if !isAdministrator {
      // Apps set other properties of a new user later, with the user's token.
      account.photoURL = nil
      if account.password == nil { account.displayName = nil }
    }
    try await store.put(account, replacing: nil)
    var entries = entries(of: account, kind: "SignupNewUserResponse")
    // An administrator creates accounts for others without signing in.
    if !isAdministrator {
      let provider = account.password == nil ? "anonymous" : "password"
      entries += try await signIn(id, provider: provider).1
    }
    return .map(entries)
  }

  /// Throws if the address or the password is missing or empty.
  private func requireCredentials(in body: ProtocolJSON) throws {
    if try body.text("email")?.isEmpty ?? true { throw AccountsFailure("MISSING_EMAIL") }
    if try body.text("password")?.isEmpty ?? true { throw AccountsFailure("MISSING_PASSWORD") }
  }

  /// Adds an email address and a password to the account of a token.
  private func link(_ token: String, _ body: ProtocolJSON) async throws -> TreeLiteral {
    try requireCredentials(in: body)
    let id = try await account(ofIDToken: token).0.localID
    _ = try await change(id) { account in
      let photo = account.photoURL
      try apply(body, to: &account)
      account.photoURL = photo
    }
    let (account, tokens) = try await signIn(id, provider: "password")
    return .map(entries(of: account, kind: "SignupNewUserResponse") + tokens)
  }

  private func entries(of account: Account, kind: String) -> [(String, TreeLiteral)] {
    let optional: [(String, TreeLiteral?)] = [
      ("kind", .string("identitytoolkit#\(kind)")), ("localId", .string(account.localID)),
      ("email", account.email.map { .string($0) }),
      ("displayName", account.displayName.map { .string($0) }),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } }
  }

  func signInWithPassword(_ body: ProtocolJSON) async throws -> TreeLiteral {
    guard let text = try body.text("email") else { throw AccountsFailure("MISSING_EMAIL") }
    let email = try AccountValidation.email(text)
    guard let password = try body.text("password"), !password.isEmpty else {
      throw AccountsFailure("MISSING_PASSWORD")
    }
    let hides = hasEmailPrivacy
    guard let account = try await store.account(email: email) else {
      throw AccountsFailure(hides ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND")
    }
    guard !account.isDisabled else { throw AccountsFailure("USER_DISABLED") }
    guard store.isPassword(password, of: account) else {
      throw AccountsFailure(hides ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
    }
    let (signedIn, tokens) = try await signIn(account.localID, provider: "password")
    let entries: [(String, TreeLiteral)] = [
      ("kind", "identitytoolkit#VerifyPasswordResponse"), ("localId", .string(signedIn.localID)),
      ("email", .string(email)), ("displayName", .string(signedIn.displayName ?? "")),
      ("registered", true),
    ]
    let picture = signedIn.photoURL.map { [("profilePicture", TreeLiteral.string($0))] } ?? []
    return .map(entries + picture + tokens)
  }

  /// Signs in with a custom token from the app's server, and creates the account if it does not
  /// exist.
  func signInWithCustomToken(_ body: ProtocolJSON) async throws -> TreeLiteral {
    guard let text = try body.text("token"), !text.isEmpty else {
      throw AccountsFailure("MISSING_CUSTOM_TOKEN")
    }
    let token = try CustomToken(text)
    let existing = try await store.account(id: token.uid)
    if existing == nil {
      var account = Account(localID: token.uid, createdAt: service.now())
      account.hasCustomToken = true
      do {
        try await store.put(account, replacing: nil)
      } catch AccountConflict.identifierTaken {
        // The same user signed in concurrently.
      }
    }
    if existing?.isDisabled == true { throw AccountsFailure("USER_DISABLED") }
    let (_, tokens) = try await signIn(token.uid, provider: "custom", claims: token.claims)
    let entries: [(String, TreeLiteral)] = [
      ("kind", "identitytoolkit#VerifyCustomTokenResponse"), ("isNewUser", .bool(existing == nil)),
    ]
    return .map(entries + tokens)
  }
}
