import CryptoExtras
import HTTPTypes
import TaneCore
import TaneFormats

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A service account key, which signs token requests.
///
/// See <https://developers.google.com/identity/protocols/oauth2/service-account#httprest>.
struct ServiceAccountKey: TokenSource {
  private static let audience = "https://oauth2.googleapis.com/token"
  private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  /// The maximum lifetime of an assertion, in seconds.
  private static let assertionLifetime: Int64 = 3600

  /// The account's project, which every downloaded key contains.
  let project: String?
  private let email: String
  private let keyID: String?
  private let key: _RSA.Signing.PrivateKey
  private let tokenURL: String
  private let scopes: [String]
  private let network: CredentialNetwork

  var name: String { "the service account \(email)" }
  var isRenewable: Bool { true }
  var quotaProject: String? { nil }

  /// Reads the JSON of a key.
  ///
  /// - Throws: A `CredentialError` that names the file and the missing member.
  init(_ json: Tree, file: String, scopes: [String], _ network: CredentialNetwork) throws {
    self.scopes = scopes
    email = try json.credentialField("client_email", of: file)
    keyID = json["private_key_id"]?.string
    project = json["project_id"]?.string
    tokenURL = try json.credentialField("token_uri", of: file)
    guard let address = WebAddress(tokenURL), address.scheme == "https" || address.isLoopback else {
      throw CredentialError(
        "\(file): \"token_uri\" must be an https URL, so that the key's signature is sent "
          + "encrypted; download the key again"
      )
    }
    do {
      key = try _RSA.Signing.PrivateKey(
        pemRepresentation: json.credentialField("private_key", of: file)
      )
    } catch let error as CredentialError {
      throw error
    } catch {
      // The library's message is omitted, since it may quote the key.
      throw CredentialError(
        "\(file): \"private_key\" is not an RSA key in PEM format; download the key again"
      )
    }
    self.network = network
  }

  func newToken() async throws -> AccessToken {
    let form = URLQuery.pairs([
      ("grant_type", Self.grantType), ("assertion", try assertion()),
    ])
    return try await TokenRequest(
      name: name,
      request: .form(form, to: tokenURL),
      network: network
    ).send()
  }

  /// Returns a signed JSON Web Token with the account, the scopes and the expiration time (RFC
  /// 7519).
  private func assertion() throws -> String {
    let now = Int64(network.clock.wallTime().rounded(.down))
    var header: [(String, TreeLiteral)] = [("alg", "RS256"), ("typ", "JWT")]
    if let keyID { header.append(("kid", .string(keyID))) }
    let claims: [(String, TreeLiteral)] = [
      ("iss", .string(email)), ("scope", .string(scopes.joined(separator: " "))),
      ("aud", .string(Self.audience)), ("iat", .integer(now)),
      ("exp", .integer(now + Self.assertionLifetime)),
    ]
    let signed = try [header, claims]
      .map { Base64.urlText(of: Array(try JSONWriter(.compact).write(Tree(.map($0))).utf8)) }
      .joined(separator: ".")
    let signature = try key.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
    return "\(signed).\(Base64.urlText(of: Array(signature.rawRepresentation)))"
  }
}

extension TransportRequest {
  /// Returns a request that posts form data, with a timeout of 30 seconds.
  static func form(_ pairs: String, to url: String) -> TransportRequest {
    TransportRequest(
      .post,
      url,
      fields: [.contentType: "application/x-www-form-urlencoded"],
      body: Array(pairs.utf8),
      timeout: .seconds(30)
    )
  }
}

extension Tree {
  /// Returns a required string of a credentials file, or throws if it is missing.
  func credentialField(_ name: String, of file: String) throws(CredentialError) -> String {
    guard let text = self[name]?.string, !text.isEmpty else {
      throw CredentialError("\(file): \"\(name)\" is missing; download the file again")
    }
    return text
  }
}
