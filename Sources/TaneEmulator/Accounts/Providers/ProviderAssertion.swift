import TaneCore
import TaneServices

/// An identity provider's claims about a user, as sent in a request; signatures are not verified.
///
/// See <https://firebase.google.com/docs/emulator-suite/connect_auth#emulated_idp_sign-in>.
struct ProviderAssertion {
  /// The provider's identifier in lower case.
  let providerID: String
  /// The user's identifier at the provider.
  let rawID: String
  private let claims: Tree
  private let idToken: String?
  private let accessToken: String?

  /// Parses the parameters in a request's `requestUri` and `postBody`.
  init(_ body: ProtocolJSON) throws {
    let parameters = try Self.parameters(of: body)
    guard let provider = parameters["providerId"]?.lowercased(), !provider.isEmpty else {
      throw AccountsFailure(
        "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: providerId is missing"
      )
    }
    guard !provider.hasPrefix("saml.") else {
      throw AccountsFailure.unsupported("Sign-in with SAML is not supported.")
    }
    providerID = provider
    idToken = parameters["id_token"].flatMap { $0.isEmpty ? nil : $0 }
    accessToken = parameters["access_token"].flatMap { $0.isEmpty ? nil : $0 }
    claims = try Self.claims(of: idToken, accessToken, at: provider)
    rawID = try Self.subject(of: claims)
  }

  private static func parameters(of body: ProtocolJSON) throws -> [String: String] {
    guard let address = try body.text("requestUri"), !address.isEmpty else {
      throw AccountsFailure("MISSING_REQUEST_URI")
    }
    guard WebAddress.isAbsolute(address) else { throw AccountsFailure("INVALID_REQUEST_URI") }
    let form = RequestTarget("/?\(try body.text("postBody") ?? "")").parameters
    let all = WebAddress.parameters(of: address) + form
    return Dictionary(all.map { ($0.name, $0.value) }) { $1 }
  }

  private static func claims(
    of idToken: String?,
    _ accessToken: String?,
    at provider: String
  ) throws -> Tree {
    if let claims = try idToken.flatMap(claims(in:)) ?? accessToken.flatMap(claims(in:)) {
      return claims
    }
    if idToken != nil { throw unreadable }
    throw AccountsFailure.unsupported(
      "Sign-in with \(provider.escapingControls) requires an id_token that is a JSON Web Token or a"
        + " JSON object of claims: other tokens cannot be verified."
    )
  }

  /// Returns the claims of a token, or nil if it is neither JSON nor a JSON Web Token.
  private static func claims(in token: String) throws -> Tree? {
    if token.hasPrefix("{") {
      guard let claims = try? JSONText.object(of: Array(token.utf8)) else { throw unreadable }
      return claims
    }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? AccountToken.object(String(parts[1])) : nil
  }

  private static let unreadable = AccountsFailure(
    "INVALID_IDP_RESPONSE : Unable to parse id_token ((Auth Emulator only accepts strict JSON or JWTs as fake"
      + " id_tokens.))"
  )

  private static func subject(of claims: Tree) throws(AccountsFailure) -> String {
    guard let subject = claims["sub"], !subject.isNull, subject.string != "" else {
      throw AccountsFailure(
        "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ((Missing \"sub\" field."
          + " This field is required and must be a unique identifier.))"
      )
    }
    guard let text = subject.string else {
      throw AccountsFailure("INVALID_IDP_RESPONSE : ((The \"sub\" field must be a string.))")
    }
    return text
  }
}

extension ProviderAssertion {
  /// The user's address at the provider, in lower case.
  var email: String? { claims["email"]?.string?.lowercased() }
  /// A Boolean value indicating whether the provider has verified the email address.
  var isEmailVerified: Bool { claims["email_verified"]?.bool ?? false }
  var displayName: String? { claims["name"]?.string }
  var photoURL: String? { claims["picture"]?.string }

  /// The identity to add to the user's account.
  var identity: Account.Provider {
    Account.Provider(
      providerID: providerID,
      rawID: rawID,
      email: email,
      displayName: displayName,
      photoURL: photoURL
    )
  }

  /// The response members that describe the user at the provider.
  ///
  /// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp>.
  var entries: [(String, TreeLiteral)] {
    let isGoogle = providerID == "google.com"
    let token = accessToken ?? "FirebaseAuthEmulatorFakeAccessToken_\(providerID)"
    let optional: [(String, TreeLiteral?)] = [
      ("kind", "identitytoolkit#VerifyAssertionResponse"), ("context", ""),
      ("providerId", .string(providerID)),
      ("federatedId", .string(isGoogle ? "https://accounts.google.com/\(rawID)" : rawID)),
      ("displayName", text(displayName)), ("fullName", text(displayName)),
      ("screenName", text(claims["screen_name"]?.string)),
      ("firstName", isGoogle ? text(claims["given_name"]?.string) : nil),
      ("lastName", isGoogle ? text(claims["family_name"]?.string) : nil),
      ("email", text(email)), ("emailVerified", .bool(isEmailVerified)),
      ("photoUrl", text(photoURL)), ("oauthAccessToken", .string(token)),
      ("oauthIdToken", text(idToken)),
      ("rawUserInfo", .string(JSONText.text(isGoogle ? googleInfo : .tree(claims)))),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The user information that Google's own service would return.
  private var googleInfo: TreeLiteral {
    let scopes =
      ["openid", "https://www.googleapis.com/auth/userinfo.profile"]
      + (email == nil ? [] : ["https://www.googleapis.com/auth/userinfo.email"])
    return .object([
      "granted_scopes": .string(scopes.joined(separator: " ")), "id": .string(rawID),
      "name": text(displayName), "given_name": text(claims["given_name"]?.string),
      "family_name": text(claims["family_name"]?.string), "verified_email": .bool(isEmailVerified),
      "locale": "en", "email": text(email), "picture": text(photoURL),
    ])
  }

  private func text(_ text: String?) -> TreeLiteral? { text.map { .string($0) } }
}
