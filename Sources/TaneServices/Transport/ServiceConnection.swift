import HTTPTypes
import TaneCore

/// The state shared by clients of services: transport, credential and limits.
package struct ServiceConnection: Sendable {
  /// The transport of requests.
  package var transport: any Transport
  /// The credential that authorizes requests.
  package var credential: ServiceCredential
  /// The signed-in user, whose token replaces the credential, or nil if the service has no user
  /// accounts.
  package var user: SignedInUser?
  /// The limiter of concurrent requests and bytes per minute.
  package var limiter: TrafficLimiter
  package var policy: RetryPolicy
  package var clock: ServiceClock
  /// The log of all requests.
  package var log: RequestLog
  /// The time without a response after which a wait is logged, or nil if waits are not logged.
  package var waitLogDelay: Duration?

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - transport: The transport of requests.
  ///   - credential: The credential: `.owner` for emulators, `.google` for Firebase.
  ///   - limiter: The limits of requests and bytes; by default a limiter without a maximum rate.
  ///   - policy: The policy for retries.
  ///   - clock: The clock.
  ///   - log: The log of requests.
  ///   - waitLogDelay: The time without a response before a wait is logged, or nil to log none.
  package init(
    transport: any Transport,
    credential: ServiceCredential,
    limiter: TrafficLimiter? = nil,
    policy: RetryPolicy = RetryPolicy(),
    clock: ServiceClock = .system,
    log: RequestLog = .none,
    waitLogDelay: Duration? = nil
  ) {
    self.transport = transport
    self.credential = credential
    self.limiter = limiter ?? TrafficLimiter(clock: clock)
    self.policy = policy
    self.clock = clock
    self.log = log
    self.waitLogDelay = waitLogDelay
  }

  /// A Boolean value indicating whether a rejected token can be replaced by a new one.
  var canRenewToken: Bool {
    if user?.isSignedIn == true { return true }
    return if case .google(let credential) = credential { credential.isRenewable } else { false }
  }

  /// Returns the authorization for a call, if any.
  ///
  /// Production credentials are sent only to Google's own hosts, and only encrypted. With neither a
  /// signed-in user nor a credential, an app's requests have no authorization, and the rules for
  /// unauthenticated requests apply.
  ///
  /// - Throws: A `StoreError` if the credential is not valid for the host, or no token is
  ///   available.
  func authorization(
    for call: ServiceCall,
    of service: String,
    refusing rejectedToken: String?
  ) async throws -> ServiceAuthorization? {
    guard call.isAuthorized else { return nil }
    if let token = try await user?.token(refusing: rejectedToken) {
      try checkHost(of: call, "the signed-in user", service)
      // A user's requests omit the header fields of the Google credential.
      return ServiceAuthorization(token: token, isUserToken: true)
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
          ? try await google.token(for: service, refusing: rejectedToken)
          : try await google.tokenIfAvailable(for: service, refusing: rejectedToken)
      else { return nil }
      return ServiceAuthorization(token: token, fields: credential.fields)
    }
  }

  /// Throws an error unless the token is sent to an emulator, or over HTTPS to one of Google's
  /// hosts.
  private func checkHost(of call: ServiceCall, _ name: String, _ service: String) throws {
    if case .owner = credential { return }
    guard let address = WebAddress(call.url), GoogleHosts.isTrusted(address) else {
      throw StoreError(
        .notAuthorized,
        service: service,
        "\(call.summary): the credential of \(name) is only for Firebase and is not sent to "
          + "\(call.host); use the https URL of a Firebase service, or an emulator without "
          + "credentials"
      )
    }
  }
}

/// The hosts to which production credentials may be sent.
enum GoogleHosts {
  private static let domains = [".firebaseio.com", ".firebasedatabase.app", ".googleapis.com"]

  /// Returns true if a URL uses HTTPS on port 443 and its host belongs to Google.
  static func isTrusted(_ address: WebAddress) -> Bool {
    let host = address.host.lowercased()
    return address.scheme == "https" && (address.port ?? 443) == 443
      && domains.contains { host.hasSuffix($0) }
  }
}
