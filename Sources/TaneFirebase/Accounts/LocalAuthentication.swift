import Foundation
import TaneCore

/// An in-process implementation of authentication for embedded accounts.
///
/// The tokens are unsigned (`alg: none`), so Google's services do not accept them. Passwords are
/// stored in the insecure format of the Firebase emulator: use embedded accounts only for
/// development.
struct LocalAuthentication: AccountAuthentication, AccountRegistration {
  /// The minimum length of a password, in characters.
  static let minimumPasswordLength = 6
  /// The lifetime of an ID token: one hour, in milliseconds, as in Firebase.
  private static let lifetime: Int64 = 3_600_000
  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  )

  let accounts: Auth.Accounts
  let project: String
  let codes: LocalActionCodes
  /// A function that returns the current time in milliseconds since 1970.
  let now: @Sendable () -> Int64

  func signIn(email: String, password: String) async throws -> AccountSession {
    guard let account = try await accounts.reader.account(email: email.lowercased()) else {
      throw AccountError(code: Self.isEmail(email) ? "EMAIL_NOT_FOUND" : "INVALID_EMAIL")
    }
    guard !account.isDisabled else { throw AccountError(code: "USER_DISABLED") }
    guard accounts.reader.isPassword(password, of: account) else {
      throw AccountError(code: "INVALID_PASSWORD")
    }
    var signedIn = account
    signedIn.lastLoginAt = now()
    do {
      try await accounts.store.get().put(signedIn, replacing: account)
    } catch let error as StoreError where error.code == .readOnly {
      // Read-only accounts do not record the time of the sign-in.
    }
    return session(of: signedIn, provider: "password")
  }

  func signUp(email: String?, password: String?) async throws -> AccountSession {
    let time = now()
    var account = Account(localID: Self.randomText(28), createdAt: time)
    if let email {
      guard Self.isEmail(email) else { throw AccountError(code: "INVALID_EMAIL") }
      account.email = email.lowercased()
      try setPassword(password ?? "", of: &account)
      account.validSince = time / 1000
    }
    account.lastLoginAt = time
    try await put(account, replacing: nil)
    return session(of: account, provider: email == nil ? "anonymous" : "password")
  }

  func refresh(_ refreshToken: String) async throws -> AccountSession {
    guard let data = Data(base64Encoded: refreshToken),
      let token = try? JSONDecoder().decode(RefreshToken.self, from: data),
      let account = try await accounts.reader.account(id: token.localId),
      token.issuedAt >= account.validSince
    else { throw AccountError(code: "INVALID_REFRESH_TOKEN") }
    guard !account.isDisabled else { throw AccountError(code: "USER_DISABLED") }
    return session(of: account, provider: token.provider)
  }

  func account(of session: AccountSession) async throws -> Account? {
    try await accounts.reader.account(id: session.localID)
  }

  func deleteAccount(of session: AccountSession) async throws -> Bool {
    try await accounts.store.get().delete(id: session.localID)
  }

  /// Returns true if a string has the form of an email address: a local part, an at sign, and a
  /// domain with at least one dot.
  static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isWhitespace) else {
      return false
    }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }

  static func randomText(_ count: Int) -> String {
    String((0..<count).compactMap { _ in characters.randomElement() })
  }
}

extension LocalAuthentication {
  fileprivate struct RefreshToken: Codable {
    let localId: String
    let projectId: String
    let provider: String
    /// The time of issue, in seconds since 1970.
    let issuedAt: Int64
  }

  /// The claims of an ID token (<https://firebase.google.com/docs/auth/admin/verify-id-tokens>).
  private struct Claims: Encodable {
    struct Firebase: Encodable {
      let identities: [String: [String]]
      let sign_in_provider: String
    }

    let iss: String
    let aud: String
    let sub: String
    let user_id: String
    let iat: Int64
    let exp: Int64
    let auth_time: Int64
    let email: String?
    let email_verified: Bool?
    let name: String?
    let firebase: Firebase
  }

  /// Returns the provider with which a session's user signed in, or an empty string if unknown.
  func provider(of session: AccountSession) -> String {
    Data(base64Encoded: session.refreshToken)
      .flatMap { try? JSONDecoder().decode(RefreshToken.self, from: $0) }?.provider ?? ""
  }

  func session(of account: Account, provider: String) -> AccountSession {
    let time = now()
    let claims = Claims(
      iss: "https://securetoken.google.com/\(project)",
      aud: project,
      sub: account.localID,
      user_id: account.localID,
      iat: time / 1000,
      exp: (time + Self.lifetime) / 1000,
      auth_time: (account.lastLoginAt ?? account.createdAt) / 1000,
      email: account.email,
      email_verified: account.email.map { _ in account.isEmailVerified },
      name: account.displayName,
      firebase: Claims.Firebase(
        identities: account.email.map { ["email": [$0]] } ?? [:],
        sign_in_provider: provider
      )
    )
    let refresh = RefreshToken(
      localId: account.localID,
      projectId: project,
      provider: provider,
      issuedAt: time / 1000
    )
    return AccountSession(
      localID: account.localID,
      idToken: "\(Self.part(["alg": "none", "typ": "JWT"])).\(Self.part(claims, of: account)).",
      refreshToken: Self.json(refresh).base64EncodedString(),
      expiresAt: time + Self.lifetime
    )
  }

  /// Encodes the claims of an account, including its custom claims, as a segment of a token.
  private static func part(_ claims: Claims, of account: Account) -> String {
    guard let custom = account.customAttributes.flatMap(JSONWebToken.claims),
      let own = JSONWebToken.claims(of: String(decoding: json(claims), as: UTF8.self)),
      let data = try? JSONSerialization.data(
        withJSONObject: custom.merging(own) { $1 },
        options: .sortedKeys
      )
    else { return part(claims) }
    return text(data)
  }

  /// Encodes a segment of a JSON Web Token: unpadded base64url of JSON (RFC 7515, section 2).
  private static func part(_ value: some Encodable) -> String {
    text(json(value))
  }

  private static func text(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Encodes a value as JSON; this never fails for values that contain only text and integers.
  private static func json(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)) ?? Data()
  }
}
