public import TaneCore

/// An OAuth 2.0 access token.
public struct AccessToken: Sendable, Hashable {
  /// The token itself, a secret.
  public let value: String
  /// When it ends, in seconds since 1970; nil where nobody said.
  public let expiry: Double?

  /// Creates a token.
  public init(_ value: String, expiry: Double?) {
    self.value = value
    self.expiry = expiry
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder.
  public var description: String { Redaction.placeholder }

  /// A placeholder.
  public var debugDescription: String { Redaction.placeholder }

  /// A mirror without children, so that dumps show the placeholder.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What tokens are asked for: a service account's key, a user's consent, the machine's own account.
public protocol TokenSource: Sendable {
  /// Whose tokens these are, as errors name them: `the service account x@y`.
  var name: String { get }
  /// Whether it can give another token when one is refused.
  var isRenewable: Bool { get }
  /// The project that calls count towards, where the credential names one.
  var quotaProject: String? { get }

  /// Asks for a new token.
  ///
  /// - Throws: A `CredentialError`, or `CancellationError`.
  func newToken() async throws -> AccessToken
}

/// Why there is no token.
public struct CredentialError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was found and what to do, a clause without a full stop.
  public let description: String
  /// The kind of failure.
  public let code: StoreError.Code
  /// Whether trying again may help.
  public let isPassing: Bool
  /// Whether there is no credential at all, rather than one that cannot be used.
  public let isMissing: Bool

  /// Creates an error.
  public init(
    _ description: String,
    code: StoreError.Code = .notAuthorized,
    isPassing: Bool = false,
    isMissing: Bool = false
  ) {
    self.description = description
    self.code = code
    self.isPassing = isPassing
    self.isMissing = isMissing
  }
}
