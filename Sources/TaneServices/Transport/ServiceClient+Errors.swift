import HTTPTypes
import TaneCore

/// Errors for unsuccessful responses from any service.
extension ServiceClient {
  /// Returns the error for an unsuccessful response, based on its status.
  ///
  /// - Parameters:
  ///   - answer: The response.
  ///   - call: The call.
  ///   - serviceMessage: The service's own message.
  ///   - role: The role that grants access, such as "Storage Object Admin for the bucket".
  /// - Returns: The error with advice.
  func error(
    for answer: ServiceResponse,
    of call: ServiceCall,
    serviceMessage: String,
    role: String
  ) -> StoreError {
    let (code, advice) = codeAndAdvice(of: answer, role: role)
    return error(
      code,
      call,
      advice.isEmpty ? serviceMessage : "\(serviceMessage); \(advice)",
      after: answer
    )
  }

  /// Returns an error for a response; its outcome is unknown if the call may have changed data.
  func error(
    _ code: StoreError.Code,
    _ call: ServiceCall,
    _ message: String,
    after answer: ServiceResponse
  ) -> StoreError {
    let mayBeDone =
      answer.mayHaveBeenApplied || answer.isSuccess
      || (answer.status >= 500 && !answer.wasNotAttempted)
    return error(
      code,
      call,
      message,
      outcome: call.mayWrite && mayBeDone ? .unknown : .nothingWritten,
      mayStillArrive: call.mayWrite && answer.mayStillArrive
    )
  }

  /// Returns the error for a response with a success status but without valid data.
  func invalidResponseError(_ answer: ServiceResponse, of call: ServiceCall) -> StoreError {
    error(
      .invalidResponse,
      call,
      answer.isHTMLPage
        ? "an HTML page was returned instead of data; check the URL, and whether a proxy or a "
          + "login page responds in the service's place"
        : "the response is not JSON, or was truncated; try again",
      after: answer
    )
  }

  /// Returns the code and the advice for an error response.
  private func codeAndAdvice(
    of answer: ServiceResponse,
    role: String
  ) -> (StoreError.Code, String) {
    switch answer.status {
    case 300..<400: (.invalidResponse, redirectAdvice(answer))
    case 500...: (.unavailable, answer.status == 503 ? "try again later" : "try again")
    case _ where answer.isHTMLPage: (.invalidResponse, Self.proxyAdvice)
    case 400: (.invalidData, "")
    case 401, 403: (.notAuthorized, deniedAdvice(answer, role))
    case 402: (.unavailable, "the project's quota is exhausted")
    case 404 where !answer.isServiceError: (.invalidResponse, Self.proxyAdvice)
    case 404: (.notFound, "")
    case 412: (.conflict, "")
    case 413: (.tooLarge, "")
    case 429:
      (
        .rateLimited,
        "the service accepts no more requests at the moment: try again later, or lower "
          + "\"limits.bytesPerMinute\" in the profile"
      )
    default: (.invalidResponse, Self.proxyAdvice)
    }
  }

  private static let proxyAdvice =
    "check the URL, and whether a proxy or a login page responds in the service's place"

  private func redirectAdvice(_ answer: ServiceResponse) -> String {
    let host = answer.fields[.location].flatMap(WebAddress.init)?.host
    return
      "the address redirects to \(host ?? "another address"), but Tane does not follow redirects; "
      + "correct the URL in the profile"
  }

  /// The advice for a user without permission.
  static let userAdvice =
    "the security rules do not allow this for the signed-in user; check them, or sign in as "
    + "another user"

  private func deniedAdvice(_ answer: ServiceResponse, _ role: String) -> String {
    if connection.user?.isSignedIn == true { return Self.userAdvice }
    switch connection.credential {
    case .none: return "set \"credentials\" in the profile to the key of a service account"
    case .owner:
      return "the emulator does not accept its administrator token; check that the service is an "
        + "emulator"
    case .google(let credential) where credential.isMissing:
      return
        "no user is signed in, and the security rules do not allow this for everyone; sign in a "
        + "user, or set \"credentials\" in the profile to the key of a service account"
    case .google(let credential):
      if answer.status == 401, !answer.isDeniedByRules {
        return credential.isRenewable
          ? "\(credential.name) is not accepted, even with a new token; check that its key belongs "
            + "to the project, or create a new key"
          : "\(credential.name) is not accepted: such tokens expire after an hour; get a new one, "
            + "or set \"credentials\" in the profile to the key of a service account"
      }
      return
        "\(credential.name) is not allowed to do this; give it the role \(role), or use another key"
    }
  }
}
