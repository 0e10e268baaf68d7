import HTTPTypes
import TaneCore
import TaneServices

/// An error from the accounts service: a code, optionally followed by a colon and an explanation.
///
/// See <https://firebase.google.com/docs/reference/rest/auth#section-error-format>.
struct AccountsFailure: Error, Sendable, Hashable {
  let status: HTTPResponse.Status
  let message: String

  init(_ message: String, status: HTTPResponse.Status = .badRequest) {
    self.status = status
    self.message = message
  }

  /// Creates the failure for an error that occurred while handling a request.
  init(_ error: any Error) {
    switch error {
    case let failure as AccountsFailure: self = failure
    case AccountConflict.identifierTaken: self.init("DUPLICATE_LOCAL_ID")
    case AccountConflict.emailTaken: self.init("EMAIL_EXISTS")
    case AccountConflict.phoneNumberTaken: self.init("PHONE_NUMBER_EXISTS")
    case let problem as WireError: self.init(problem.message)
    case let error as StoreError:
      self.init("INTERNAL_ERROR : \(error.message)", status: .internalServerError)
    default: self.init("INTERNAL_ERROR", status: .internalServerError)
    }
  }

  /// Returns the error for a Firebase feature that the emulator does not support.
  static func unsupported(_ sentence: String) -> AccountsFailure {
    AccountsFailure("OPERATION_NOT_ALLOWED : \(sentence)", status: .notImplemented)
  }

  static let unknownPath = AccountsFailure("Nothing is served at this path.", status: .notFound)

  static let missingKey = AccountsFailure(
    "The request is missing a valid API key.",
    status: .forbidden
  )

  static let missingCredential = AccountsFailure(
    "Request is missing required authentication credential. Expected OAuth 2 access token, login"
      + " cookie or other valid authentication credential.",
    status: .unauthorized
  )

  /// The `status` and `reason` members of the response; `status` is nil for HTTP status 400.
  private var names: (status: String?, reason: String) {
    switch status {
    case .badRequest: (nil, "invalid")
    case .forbidden: ("PERMISSION_DENIED", "forbidden")
    case .unauthorized: ("UNAUTHENTICATED", "required")
    case .notFound: ("NOT_FOUND", "notFound")
    case .notImplemented: ("NOT_IMPLEMENTED", "unimplemented")
    default: ("INTERNAL", "backendError")
    }
  }

  /// The error response in the format of the Identity Toolkit API.
  var response: EmulatorResponse {
    let detail: TreeLiteral = [
      "domain": "global", "message": .string(message), "reason": .string(names.reason),
    ]
    return .json(
      [
        "error": .object([
          "code": .integer(Int64(status.code)), "message": .string(message), "errors": [detail],
          "status": names.status.map { .string($0) },
        ])
      ],
      status: status
    )
  }
}
