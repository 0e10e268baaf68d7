/// Why a user was not signed in, or an account not made.
public struct AccountRefusal: Error, Sendable, Hashable {
  /// Identity Toolkit's code, such as `EMAIL_NOT_FOUND`
  /// (<https://firebase.google.com/docs/reference/rest/auth#section-error-format>).
  public let code: String
  /// What the service says of it, if anything.
  public let detail: String?

  /// Creates a refusal.
  public init(code: String, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }
}

extension AccountRefusal: CustomStringConvertible {
  /// The code, and after a colon what the service says of it.
  public var description: String { detail.map { "\(code): \($0)" } ?? code }
}
