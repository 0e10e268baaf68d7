import HTTPTypes
import TaneCore
import TaneServices

/// An error from one of Google's APIs.
///
/// See <https://cloud.google.com/apis/design/errors>.
struct GoogleFailure: Error, Sendable, Hashable {
  /// The kind of failure, with its gRPC code and its HTTP status.
  enum Status: String, Sendable {
    case cancelled = "CANCELLED"
    case invalidArgument = "INVALID_ARGUMENT"
    case notFound = "NOT_FOUND"
    case alreadyExists = "ALREADY_EXISTS"
    case permissionDenied = "PERMISSION_DENIED"
    case resourceExhausted = "RESOURCE_EXHAUSTED"
    case failedPrecondition = "FAILED_PRECONDITION"
    case aborted = "ABORTED"
    case unimplemented = "UNIMPLEMENTED"
    case `internal` = "INTERNAL"
    case unavailable = "UNAVAILABLE"
    case unauthenticated = "UNAUTHENTICATED"

    /// The gRPC status code.
    var number: Int64 {
      switch self {
      case .cancelled: 1
      case .invalidArgument: 3
      case .notFound: 5
      case .alreadyExists: 6
      case .permissionDenied: 7
      case .resourceExhausted: 8
      case .failedPrecondition: 9
      case .aborted: 10
      case .unimplemented: 12
      case .internal: 13
      case .unavailable: 14
      case .unauthenticated: 16
      }
    }

    var httpStatus: HTTPResponse.Status {
      switch self {
      case .cancelled: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
      case .invalidArgument, .failedPrecondition: .badRequest
      case .notFound: .notFound
      case .alreadyExists, .aborted: .conflict
      case .permissionDenied: .forbidden
      case .unauthenticated: .unauthorized
      case .resourceExhausted: .tooManyRequests
      case .unimplemented: .notImplemented
      case .internal: .internalServerError
      case .unavailable: .serviceUnavailable
      }
    }
  }

  let status: Status
  let message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: StoreError) {
    let status: Status =
      switch error.code {
      case .invalidData, .overlappingWrites: .invalidArgument
      case .notFound: .notFound
      case .conflict: .aborted
      case .busy, .unreachable, .unavailable: .unavailable
      case .diskFull, .tooLarge, .rateLimited: .resourceExhausted
      case .readOnly, .notAuthorized: .failedPrecondition
      case .unsupported: .unimplemented
      case .unreadable, .invalidResponse: .internal
      case .cancelled: .cancelled
      }
    self.init(status, error.message)
  }

  /// Creates the failure for an error that occurred while handling a request.
  init(_ error: any Error) {
    switch error {
    case let failure as GoogleFailure: self = failure
    case let problem as WireError: self = .invalid(problem.message)
    case let error as StoreError: self.init(error)
    case is CancellationError: self.init(.cancelled, "The request was canceled.")
    default: self.init(.internal, "The request failed.")
    }
  }

  static func invalid(_ message: String) -> GoogleFailure {
    GoogleFailure(.invalidArgument, message)
  }

  var json: TreeLiteral {
    [
      "error": [
        "code": .integer(Int64(status.httpStatus.code)), "message": .string(message),
        "status": .string(status.rawValue),
      ]
    ]
  }

  /// Returns the error response, whose body is an array for methods that stream their results.
  func response(isStream: Bool) -> EmulatorResponse {
    .json(isStream ? .list([json]) : json, status: status.httpStatus)
  }
}
