import TaneCore
import HTTPTypes

/// The service account of a Google Cloud machine, whose tokens come from a server that only such
/// machines can reach.
///
/// See <https://cloud.google.com/compute/docs/metadata/querying-metadata>. The server's address is
/// fixed, unencrypted by design, and accessed without a proxy; tokens are received from it and
/// never sent to it.
struct MetadataServer: TokenSource {
  private static let flavor = "Google"

  private let host: String
  private let address: String
  private let probeTimeout: Duration
  private let network: CredentialNetwork

  var name: String { "the account of this machine" }
  var isRenewable: Bool { true }
  var quotaProject: String? { nil }

  /// Creates the source from the environment variables `GCE_METADATA_HOST`, `GCE_METADATA_IP` and
  /// `GCE_METADATA_TIMEOUT` (in seconds), or returns nil if `NO_GCE_CHECK` is `true`.
  init?(variables: [String: String], _ network: CredentialNetwork) {
    guard variables["NO_GCE_CHECK"]?.lowercased() != "true" else { return nil }
    let named = variables["GCE_METADATA_HOST"].flatMap { $0.isEmpty ? nil : $0 }
    host = named ?? "metadata.google.internal"
    address = variables["GCE_METADATA_IP"] ?? named ?? "169.254.169.254"
    probeTimeout = .seconds(variables["GCE_METADATA_TIMEOUT"].flatMap(Double.init) ?? 3)
    self.network = network
  }

  /// Returns true if a metadata server responds; makes at most three attempts.
  func isAvailable() async throws -> Bool {
    let request = TransportRequest(
      .get,
      "http://\(address)",
      fields: Self.fields,
      timeout: probeTimeout
    )
    let id = network.log.nextID()
    for attempt in 1...3 {
      var record = RequestRecord(id: id, attempt: attempt, request)
      let start = network.clock.uptime()
      defer {
        record.duration = network.clock.uptime() - start
        network.log.note(record)
      }
      do {
        let response = try await network.transport.send(request)
        record.result = .status(response.status)
        return Self.isGoogle(response)
      } catch let failure as TransportFailure {
        record.result = .failure(failure.words)
        if failure.reason != .timedOut { return false }
      }
    }
    return false
  }

  func newToken() async throws -> AccessToken {
    let scopes = TokenRequest.scopes.joined(separator: ",")
    let path = "/computeMetadata/v1/instance/service-accounts/default/token"
    return try await TokenRequest(
      name: name,
      request: TransportRequest(
        .get,
        "http://\(host)\(path)?scopes=\(PercentEncoding.encodeURLPart(scopes))",
        fields: Self.fields,
        timeout: .seconds(30)
      ),
      network: network
    ).send()
  }

  private static let flavorName = HTTPField.Name("Metadata-Flavor")

  private static var fields: HTTPFields {
    flavorName.map { [$0: flavor] } ?? [:]
  }

  private static func isGoogle(_ response: TransportResponse) -> Bool {
    flavorName.flatMap { response.fields[$0] } == flavor
  }
}
