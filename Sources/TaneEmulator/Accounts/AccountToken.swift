import TaneCore
import TaneServices

/// The contents of the ID token and the refresh token that the emulator issues to a user.
///
/// Both tokens are unsigned and valid only in the emulator.
///
/// An ID token is a JSON Web Token with the algorithm `none` (RFC 7519, section 6); a refresh token
/// is JSON in base64.
struct AccountToken: Sendable, Equatable {
  /// The lifetime of an ID token, in seconds.
  static let lifetime: Int64 = 3600

  /// The standard claims of tokens, which custom claims cannot replace
  /// (<https://firebase.google.com/docs/auth/admin/custom-claims>).
  static let reservedClaims: Set<String> = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat",
    "iss", "jti", "nbf", "nonce", "sub",
  ]

  let localID: String
  let project: String
  /// The sign-in provider, such as `password`, `custom` or `anonymous`.
  let provider: String
  /// The time of issue, in seconds since 1970.
  let issuedAt: Int64
  /// The claims of the custom token that the user signed in with, as a JSON object.
  var claims: String?

  /// Returns an ID token for an account.
  func idToken(of account: Account) -> String {
    var payload: [(String, TreeLiteral)] = []
    for source in [account.customAttributes, claims] {
      let claims = source.flatMap { try? JSONText.object(of: Array($0.utf8)) }
      for claim in claims?.children ?? Tree.null.children {
        payload.append((claim.key ?? "", .tree(claim)))
      }
    }
    let standardEntries = standardClaims(of: account)
    // A custom claim never replaces a standard one.
    let names = Set(standardEntries.map(\.0))
    payload.removeAll { names.contains($0.0) }
    return Self.unsigned(.map(standardEntries + payload))
  }

  private static func unsigned(_ payload: TreeLiteral) -> String {
    let header = JSONText.text(["alg": "none", "typ": "JWT"])
    let body = JSONText.text(payload)
    return "\(Base64.urlText(of: header.utf8)).\(Base64.urlText(of: body.utf8))."
  }

  /// The issuer of session cookies, without the project's ID.
  private static let cookieIssuer = "https://session.firebase.google.com/"

  /// Returns a session cookie with the claims of an ID token but a different issuer, time of issue
  /// and lifetime, or nil if the text is not a JSON Web Token.
  ///
  /// The times are in seconds.
  static func sessionCookie(
    idToken: String,
    _ project: String,
    _ issuedAt: Int64,
    _ lifetime: Int64
  ) -> String? {
    let parts = idToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = object(String(parts[1])) else { return nil }
    let claims = Tree([
      "iss": .string(cookieIssuer + project), "iat": .integer(issuedAt),
      "exp": .integer(issuedAt + lifetime),
    ])
    return unsigned(.tree(payload.overlaid(by: claims)))
  }

  private func standardClaims(of account: Account) -> [(String, TreeLiteral)] {
    var identities: [(String, TreeLiteral)] = []
    if let email = account.email { identities.append(("email", [.string(email)])) }
    if let number = account.phoneNumber { identities.append(("phone", [.string(number)])) }
    for provider in account.providers {
      identities.append((provider.providerID, [.string(provider.rawID)]))
    }
    let optional: [(String, TreeLiteral?)] = [
      ("name", account.displayName.map { .string($0) }),
      ("picture", account.photoURL.map { .string($0) }),
      ("email", account.email.map { .string($0) }),
      ("email_verified", account.email.map { _ in .bool(account.isEmailVerified) }),
      ("phone_number", account.phoneNumber.map { .string($0) }),
      ("provider_id", provider == "anonymous" ? .some("anonymous") : .none),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } } + [
      ("iss", .string("https://securetoken.google.com/\(project)")), ("aud", .string(project)),
      ("auth_time", .integer((account.lastLoginAt ?? account.createdAt) / 1000)),
      ("user_id", .string(localID)), ("sub", .string(localID)), ("iat", .integer(issuedAt)),
      ("exp", .integer(issuedAt + Self.lifetime)),
      (
        "firebase",
        ["identities": .map(identities), "sign_in_provider": .string(provider)]
      ),
    ]
  }

  var refreshToken: String {
    let json = JSONText.text(
      .object([
        "localId": .string(localID), "projectId": .string(project),
        "provider": .string(provider), "issuedAt": .integer(issuedAt),
        "claims": claims.map { .string($0) },
      ])
    )
    return Base64.text(of: json.utf8)
  }

  /// Parses an unsigned ID token for a project, or returns nil for other text such as a session
  /// cookie.
  init?(idToken: String, project: String) {
    let parts = idToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].isEmpty,
      let header = Self.object(String(parts[0])), header["alg"]?.string == "none",
      let payload = Self.object(String(parts[1])), payload["aud"]?.string == project,
      payload["iss"]?.string?.hasPrefix(Self.cookieIssuer) != true,
      let localID = payload["sub"]?.string, let issuedAt = payload["iat"]?.integer
    else { return nil }
    self.localID = localID
    self.project = project
    self.issuedAt = issuedAt
    provider = payload["firebase"]?["sign_in_provider"]?.string ?? "custom"
  }

  /// Parses a refresh token in the emulator's format, or returns nil for any other text.
  init?(refreshToken: String) {
    guard let json = Self.object(refreshToken), let localID = json["localId"]?.string,
      let project = json["projectId"]?.string, let provider = json["provider"]?.string,
      let issuedAt = json["issuedAt"]?.integer
    else { return nil }
    self.localID = localID
    self.project = project
    self.provider = provider
    self.issuedAt = issuedAt
    claims = json["claims"]?.string
  }

  init(
    localID: String,
    project: String,
    provider: String,
    issuedAt: Int64,
    claims: String? = nil
  ) {
    self.localID = localID
    self.project = project
    self.provider = provider
    self.issuedAt = issuedAt
    self.claims = claims
  }

  /// Decodes a base64-encoded JSON object, or returns nil for any other text.
  static func object(_ text: String) -> Tree? {
    guard let bytes = Base64.bytes(of: text), !bytes.isEmpty else { return nil }
    return try? JSONText.object(of: bytes)
  }
}
