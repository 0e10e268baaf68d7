import TaneCore

extension FirestoreClient {
  /// The role that the credential needs, for advice in errors.
  static let role = "Cloud Datastore User in the database's project"

  /// Returns the error for an unsuccessful response, with advice.
  func error(for answer: ServiceResponse, of call: ServiceCall) -> StoreError {
    error(for: FirestoreFailure(answer), in: answer, of: call)
  }

  /// Returns the error for a failure in a response, with advice.
  func error(
    for failure: FirestoreFailure,
    in answer: ServiceResponse,
    of call: ServiceCall,
    role: String = FirestoreClient.role
  ) -> StoreError {
    let message = failure.messageText(answer)
    guard let (code, advice) = Self.codeAndAdvice(of: failure) else {
      return client.error(for: answer, of: call, serviceMessage: message, role: role)
    }
    return client.error(
      code,
      call,
      advice.isEmpty ? message : "\(message); \(advice)",
      after: answer
    )
  }

  /// Returns the error for a failed gRPC call, with advice.
  static func error(
    for failure: FirestoreFailure,
    of call: ServiceCall,
    by client: ServiceClient
  ) -> StoreError {
    let isDenied = ["PERMISSION_DENIED", "UNAUTHENTICATED"].contains(failure.status)
    let isUser = client.connection.user?.isSignedIn == true
    let denied = isUser ? ServiceClient.userAdvice : "the credential needs the role \(role)"
    let other: (StoreError.Code, String) =
      isDenied ? (.notAuthorized, denied) : (.unavailable, "try again")
    let (code, advice) = codeAndAdvice(of: failure) ?? other
    let message = failure.messageText()
    return client.error(code, call, advice.isEmpty ? message : "\(message); \(advice)")
  }

  /// Returns the code and the advice if the failure's status is more specific than its HTTP status.
  private static func codeAndAdvice(of failure: FirestoreFailure) -> (StoreError.Code, String)? {
    if failure.isMissingIndex { return (.invalidData, indexAdvice(failure)) }
    if failure.isDatastoreMode {
      return (
        .unsupported,
        "the database is in Datastore mode, which has no documents: use a database in Native mode "
          + "in the profile"
      )
    }
    if failure.isMissingDatabase {
      return (
        .notFound,
        "check the project and database names in the profile, or create the database "
          + "in the Firebase console"
      )
    }
    if failure.isDisabled {
      let place = failure.link.map { "at \($0)" } ?? "in the Google Cloud console"
      return (
        .notAuthorized,
        "enable the Cloud Firestore API \(place), wait a few minutes and try again"
      )
    }
    return codeAndAdvice(ofStatus: failure)
  }

  private static func codeAndAdvice(ofStatus failure: FirestoreFailure) -> (
    StoreError.Code, String
  )? {
    switch failure.status {
    case "INVALID_ARGUMENT" where failure.message.contains("payload size exceeds"),
      "INVALID_ARGUMENT" where failure.message.contains("too big"):
      (.tooLarge, "write fewer documents at a time")
    case "INVALID_ARGUMENT", "OUT_OF_RANGE": (.invalidData, "")
    case "NOT_FOUND": (.notFound, "")
    case "ALREADY_EXISTS", "FAILED_PRECONDITION": (.conflict, "")
    case "ABORTED":
      (.busy, "others are writing the same documents: try again when there are fewer writes")
    case "RESOURCE_EXHAUSTED":
      (
        .rateLimited,
        "a quota is exhausted, or requests are too frequent: try again later, or check the quotas "
          + "of the project"
      )
    case "UNAVAILABLE": (.unavailable, "try again later")
    case "DEADLINE_EXCEEDED":
      (.unavailable, "the service took too long: request less data, or try again")
    case "INTERNAL", "UNKNOWN", "CANCELLED", "DATA_LOSS": (.unavailable, "try again")
    case "UNIMPLEMENTED": (.unsupported, "")
    default: nil
    }
  }

  private static func indexAdvice(_ failure: FirestoreFailure) -> String {
    guard failure.message.contains("currently building") else {
      let place = failure.link.map { " at \($0)" } ?? ""
      return "create the index\(place), or remove the filter or order from the query"
    }
    let place = failure.link.map { ", see it at \($0)" } ?? ""
    return "the index is being built: try again when it is ready\(place)"
  }
}
