/// A kind of secret that is recognized by its form or by the name before it.
package enum SecretKind: Sendable, Hashable {
  /// A Google OAuth access token: `ya29.…`.
  case accessToken
  /// A Google OAuth refresh token: `1//0…`.
  case refreshToken
  /// An OAuth client secret: `GOCSPX-…`.
  case clientSecret
  /// A JSON Web Token, such as an ID token or a custom token: `eyJ….….…`.
  case webToken
  /// A Realtime Database secret: 40 letters and digits.
  case databaseSecret
  /// A Google API key of an app: `AIza…`.
  case apiKey
  /// A secret key or token of another service: `sk_…`, `ghp_…`, `xoxb-…`.
  case serviceKey
  /// A private key in PEM format, or the JSON of a service account that contains one.
  case privateKey
  /// The user and password of a URL, or the value of a parameter with a secret's name.
  case value

  /// Creates the kind of the first secret in a string, or returns nil if there is none.
  package init?(in text: String) {
    guard let first = SecretScanner.secrets(in: Array(text.utf8)).first else { return nil }
    self = first.kind
  }

  /// The kind in words, with an article.
  package var label: String {
    switch self {
    case .accessToken: "an access token"
    case .refreshToken: "a refresh token"
    case .clientSecret: "an OAuth client secret"
    case .webToken: "a JSON Web Token"
    case .databaseSecret: "a legacy database secret"
    case .apiKey: "an API key"
    case .serviceKey: "the secret key of a service"
    case .privateKey: "a private key"
    case .value: "a password or another secret"
    }
  }
}
