import TaneCore

extension RealtimeDatabaseClient {
  /// Returns the error for an unsuccessful response, with advice.
  func error(for answer: ServiceResponse, of call: ServiceCall) -> StoreError {
    let json = answer.json
    let message = reason(answer, json)
    switch answer.status {
    case 400 where message.contains("Index not defined"):
      return client.error(
        .invalidData,
        call,
        "\(message); alternatively, order by key, which needs no index"
      )
    case 400 where answer.isTooLarge:
      return client.error(.tooLarge, call, message)
    case 404 where !answer.isHTMLPage:
      return client.error(
        .notFound,
        call,
        "\(message); \(notFoundAdvice(message, json))",
        after: answer
      )
    case 412:
      return client.error(
        .conflict,
        call,
        "the value is no longer the expected value",
        after: answer
      )
    case 423:
      return client.error(
        .unavailable,
        call,
        "\(message); the database is disabled in the Firebase console",
        after: answer
      )
    default:
      return client.error(
        for: answer,
        of: call,
        serviceMessage: message,
        role: "Firebase Realtime Database Admin in the database's project"
      )
    }
  }

  /// Returns the service's message on one line, with the status.
  private func reason(_ answer: ServiceResponse, _ json: Tree?) -> String {
    if answer.isHTMLPage { return "an HTML page was returned with status \(answer.status)" }
    let text = Redaction.text(json?["error"]?.string ?? answer.text)
    return text.isEmpty ? "status \(answer.status)" : "\(text) (status \(answer.status))"
  }

  /// Returns advice for a missing database; the response contains the correct URL if the database
  /// is in another region.
  private func notFoundAdvice(_ message: String, _ json: Tree?) -> String {
    if let url = json?["correctUrl"]?.string {
      return "set the URL in the profile to \(Redaction.url(url.escapingControls))"
    }
    return message.contains("different region")
      ? "use that URL in the profile" : "check the database's name in the URL"
  }
}
