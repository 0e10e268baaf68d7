import HTTPTypes
import TaneCore

/// The state shared by clients of services: transport, credential and limits.
public struct ServiceConnection: Sendable {
  /// The transport of requests.
  public var transport: any Transport
  /// The identity that makes requests.
  public var credential: ServiceCredential
  /// The user who replaces the credential while signed in; nil for services without user accounts.
  public var user: SignedInUser?
  /// The limiter of concurrent requests and bytes.
  public var limiter: TrafficLimiter
  /// The policy for retries.
  public var policy: RetryPolicy
  /// The time.
  public var clock: ServiceClock
  /// The log of all requests.
  public var log: RequestLog
  /// After how long without an answer a wait for it is told, again and again; nil for never.
  public var silence: Duration?

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - transport: What carries requests.
  ///   - credential: Who asks: `.owner` for emulators, `.google` for Firebase.
  ///   - limiter: How many requests and bytes at a time; that of the clock without a rate unless given.
  ///   - policy: How often to send a request again.
  ///   - clock: The time.
  ///   - log: Who hears of each request.
  ///   - silence: After how long without an answer a wait for it is told; nil for never.
  public init(
    transport: any Transport,
    credential: ServiceCredential,
    limiter: TrafficLimiter? = nil,
    policy: RetryPolicy = RetryPolicy(),
    clock: ServiceClock = .system,
    log: RequestLog = .none,
    silence: Duration? = nil
  ) {
    self.transport = transport
    self.credential = credential
    self.limiter = limiter ?? TrafficLimiter(clock: clock)
    self.policy = policy
    self.clock = clock
    self.log = log
    self.silence = silence
  }

  /// A Boolean value indicating whether a rejected token can be replaced by a new one.
  var canRenewToken: Bool {
    if user?.isSignedIn == true { return true }
    return if case .google(let credential) = credential { credential.isRenewable } else { false }
  }

  /// The token for a call with what goes with it, nil where none does.
  ///
  /// A production credential leaves this machine only to Google's own hosts and only encrypted. An app in which nobody
  /// is signed in, and which has no credential, asks without one: the rules for everybody apply.
  ///
  /// - Throws: A `StoreError` where the credential is not for that host, or there is no token.
  func authorization(
    for call: ServiceCall,
    of service: String,
    refusing refused: String?
  ) async throws -> ServiceAuthorization? {
    guard call.isAuthorized else { return nil }
    if let token = try await user?.token(refusing: refused) {
      try checkHost(of: call, "the signed-in user", service)
      // Nothing of the account's where a user asks.
      return ServiceAuthorization(token: token, isOfUser: true)
    }
    switch credential {
    case .none: return nil
    case .owner:
      guard let address = WebAddress(call.url), address.scheme == "http" else { return nil }
      return ServiceAuthorization(token: "owner")
    case .google(let google):
      try checkHost(of: call, google.name, service)
      guard
        let token = user == nil
          ? try await google.token(for: service, refusing: refused)
          : try await google.tokenIfAny(for: service, refusing: refused)
      else { return nil }
      return ServiceAuthorization(token: token, fields: credential.fields)
    }
  }

  /// Refuses to send a token anywhere but to Google's own hosts, encrypted, or to an emulator.
  private func checkHost(of call: ServiceCall, _ name: String, _ service: String) throws {
    if case .owner = credential { return }
    guard let address = WebAddress(call.url), GoogleHosts.areTrusted(with: address) else {
      throw StoreError(
        .notAuthorized,
        service: service,
        "\(call.summary): the credential of \(name) is for Firebase alone and is not sent"
          + " to \(call.host); use an https address of Firebase, or an emulator without credentials"
      )
    }
  }
}

/// The hosts that may see a production credential.
enum GoogleHosts {
  private static let domains = [".firebaseio.com", ".firebasedatabase.app", ".googleapis.com"]

  /// Returns true if a URL is encrypted and its host belongs to Google.
  static func areTrusted(with address: WebAddress) -> Bool {
    let host = address.host.lowercased()
    return address.scheme == "https" && (address.port ?? 443) == 443
      && domains.contains { host.hasSuffix($0) }
  }
}
