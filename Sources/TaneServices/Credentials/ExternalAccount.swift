import HTTPTypes
import TaneCore
import TaneFormats

/// A workload identity: an external identity provider's token, which Google's Security Token
/// Service exchanges for an access token.
///
/// See <https://google.aip.dev/auth/4117>.
struct ExternalAccount: TokenSource {
  private static let grantType = "urn:ietf:params:oauth:grant-type:token-exchange"
  private static let requestedType = "urn:ietf:params:oauth:token-type:access_token"
  private static let awsType = "urn:ietf:params:aws:token-type:aws4_request"

  let name: String
  let quotaProject: String?
  private let subject: SubjectToken
  private let tokenURL: String
  private let parameters: [(name: String, value: String)]
  private let fields: HTTPFields
  private let network: CredentialNetwork

  var isRenewable: Bool { true }

  /// Reads the JSON of a configuration.
  ///
  /// - Throws: A `CredentialError` that names the file and the problem.
  init(_ json: Tree, file: String, scopes: [String], _ network: CredentialNetwork) throws {
    name = "the workload identity of \(file)"
    let audience = try json.credentialField("audience", of: file)
    let type = try json.credentialField("subject_token_type", of: file)
    guard type != Self.awsType else {
      throw CredentialError(
        "\(file): AWS credentials are not supported; use a credential_source with \"file\", "
          + "\"url\" or \"executable\""
      )
    }
    tokenURL = try json.googleURL("token_url", of: "sts", in: file)
    subject = try SubjectToken(json, file: file, network)
    quotaProject = json["quota_project_id"]?.string
    let client = json["client_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let options = try Self.options(json, audience, hasClient: client != nil, file: file)
    parameters =
      [
        ("grant_type", Self.grantType), ("audience", audience),
        ("scope", scopes.joined(separator: " ")), ("requested_token_type", Self.requestedType),
        ("subject_token_type", type),
      ] + options
    let login = client.map { "\($0):\(json["client_secret"]?.string ?? "")" }
    fields = login.map { [.authorization: "Basic \(Base64.text(of: Array($0.utf8)))"] } ?? [:]
    self.network = network
  }

  /// Returns the parameter with the billing project for the users of a workforce pool, or none if
  /// no project is configured or requests contain a client ID.
  private static func options(
    _ json: Tree,
    _ audience: String,
    hasClient: Bool,
    file: String
  ) throws -> [(String, String)] {
    guard let project = json["workforce_pool_user_project"]?.string, !project.isEmpty else {
      return []
    }
    guard
      audience.starts(with: #///iam\.googleapis\.com/locations/[^/]+/workforcePools//#)
    else {
      throw CredentialError(
        "\(file): \"workforce_pool_user_project\" is only for workforce pools; remove it"
      )
    }
    let options = try JSONWriter(.compact).write(Tree(["userProject": .string(project)]))
    return hasClient ? [] : [("options", PercentEncoding.encodeURLPart(options))]
  }

  func newToken() async throws -> AccessToken {
    let token = try await subject.load(for: name)
    var request = TransportRequest.form(
      URLQuery.pairs(parameters + [("subject_token", token)]),
      to: tokenURL
    )
    for field in fields { request.fields.append(field) }
    return try await TokenRequest(
      name: name,
      request: request,
      network: network,
      secret: token,
      advice: "check the workload identity provider: its audience, its conditions, and whether the"
        + " subject token has expired"
    ).send()
  }
}

extension Tree {
  /// Returns a Google service's URL from a credentials file; throws an error if the host is not
  /// that service's.
  func googleURL(
    _ name: String,
    of service: String,
    in file: String
  ) throws(CredentialError) -> String {
    let url = try credentialField(name, of: file)
    guard let address = WebAddress(url), address.isGoogle(service) else {
      throw CredentialError(
        "\(file): \"\(name)\" must be the HTTPS address of \(service).googleapis.com or one of its "
          + "regions; tokens are sent only there"
      )
    }
    return url
  }
}

extension WebAddress {
  /// Returns true if the address is this machine or an endpoint of the Google service, such as
  /// `sts.us-east1.rep.googleapis.com`.
  fileprivate func isGoogle(_ service: String) -> Bool {
    if isLoopback { return true }
    let host = host.lowercased()
    let domain = ".googleapis.com"
    guard scheme == "https", port == nil || port == 443, host.hasSuffix(domain) else {
      return false
    }
    let labels = host.dropLast(domain.count).split(separator: ".")
    let isRegional = labels.first.map {
      $0.hasSuffix("-\(service)") || $0.hasPrefix("\(service)-")
    }
    return labels.contains { $0 == service } || isRegional == true
  }
}
