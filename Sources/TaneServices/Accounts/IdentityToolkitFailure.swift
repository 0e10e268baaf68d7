import TaneCore

/// An error response from Identity Toolkit: a code, optionally followed by a colon and an
/// explanation.
///
/// Failures of Google's front end, such as an invalid API key, are sentences without a code. See
/// <https://firebase.google.com/docs/reference/rest/auth#section-error-format>.
struct IdentityToolkitFailure: Sendable, Hashable {
  /// The code, such as `EMAIL_NOT_FOUND`, or nil if the message is a sentence without one.
  let code: String?
  /// The text after the code.
  let detail: String?
  /// The whole message, with secrets redacted.
  let message: String
  /// A Boolean value indicating whether the request was valid but was rejected because of an
  /// account or a user.
  let concernsAccount: Bool

  /// The codes of failures that concern the project or the service rather than an account.
  private static let projectCodes: Set<String> = [
    "CONFIGURATION_NOT_FOUND", "PROJECT_NOT_FOUND", "INSUFFICIENT_PERMISSION", "QUOTA_EXCEEDED",
    "INTERNAL_ERROR",
  ]

  init(_ answer: ServiceResponse) {
    let json = answer.json
    let errorText = json?["error"]?["message"]?.string ?? json?["error"]?.string
    message = Redaction.text(errorText ?? (answer.isHTMLPage ? "" : answer.text))
    let head = (errorText ?? "").prefix { $0 != ":" }
    let word = String(head.reversed().drop { $0 == " " }.reversed())
    let isCode = !word.isEmpty && word.utf8.allSatisfy(Self.isCodeByte)
    code = isCode ? word : nil
    let rest = (errorText ?? "").dropFirst(head.count + 1).drop { $0 == " " }
    detail = isCode && !rest.isEmpty ? Redaction.text(String(rest)) : nil
    concernsAccount = answer.status == 400 && isCode && !Self.projectCodes.contains(word)
  }

  private static func isCodeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
