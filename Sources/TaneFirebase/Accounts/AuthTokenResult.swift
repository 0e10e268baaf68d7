public import Foundation

/// An ID token and its claims; the signature of the token is not verified.
///
/// ```swift
/// let isAdministrator = try await user.getIDTokenResult().claims["admin"] as? Bool ?? false
/// ```
public struct AuthTokenResult: Sendable {
  /// The token, a JSON Web Token.
  public let token: String

  /// The time at which the token expires.
  public var expirationDate: Date { date("exp") }
  /// The time of the sign-in.
  public var authDate: Date { date("auth_time") }
  /// The time at which the token was issued.
  public var issuedAtDate: Date { date("iat") }
  /// The provider of the sign-in, such as `password`, `anonymous`, `custom` or `google.com`.
  public var signInProvider: String {
    (claims["firebase"] as? [String: Any])?["sign_in_provider"] as? String ?? ""
  }

  /// All claims of the token, including the account's custom claims.
  public var claims: [String: Any] { JSONWebToken.claims(of: token) ?? [:] }

  private func date(_ claim: String) -> Date {
    Date(timeIntervalSince1970: (claims[claim] as? NSNumber)?.doubleValue ?? 0)
  }
}

/// A parser for the claims of JSON Web Tokens (RFC 7519).
enum JSONWebToken {
  /// Returns the claims of a token or of plain JSON, or nil for any other text.
  static func claims(of text: String) -> [String: Any]? {
    var data = Data(text.utf8)
    if !text.hasPrefix("{") {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let payload = Self.data(parts[1]) else { return nil }
      data = payload
    }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
  }

  private static func data(_ part: Substring) -> Data? {
    let text = part.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: text + padding)
  }
}
