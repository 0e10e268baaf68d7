import HTTPTypes
import TaneCore

/// A user's credentials, as stored by `gcloud auth application-default login`.
///
/// Tokens have the scopes that the user consented to, and are always requested from Google's own
/// URL, even if the file contains another URL
/// (<https://developers.google.com/identity/protocols/oauth2/native-app#offline>).
struct AuthorizedUser: TokenSource {
  private static let tokenURL = "https://oauth2.googleapis.com/token"

  let quotaProject: String?
  private let refreshToken: String
  private let clientID: String
  private let clientSecret: String
  private let file: String
  private let network: CredentialNetwork

  var name: String { "the user of \(file)" }
  var isRenewable: Bool { true }

  /// Reads the JSON of a user's credentials.
  ///
  /// - Throws: A `CredentialError` that names the file and the missing member.
  init(_ json: Tree, file: String, _ network: CredentialNetwork) throws {
    refreshToken = try json.credentialField("refresh_token", of: file)
    clientID = try json.credentialField("client_id", of: file)
    clientSecret = try json.credentialField("client_secret", of: file)
    quotaProject = json["quota_project_id"]?.string
    self.file = file
    self.network = network
  }

  func newToken() async throws -> AccessToken {
    let form = URLQuery.pairs([
      ("grant_type", "refresh_token"), ("client_id", clientID), ("client_secret", clientSecret),
      ("refresh_token", refreshToken),
    ])
    return try await TokenRequest(
      name: name,
      request: .form(form, to: Self.tokenURL),
      network: network
    ).send()
  }
}
