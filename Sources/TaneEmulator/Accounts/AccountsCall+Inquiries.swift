import TaneCore
import TaneServices

extension AccountsCall {
  /// The permitted lifetimes of session cookies, in seconds: five minutes to two weeks.
  private static let cookieLifetimes: ClosedRange<Int64> = 300...1_209_600

  /// Returns the sign-in methods of an email address; omits them if the project has email privacy
  /// enabled.
  func createAuthURI(_ body: ProtocolJSON) async throws -> TreeLiteral {
    guard body["providerId"] == nil else {
      throw AccountsFailure.unsupported(
        "Sign-in pages of providers are not supported: omit providerId."
      )
    }
    guard let identifier = try body.text("identifier"), !identifier.isEmpty else {
      throw AccountsFailure("MISSING_IDENTIFIER")
    }
    guard let address = try body.text("continueUri"), !address.isEmpty else {
      throw AccountsFailure("MISSING_CONTINUE_URI")
    }
    guard let email = try? AccountValidation.email(identifier) else {
      throw AccountsFailure("INVALID_IDENTIFIER")
    }
    guard WebAddress.isAbsolute(address) else { throw AccountsFailure("INVALID_CONTINUE_URI") }
    let session = try body.text("sessionId") ?? service.makeIdentifier(27)
    let answer: [(String, TreeLiteral)] = [
      ("kind", "identitytoolkit#CreateAuthUriResponse"), ("sessionId", .string(session)),
    ]
    guard !hasEmailPrivacy else { return .map(answer) }
    var account = try await store.account(email: email)
    if account == nil {
      account = try await store.firstAccount { $0.providers.contains { $0.email == email } }
    }
    let federated = account?.providers.map(\.providerID) ?? []
    var (providers, methods) = (federated, federated)
    if account?.password != nil { methods.append("password") }
    if account?.usesEmailLink == true { methods.append("emailLink") }
    if methods.count > federated.count { providers.append("password") }
    return .map(
      answer + [
        ("registered", .bool(account != nil)),
        ("allProviders", .list(providers.map { .string($0) })),
        ("signinMethods", .list(methods.map { .string($0) })),
      ]
    )
  }

  /// Creates a session cookie, by which a web server identifies the user.
  ///
  /// Like the ID token, the cookie is unsigned.
  func createSessionCookie(_ body: ProtocolJSON) async throws -> TreeLiteral {
    guard let text = try body.text("idToken"), !text.isEmpty else {
      throw AccountsFailure("MISSING_ID_TOKEN")
    }
    let given = try body.number("validDuration").flatMap { $0 == 0 ? nil : $0 }
    let lifetime = given ?? Self.cookieLifetimes.upperBound
    guard Self.cookieLifetimes.contains(lifetime) else { throw AccountsFailure("INVALID_DURATION") }
    _ = try await account(ofIDToken: text)
    guard let cookie = AccountToken.sessionCookie(idToken: text, project, seconds, lifetime) else {
      throw AccountsFailure("INVALID_ID_TOKEN")
    }
    return ["sessionCookie": .string(cookie)]
  }
}
