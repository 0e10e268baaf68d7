import HTTPTypes
import TaneCore
import TaneFormats

extension CloudStorageBucket {
  /// What an answer that is no success means, and what to do.
  func refusal(_ answer: ServiceAnswer, of call: ServiceCall, _ name: String?) -> StoreError {
    let isWrite = call.method != .get && call.method != .head
    let denied: StoreError.Code = isWrite ? .readOnly : .unreadable
    let said = reason(answer)
    switch answer.status {
    case 304, 412: return conflict(name)
    case 404 where name != nil && !answer.isMissingBucket: return noObject(name ?? "")
    case 404:
      return client.error(
        .notFound,
        call,
        "\(said); check the bucket's name in the profile, and that Firebase Storage is set up"
      )
    case 300..<400:
      return client.error(
        .unreadable,
        call,
        "the service leads elsewhere (status \(answer.status)), which is not followed; check the URL"
      )
    case 400: return client.error(.invalidData, call, said)
    case 401, 403: return client.error(denied, call, "\(said); \(deniedAdvice)")
    case 402: return client.error(denied, call, "\(said); the project's quota is used up")
    case 413: return client.error(.tooLarge, call, said)
    case 429, 503: return client.error(.busy, call, "\(said); try again in a while")
    default:
      let outcome = isWrite && answer.status >= 500 ? ServiceAnswer.unknownOutcome : ""
      return client.error(.unreadable, call, said + outcome)
    }
  }

  private func conflict(_ name: String?) -> StoreError {
    StoreError(
      .conflict,
      service: client.service,
      "\(name ?? "the object") is not of the generation that was expected; compare again"
    )
  }

  /// What the service says, in one line, with the status.
  private func reason(_ answer: ServiceAnswer) -> String {
    if answer.isPage { return "a page came back with status \(answer.status)" }
    let json = JSONReader(keepsPlaces: false).read(answer.body, named: "answer").tree
    let text = Redaction.text(json?["error"]?["message"]?.string ?? answer.text)
    return text.isEmpty ? "status \(answer.status)" : "\(text) (status \(answer.status))"
  }

  private var deniedAdvice: String {
    switch client.connection.credential {
    case .none: "name a service account's key with \"credentials\" in the profile"
    case .owner: "the emulator does not take its own administrator; check that it is one"
    case .google(let credential):
      "\(credential.name) may not do this; give it the role Storage Object Admin for the bucket, or use"
        + " another key"
    }
  }
}
