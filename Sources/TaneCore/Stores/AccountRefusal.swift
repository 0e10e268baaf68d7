/// An error from Firebase Authentication for a rejected sign-in or registration.
package struct AccountRefusal: Error, Sendable, Hashable {
  /// Identity Toolkit's code, such as `EMAIL_NOT_FOUND`
  /// (<https://firebase.google.com/docs/reference/rest/auth#section-error-format>).
  package let code: String
  /// The service's explanation, if any.
  package let detail: String?

  /// Creates a refusal.
  package init(code: String, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }
}

extension AccountRefusal: CustomStringConvertible {
  /// The code, followed by a colon and the service's explanation if there is one.
  package var description: String { detail.map { "\(code): \($0)" } ?? code }
}
