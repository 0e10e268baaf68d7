import Synchronization
import TaneCore

/// A credential for a Google account, with its current token.
///
/// A token is renewed well before it expires, once for all concurrent requests; if renewal fails,
/// the old token is used until it expires.
package final class GoogleCredential: Sendable {
  /// The time before expiry at which a token is renewed, in seconds: 3 minutes 45 seconds, as in
  /// Google's own libraries.
  static let renewalMargin: Double = 225

  let source: any TokenSource
  fileprivate let cache: TokenCache
  private let missing = Mutex(false)

  /// Creates a credential that obtains its tokens from a source.
  package init(_ source: any TokenSource, clock: ServiceClock = .system) {
    self.source = source
    cache = TokenCache(source, clock: clock)
  }

  /// Creates a credential from an existing access token, which cannot be renewed.
  package convenience init(accessToken: String) {
    self.init(FixedTokenSource(accessToken))
  }

  /// The credential's owner, as named in errors.
  package var name: String { source.name }

  var isRenewable: Bool { source.isRenewable }
  var quotaProject: String? { source.quotaProject }
  /// A Boolean value indicating whether an earlier call to `tokenIfAvailable` found no credential.
  var isMissing: Bool { missing.withLock { $0 } }

  /// Returns a valid token other than a rejected one.
  ///
  /// - Throws: A `StoreError` that names the service and the reason a token is unavailable.
  func token(for service: String, refusing rejectedToken: String? = nil) async throws -> String {
    do {
      return try await cache.token(refusing: rejectedToken).value
    } catch let error as CredentialError {
      throw StoreError(error.code, service: service, "no access: \(error)")
    }
  }

  /// Returns a token for an app, or nil if there is no credential; searches for a credential only
  /// once.
  ///
  /// - Throws: A `StoreError` if the credential cannot obtain a token.
  func tokenIfAvailable(for service: String, refusing rejectedToken: String?) async throws
    -> String?
  {
    guard !isMissing else { return nil }
    do {
      return try await cache.token(refusing: rejectedToken).value
    } catch let error as CredentialError {
      guard error.isMissing else {
        throw StoreError(error.code, service: service, "no access: \(error)")
      }
      missing.withLock { $0 = true }
      return nil
    }
  }
}

extension GoogleCredential {
  /// Returns a valid token.
  ///
  /// - Throws: A `CredentialError`, or `CancellationError`.
  func accessToken() async throws -> AccessToken { try await cache.token(refusing: nil) }
}

/// A cache of a source's token; only one request for a token is made at a time.
fileprivate actor TokenCache {
  private let source: any TokenSource
  private let clock: ServiceClock
  private var current: AccessToken?
  private var renewal: Task<AccessToken, any Error>?

  init(_ source: any TokenSource, clock: ServiceClock) {
    self.source = source
    self.clock = clock
  }

  func token(refusing rejectedToken: String?) async throws -> AccessToken {
    let usable = current.flatMap { $0.value == rejectedToken ? nil : $0 }
    if let usable, remainingTime(of: usable) > GoogleCredential.renewalMargin { return usable }
    do {
      return try await renewToken()
    } catch {
      guard let usable, remainingTime(of: usable) > 0, !Task.isCancelled else { throw error }
      return usable
    }
  }

  private func renewToken() async throws -> AccessToken {
    if let renewal { return try await renewal.value }
    // The request runs in a separate task, since the first caller may be canceled while others
    // still wait.
    let task = Task { [source] in try await source.newToken() }
    renewal = task
    defer { renewal = nil }
    let token = try await task.value
    current = token
    return token
  }

  private func remainingTime(of token: AccessToken) -> Double {
    token.expiry.map { $0 - clock.wallTime() } ?? .infinity
  }
}

/// A source of a fixed token, which cannot be renewed.
private struct FixedTokenSource: TokenSource {
  private let token: AccessToken

  init(_ token: String) {
    self.token = AccessToken(token, expiry: nil)
  }

  var name: String { "the access token" }
  var isRenewable: Bool { false }
  var quotaProject: String? { nil }

  func newToken() async throws -> AccessToken { token }
}

extension GoogleCredential {
  /// The project of a service account key, or nil for any other credential.
  ///
  /// The value is nil for the application default credential, even if that is a service account
  /// key.
  package var project: String? { (source as? ServiceAccountKey)?.project }
}
