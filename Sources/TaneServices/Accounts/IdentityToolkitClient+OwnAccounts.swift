import HTTPTypes
package import TaneCore

// Calls that apps make for their users, with the project's API key and the user's token.
extension IdentityToolkitClient {
  /// Signs a user in with a proof other than a password, or adds the proof to a signed-in account.
  package func signIn(
    with proof: AccountProof,
    for purpose: AccountProofPurpose
  ) async throws -> AccountSignIn {
    await accountListCache.invalidate()
    var (method, fields) = Self.request(of: proof, for: purpose)
    fields.append(("returnSecureToken", true))
    if case .linking(let session) = purpose {
      fields.append(("idToken", .string(session.idToken)))
    }
    let call = try await appCall(method, fields, retry: .notAttempted)
    let json = try await appResponse(to: call)
    // Because of `returnIdpCredential`, errors arrive in a successful response.
    if let text = json["errorMessage"]?.string {
      throw AccountError(code: String(text.prefix { $0 != ":" && $0 != " " }))
    }
    if json["needConfirmation"]?.bool == true { throw AccountError(code: "NEED_CONFIRMATION") }
    return AccountSignIn(
      session: try self.session(json, call),
      isNew: json["isNewUser"]?.bool ?? false
    )
  }

  private static func request(
    of proof: AccountProof,
    for purpose: AccountProofPurpose
  ) -> (method: String, fields: [(String, TreeLiteral)]) {
    switch proof {
    case .provider(let parameters):
      let fields: [(String, TreeLiteral)] = [
        ("postBody", .string(form(parameters))), ("requestUri", "http://localhost"),
        ("returnIdpCredential", true), ("autoCreate", .bool(purpose != .reauthentication)),
      ]
      return ("signInWithIdp", fields)
    case .customToken(let token): return ("signInWithCustomToken", [("token", .string(token))])
    case .phone(let id, let code):
      var fields: [(String, TreeLiteral)] = [("sessionInfo", .string(id)), ("code", .string(code))]
      if purpose == .reauthentication { fields.append(("operation", "REAUTH")) }
      return ("signInWithPhoneNumber", fields)
    }
  }

  private static func form(_ parameters: [String: String]) -> String {
    URLQuery.pairs(parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
  }

  /// Changes the account of the signed-in user, and returns the session, with new tokens if the
  /// change invalidated the old ones.
  package func update(
    _ session: AccountSession,
    with change: AccountChange
  ) async throws -> AccountSession {
    await accountListCache.invalidate()
    let removed = [("DISPLAY_NAME", change.displayName), ("PHOTO_URL", change.photoURL)]
      .filter { $0.1 == "" }.map { TreeLiteral.string($0.0) }
    let optional: [(String, TreeLiteral?)] = [
      ("email", change.email.map { .string($0) }),
      ("password", change.password.map { .string($0) }),
      ("displayName", change.displayName.flatMap { $0.isEmpty ? nil : .string($0) }),
      ("photoUrl", change.photoURL.flatMap { $0.isEmpty ? nil : .string($0) }),
      ("deleteAttribute", .nonEmpty(removed)),
      ("deleteProvider", .nonEmpty(change.removedProviders.map { .string($0) })),
      ("returnSecureToken", true),
    ]
    let fields = optional.compactMap { name, value in value.map { (name, $0) } }
    let call = try await call("update", of: session, fields, retry: .notAttempted)
    let json = try await appResponse(to: call)
    // New tokens are returned only if the change invalidated the old ones.
    return json["idToken"] == nil ? session : try self.session(json, call)
  }

  /// Requests that Firebase send an email with a code; an emulator prints the code instead.
  package func sendCode(for purpose: AccountCodePurpose, locale: String?) async throws {
    let fields: [(String, TreeLiteral)] =
      switch purpose {
      case .passwordReset(let email):
        [("requestType", "PASSWORD_RESET"), ("email", .string(email))]
      case .verification(let session):
        [("requestType", "VERIFY_EMAIL"), ("idToken", .string(session.idToken))]
      case .emailChange(let session, let email):
        [
          ("requestType", "VERIFY_AND_CHANGE_EMAIL"), ("idToken", .string(session.idToken)),
          ("newEmail", .string(email)),
        ]
      }
    var call = try await appCall("sendOobCode", fields, retry: .notAttempted)
    if let locale, let name = HTTPField.Name("X-Firebase-Locale") { call.fields[name] = locale }
    _ = try await appResponse(to: call)
  }

  /// Checks the code for a password reset, sets the password unless it is nil, and returns the
  /// account's email address.
  package func resetPassword(code: String, to password: String?) async throws -> String? {
    await accountListCache.invalidate()
    let new = password.map { [("newPassword", TreeLiteral.string($0))] } ?? []
    let fields = [("oobCode", TreeLiteral.string(code))] + new
    let call = try await appCall("resetPassword", fields, retry: .notAttempted)
    return try await appResponse(to: call)["email"]?.string
  }

  /// Applies the change that a code confirms, such as a new email address.
  package func applyCode(_ code: String) async throws {
    await accountListCache.invalidate()
    let call = try await appCall("update", [("oobCode", .string(code))], retry: .notAttempted)
    _ = try await appResponse(to: call)
  }

  /// Sends a code to a phone number (an emulator prints the code), and returns the verification ID.
  package func sendVerificationCode(to phoneNumber: String) async throws -> String {
    let fields = [("phoneNumber", TreeLiteral.string(phoneNumber))]
    let call = try await appCall("sendVerificationCode", fields, retry: .notAttempted)
    guard let id = try await appResponse(to: call)["sessionInfo"]?.string else {
      throw client.error(.invalidResponse, call, "the response has no verification ID; try again")
    }
    return id
  }
}
