import Synchronization

/// A source that searches for the application default credential when the first token is needed.
///
/// Opening an environment's stores therefore needs no credential.
struct DefaultTokenSource: TokenSource {
  let find: @Sendable () async throws -> any TokenSource
  private let found = Found()

  private final class Found: Sendable {
    let source = Mutex<(any TokenSource)?>(nil)
  }

  private var source: (any TokenSource)? { found.source.withLock { $0 } }

  var name: String { source?.name ?? "the application default credentials" }
  var isRenewable: Bool { source?.isRenewable ?? true }
  var quotaProject: String? { source?.quotaProject }

  func newToken() async throws -> AccessToken {
    if let source { return try await source.newToken() }
    let source = try await find()
    found.source.withLock { $0 = source }
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
