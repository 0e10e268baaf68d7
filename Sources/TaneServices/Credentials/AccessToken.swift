package import TaneCore

/// An OAuth 2.0 access token.
package struct AccessToken: Sendable, Hashable {
  /// The token itself, a secret.
  package let value: String
  /// The expiration time in seconds since 1970, or nil if unknown.
  package let expiry: Double?

  package init(_ value: String, expiry: Double?) {
    self.value = value
    self.expiry = expiry
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder that keeps the token out of logs and messages.
  package var description: String { Redaction.placeholder }

  /// A placeholder that keeps the token out of logs and messages.
  package var debugDescription: String { Redaction.placeholder }

  /// A mirror without children, so that dumps show the placeholder.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A source of access tokens, such as a service account key, a user's login or the machine's
/// account.
package protocol TokenSource: Sendable {
  /// The owner of the tokens, as named in errors, such as `the service account x@y`.
  var name: String { get }
  /// A Boolean value indicating whether the source can replace a rejected token.
  var isRenewable: Bool { get }
  /// The quota project for calls, if the credential contains one.
  var quotaProject: String? { get }

  /// Requests a new token.
  ///
  /// - Throws: A `CredentialError`, or `CancellationError`.
  func newToken() async throws -> AccessToken
}

/// An error that prevents a credential from obtaining a token.
package struct CredentialError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The cause and the remedy, as a clause without a final period.
  package let description: String
  /// The kind of failure.
  package let code: StoreError.Code
  /// A Boolean value indicating whether a retry may succeed.
  package let isTemporary: Bool
  /// A Boolean value indicating whether no credential was found; false if an unusable one was
  /// found.
  package let isMissing: Bool

  package init(
    _ description: String,
    code: StoreError.Code = .notAuthorized,
    isTemporary: Bool = false,
    isMissing: Bool = false
  ) {
    self.description = description
    self.code = code
    self.isTemporary = isTemporary
    self.isMissing = isMissing
  }
}
