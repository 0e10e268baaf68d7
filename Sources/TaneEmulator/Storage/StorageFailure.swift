import HTTPTypes
import TaneCore
import TaneServices

/// An error from the storage service, with the details that its two APIs report.
///
/// See <https://cloud.google.com/storage/docs/json_api/v1/status-codes>.
struct StorageFailure: Error, Sendable, Hashable {
  let status: HTTPResponse.Status
  /// The Cloud Storage reason code, such as `notFound` or `conditionNotMet`.
  let reason: String
  let message: String
  /// The operation's name in Firebase's API, such as `GET_OBJECT`, if the response reports it.
  var operation: String?

  init(_ status: HTTPResponse.Status, _ reason: String, _ message: String) {
    self.status = status
    self.reason = reason
    self.message = message
  }

  init(_ error: StoreError) {
    switch error.code {
    case .notFound: self.init(.notFound, "notFound", error.message)
    case .conflict: self = .conditionNotMet
    case .invalidData: self.init(.badRequest, "invalid", error.message)
    case .tooLarge: self.init(.contentTooLarge, "uploadTooLarge", error.message)
    case .busy: self.init(.serviceUnavailable, "backendError", error.message)
    default: self.init(.internalServerError, "backendError", error.message)
    }
  }

  /// Parses the JSON object in a request's body.
  static func object(in bytes: [UInt8]) throws(StorageFailure) -> Tree {
    do {
      return try JSONText.object(of: bytes)
    } catch {
      throw StorageFailure(.badRequest, "parseError", error.message)
    }
  }

  /// The error for an object that does not match a condition such as `ifGenerationMatch`.
  static let conditionNotMet = StorageFailure(
    .preconditionFailed,
    "conditionNotMet",
    "At least one of the pre-conditions you specified did not hold."
  )

  /// The error for an object that matches a condition such as `ifGenerationNotMatch`.
  static let notModified = StorageFailure(.notModified, "notModified", "Not Modified")

  static let bucketNotFound = StorageFailure(
    .notFound,
    "notFound",
    "The specified bucket does not exist."
  )

  static func objectNotFound(_ place: ObjectLocation) -> StorageFailure {
    StorageFailure(.notFound, "notFound", "No such object: \(place.bucket)/\(place.name)")
  }

  static func invalid(_ message: String) -> StorageFailure {
    StorageFailure(.badRequest, "invalid", message)
  }

  static func required(_ parameter: String) -> StorageFailure {
    StorageFailure(.badRequest, "required", "Required parameter: \(parameter)")
  }

  static func unsupportedMethod(_ method: HTTPRequest.Method) -> StorageFailure {
    StorageFailure(
      .methodNotAllowed,
      "methodNotAllowed",
      "The method \(method.rawValue) is not allowed here."
    )
  }

  static let unknownPath = StorageFailure(.notFound, "notFound", "Not Found")

  /// Returns the error response in the format of the Cloud Storage JSON API.
  func cloudResponse(isMedia: Bool) -> EmulatorResponse {
    if status == .notModified { return EmulatorResponse(status) }
    if isMedia, status == .notFound {
      let fields: HTTPFields = [.contentType: "text/html; charset=UTF-8"]
      return EmulatorResponse(status, headerFields: fields, body: .bytes(Array(message.utf8)))
    }
    let detail: TreeLiteral = [
      "domain": "global", "reason": .string(reason), "message": .string(message),
    ]
    return .json(
      [
        "error": [
          "code": .integer(Int64(status.code)), "message": .string(message), "errors": [detail],
        ]
      ],
      status: status
    )
  }

  /// The error response in the format of the Firebase Storage API.
  var firebaseResponse: EmulatorResponse {
    if status == .notModified { return EmulatorResponse(status) }
    var error: [(String, TreeLiteral)] = [
      ("code", .integer(Int64(status.code))), ("message", .string(firebaseMessage)),
    ]
    if let operation { error.append(("status", .string(operation))) }
    return .json(["error": .map(error)], status: status)
  }

  private var firebaseMessage: String {
    guard status == .notFound, let operation else { return message }
    let words = operation.lowercased().replacing("_", with: " ")
    return "Not Found.  Could not \(words)"
  }
}
