import Synchronization

/// A source that searches for the application default credential when the first token is needed.
///
/// Opening an environment's stores therefore needs no credential.
struct DefaultTokenSource: TokenSource {
  let findSource: @Sendable () async throws -> any TokenSource
  private let cache = Cache()

  private final class Cache: Sendable {
    let source = Mutex<(any TokenSource)?>(nil)
  }

  private var source: (any TokenSource)? { cache.source.withLock { $0 } }

  var name: String { source?.name ?? "the application default credentials" }
  var isRenewable: Bool { source?.isRenewable ?? true }
  var quotaProject: String? { source?.quotaProject }

  func newToken() async throws -> AccessToken {
    if let source { return try await source.newToken() }
    let source = try await findSource()
    cache.source.withLock { $0 = source }
    return try await source.newToken()
  }
}

extension GoogleCredential {
  /// Creates the application default credential, which is searched for when the first token is
  /// needed.
  package convenience init(
    applicationDefaultOf finder: CredentialFinder,
    clock: ServiceClock = .system
  ) {
    let source = DefaultTokenSource { try await finder.applicationDefault().source }
    self.init(source, clock: clock)
  }
}
