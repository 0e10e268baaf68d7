/// An error from Firebase Authentication for a rejected sign-in or registration.
package struct AccountError: Error, Sendable, Hashable {
  /// Identity Toolkit's code, such as `EMAIL_NOT_FOUND`
  /// (<https://firebase.google.com/docs/reference/rest/auth#section-error-format>).
  package let code: String
  /// The service's explanation, if any.
  package let detail: String?

  package init(code: String, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }
}

extension AccountError: CustomStringConvertible {
  /// The code, followed by a colon and the service's explanation, if any.
  package var description: String { detail.map { "\(code): \($0)" } ?? code }
}
