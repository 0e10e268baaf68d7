import HTTPTypes
package import TaneCore

extension IdentityToolkitClient: AccountAuthentication, AccountRegistration {
  /// The client itself, which can sign users in.
  package var authentication: (any AccountAuthentication)? { self }
  /// The client itself, which can create accounts for users.
  package var registration: (any AccountRegistration)? { self }
  /// The API key for emulators, which accept any key.
  private static let emulatorKey = "tane"

  /// Signs a user in with an email address and a password.
  package func signIn(email: String, password: String) async throws -> AccountSession {
    let body: TreeLiteral = [
      "email": .string(email), "password": .string(password), "returnSecureToken": true,
    ]
    let url = location.appURL("signInWithPassword", key: try await key())
    var call = try postCall(to: url, body: body, retry: .idempotent)
    call.isReadOnly = true
    return try await session(of: call)
  }

  /// Creates an account and signs its user in; without an email address, the account is anonymous.
  package func signUp(email: String?, password: String?) async throws -> AccountSession {
    var fields: [(String, TreeLiteral)] = [("returnSecureToken", true)]
    if let email { fields.append(("email", .string(email))) }
    if let password { fields.append(("password", .string(password))) }
    await accountListCache.invalidate()
    let url = location.appURL("signUp", key: try await key())
    return try await session(of: try postCall(to: url, body: .map(fields), retry: .notAttempted))
  }

  /// Returns the signed-in user's account, or nil if it does not exist.
  package func account(of session: AccountSession) async throws -> Account? {
    var call = try await call("lookup", of: session, retry: .idempotent)
    call.isReadOnly = true
    do {
      return try users(of: try await appResponse(to: call), call).first
    } catch let refusal as AccountError where refusal.code == "USER_NOT_FOUND" {
      return nil
    }
  }

  /// Deletes the signed-in user's account, or returns false if it does not exist.
  package func deleteAccount(of session: AccountSession) async throws -> Bool {
    await accountListCache.invalidate()
    do {
      _ = try await appResponse(to: try await call("delete", of: session, retry: .notAttempted))
      return true
    } catch let refusal as AccountError where refusal.code == "USER_NOT_FOUND" {
      return false
    }
  }

  func call(
    _ method: String,
    of session: AccountSession,
    _ fields: [(String, TreeLiteral)] = [],
    retry: RetryRule
  ) async throws -> ServiceCall {
    let token = ("idToken", TreeLiteral.string(session.idToken))
    return try await appCall(method, [token] + fields, retry: retry)
  }

  /// Returns a call to a method that apps use, with the project's API key.
  func appCall(
    _ method: String,
    _ fields: [(String, TreeLiteral)],
    retry: RetryRule
  ) async throws -> ServiceCall {
    let url = location.appURL(method, key: try await key())
    return try postCall(to: url, body: .map(fields), retry: retry)
  }

  /// Exchanges a refresh token for new tokens.
  package func refresh(_ refreshToken: String) async throws -> AccountSession {
    var call = ServiceCall(
      method: .post,
      url: location.tokenURL(key: try await key()),
      retry: .idempotent
    )
    call.isReadOnly = true
    call.fields[.contentType] = "application/x-www-form-urlencoded"
    let form = [
      (name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: refreshToken),
    ]
    call.body = Array(URLQuery.pairs(form).utf8)
    return try await session(of: call)
  }

  /// Returns the API key of the project's apps.
  private func key() async throws -> String {
    if location.isEmulator { return Self.emulatorKey }
    if let key = try await apiKey(), !key.isEmpty { return key }
    throw StoreError(
      .unsupported,
      service: client.service,
      "users need an API key to sign in, but none was found in the project's apps; add \"accounts: "
        + "{ project: \(location.project), apiKey: ${FIREBASE_API_KEY} }\" to the profile, or put "
        + "the app's GoogleService-Info.plist in the project's folder"
    )
  }

  /// Sends a call as an app, without an administrator's credential.
  ///
  /// - Returns: The JSON of the response.
  /// - Throws: An `AccountError` for an error about the user, otherwise a `StoreError`.
  func appResponse(to call: ServiceCall) async throws -> Tree {
    try Task.checkCancellation()
    var call = call
    call.isAuthorized = false
    let answer = try await client.send(call)
    guard answer.isSuccess else {
      let failure = IdentityToolkitFailure(answer)
      guard let code = failure.code, failure.concernsAccount else {
        throw error(for: answer, of: call)
      }
      throw AccountError(code: code, detail: failure.detail)
    }
    return try json(answer, call)
  }

  private func session(of call: ServiceCall) async throws -> AccountSession {
    try session(try await appResponse(to: call), call)
  }

  /// Returns the session in a response with tokens.
  func session(_ json: Tree, _ call: ServiceCall) throws -> AccountSession {
    // The token service uses snake case for its fields.
    func text(_ name: String, _ other: String) -> String? { (json[name] ?? json[other])?.string }
    guard let idToken = text("idToken", "id_token"),
      let id = text("localId", "user_id") ?? Self.subject(of: idToken),
      let refreshToken = text("refreshToken", "refresh_token"),
      let lifetime = text("expiresIn", "expires_in").flatMap({ Double($0) }),
      (0...1e9).contains(lifetime)
    else {
      throw client.error(.invalidResponse, call, "the response has no tokens; try again")
    }
    let end = client.connection.clock.wallTime() + lifetime
    return AccountSession(
      localID: id,
      idToken: idToken,
      refreshToken: refreshToken,
      expiresAt: Int64(end * 1000)
    )
  }

  /// Returns the user's identifier in an ID token; the response to a sign-in with a custom token
  /// contains it nowhere else.
  private static func subject(of idToken: String) -> String? {
    let parts = idToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64.bytes(of: String(parts[1])) else { return nil }
    return (try? JSONText.object(of: bytes))?["sub"]?.string
  }
}
