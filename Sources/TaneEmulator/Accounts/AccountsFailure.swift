import HTTPTypes
import TaneCore
import TaneWire

/// Why a request about accounts was not done: a code, and after a colon what it means.
///
/// See <https://firebase.google.com/docs/reference/rest/auth#section-error-format>.
struct AccountsFailure: Error, Sendable, Hashable {
  let status: HTTPResponse.Status
  let message: String

  init(_ message: String, status: HTTPResponse.Status = .badRequest) {
    self.status = status
    self.message = message
  }

  /// The failure for any error of a store.
  init(_ error: any Error) {
    switch error {
    case let failure as AccountsFailure: self = failure
    case AccountConflict.identifierTaken: self.init("DUPLICATE_LOCAL_ID")
    case AccountConflict.emailTaken: self.init("EMAIL_EXISTS")
    case AccountConflict.phoneNumberTaken: self.init("PHONE_NUMBER_EXISTS")
    case let problem as WireProblem: self.init(problem.message)
    case let error as StoreError:
      self.init("INTERNAL_ERROR : \(error.message)", status: .internalServerError)
    default: self.init("INTERNAL_ERROR", status: .internalServerError)
    }
  }

  static let missingKey = AccountsFailure(
    "The request is missing a valid API key.",
    status: .forbidden
  )

  static let missingCredential = AccountsFailure(
    "Request is missing required authentication credential. Expected OAuth 2 access token, login"
      + " cookie or other valid authentication credential.",
    status: .unauthorized
  )

  /// The response that tells the failure.
  var response: EmulatorResponse {
    let statusName =
      switch status {
      case .forbidden: "PERMISSION_DENIED"
      case .unauthorized: "UNAUTHENTICATED"
      case .notFound: "NOT_FOUND"
      case .notImplemented: "UNIMPLEMENTED"
      default: status.code < 500 ? "INVALID_ARGUMENT" : "INTERNAL"
      }
    return .json(
      [
        "error": [
          "code": .integer(Int64(status.code)), "message": .string(message),
          "status": .string(statusName),
          "errors": [["domain": "global", "message": .string(message), "reason": "invalid"]],
        ]
      ],
      status: status
    )
  }
}
