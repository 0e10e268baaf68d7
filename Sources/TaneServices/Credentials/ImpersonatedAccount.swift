import HTTPTypes
import TaneCore
import TaneFormats

/// A service account that another credential impersonates.
///
/// See <https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken>.
struct ImpersonatedAccount: TokenSource {
  /// The scope that the source credential needs.
  static let scope = "https://www.googleapis.com/auth/iam"
  private static let suffix = ":generateAccessToken"

  let quotaProject: String?
  private let email: String
  private let url: String
  private let body: [UInt8]
  private let source: GoogleCredential
  private let network: CredentialNetwork

  var name: String { "the service account \(email)" }
  var isRenewable: Bool { true }

  /// Reads the JSON of a configuration that specifies the account.
  ///
  /// - Parameters:
  ///   - json: The configuration.
  ///   - file: The name of the configuration file, for errors.
  ///   - source: The credential that impersonates the account.
  ///   - usesURL: True if requests are sent to the URL in the configuration, which may be regional.
  ///   - network: The network access for requests.
  /// - Throws: A `CredentialError` that names the file and the problem.
  init(
    _ json: Tree,
    file: String,
    as source: any TokenSource,
    usesURL: Bool,
    _ network: CredentialNetwork
  ) throws {
    let key = "service_account_impersonation_url"
    let text = try json.credentialField(key, of: file)
    guard let email = Self.email(in: text) else {
      throw CredentialError("\(file): \"\(key)\" does not end in ACCOUNT\(Self.suffix); correct it")
    }
    self.email = email.escapingControls
    url =
      usesURL
      ? try json.googleURL(key, of: "iamcredentials", in: file)
      : "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/"
        + PercentEncoding.encodeURLPart(email) + Self.suffix
    let lifetime = json["service_account_impersonation"]?["token_lifetime_seconds"]?.integer ?? 0
    let delegates = json["delegates"]?.children.compactMap(\.string) ?? []
    var fields: [(String, TreeLiteral)] = [
      ("scope", .list(TokenRequest.scopes.map { .string($0) })),
      ("lifetime", .string("\(lifetime == 0 ? 3600 : lifetime)s")),
    ]
    if !delegates.isEmpty { fields.append(("delegates", .list(delegates.map { .string($0) }))) }
    body = Array(try JSONWriter(.compact).write(Tree(.map(fields))).utf8)
    self.source = GoogleCredential(source, clock: network.clock)
    quotaProject = json["quota_project_id"]?.string
    self.network = network
  }

  /// Returns the email address before `:generateAccessToken` in a URL, if any.
  static func email(in url: String) -> String? {
    guard let end = url.firstRange(of: suffix)?.lowerBound, let slash = url.lastIndex(of: "/"),
      slash < end
    else { return nil }
    let email = url[url.index(after: slash)..<end]
    return email.isEmpty ? nil : String(email)
  }

  func newToken() async throws -> AccessToken {
    let token = try await source.accessToken()
    var fields = ServiceCredential.google(source).fields
    fields[.contentType] = "application/json"
    fields[.authorization] = "Bearer \(token.value)"
    return try await TokenRequest(
      name: name,
      request: TransportRequest(.post, url, fields: fields, body: body, timeout: .seconds(30)),
      network: network,
      advice: "give \(source.name) the role Service Account Token Creator on \(email), and enable"
        + " the IAM Service Account Credentials API"
    ).send()
  }
}
