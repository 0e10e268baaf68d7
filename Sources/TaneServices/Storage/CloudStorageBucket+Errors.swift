import HTTPTypes
import TaneCore

extension CloudStorageBucket {
  /// Returns the error for an unsuccessful response, with advice.
  func error(
    for answer: ServiceResponse,
    of call: ServiceCall,
    named name: String?
  ) -> StoreError {
    let message = reason(answer)
    switch answer.status {
    case 304, 412: return conflict(name)
    case 404 where !reportsMissing(answer): break
    // Uploads do not refer to an existing object, so an empty 404 refers to the bucket.
    case 404 where answer.isMissingBucket || answer.body.isEmpty && call.method == .post: break
    case 404 where name != nil: return missingObjectError(name ?? "")
    default: break
    }
    if answer.status == 404, reportsMissing(answer) {
      return client.error(
        .notFound,
        call,
        "\(message); check the bucket's name in the profile, and that Firebase Storage is set up"
      )
    }
    return client.error(
      for: answer,
      of: call,
      serviceMessage: message,
      role: "Storage Object Admin for the bucket"
    )
  }

  private func conflict(_ name: String?) -> StoreError {
    StoreError(
      .conflict,
      service: client.service,
      "\(name ?? "the object") does not have the expected generation; compare again"
    )
  }

  /// Returns the service's message on one line, with the status.
  private func reason(_ answer: ServiceResponse) -> String {
    if answer.isHTMLPage { return "an HTML page was returned with status \(answer.status)" }
    let json = answer.json
    let text = Redaction.text(json?["error"]?["message"]?.string ?? answer.text)
    return text.isEmpty ? "status \(answer.status)" : "\(text) (status \(answer.status))"
  }
}
