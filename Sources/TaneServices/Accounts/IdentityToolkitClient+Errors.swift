import HTTPTypes
import TaneCore

extension IdentityToolkitClient {
  /// The role that the credential needs, for advice in errors.
  private var role: String { "Firebase Authentication Admin in \(location.project)" }

  /// Returns the error for an unsuccessful response, with advice.
  func error(for answer: ServiceResponse, of call: ServiceCall) -> StoreError {
    let failure = IdentityToolkitFailure(answer)
    let message = message(of: failure, answer)
    guard !answer.isHTMLPage, let (code, advice) = codeAndAdvice(of: failure, answer.status, call)
    else {
      return client.error(for: answer, of: call, serviceMessage: message, role: role)
    }
    return client.error(code, call, "\(message); \(advice)", after: answer)
  }

  /// Returns the service's message on one line, with the status.
  private func message(
    of failure: IdentityToolkitFailure,
    _ answer: ServiceResponse
  ) -> String {
    if answer.isHTMLPage { return "an HTML page was returned with status \(answer.status)" }
    let text = failure.message
    return text.isEmpty ? "status \(answer.status)" : "\(text) (status \(answer.status))"
  }

  /// Returns the code and the advice for a failure whose message is more specific than its HTTP
  /// status.
  private func codeAndAdvice(
    of failure: IdentityToolkitFailure,
    _ status: Int,
    _ call: ServiceCall
  ) -> (StoreError.Code, String)? {
    switch failure.code {
    case "CONFIGURATION_NOT_FOUND":
      return (
        .notFound,
        "Authentication is not set up in \(location.project): open Authentication in the Firebase "
          + "console and choose \"Get started\""
      )
    case "PROJECT_NOT_FOUND": return (.notFound, "check \"accounts\" in the profile")
    case "QUOTA_EXCEEDED":
      return (.rateLimited, "a quota of the project is exhausted: try again later")
    case "INSUFFICIENT_PERMISSION":
      return (.notAuthorized, "give the credential's account the role \(role), or use another key")
    default: break
    }
    if failure.message.hasPrefix("API key not valid") {
      return (.notAuthorized, "correct \"accounts.apiKey\" in the profile")
    }
    if status == 404 { return (.notFound, "check \"accounts\" in the profile") }
    guard status == 401 || status == 403 else { return nil }
    guard call.isAuthorized else {
      return (
        .notAuthorized,
        "the API key does not allow this; check its restrictions in the Google Cloud console, and "
          + "\"accounts.apiKey\" in the profile"
      )
    }
    guard failure.message.contains("requires a quota project") else { return nil }
    return (
      .notAuthorized,
      "set a quota project with gcloud auth application-default set-quota-project "
        + "\(location.project), or use a service account's key"
    )
  }
}
