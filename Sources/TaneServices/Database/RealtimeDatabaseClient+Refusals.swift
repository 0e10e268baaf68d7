import HTTPTypes
import TaneCore
import TaneFormats

extension RealtimeDatabaseClient {
  /// What an answer that is no success means, and what to do.
  func refusal(_ answer: ServiceAnswer, of call: ServiceCall) -> StoreError {
    let isWrite = call.method != .get && call.method != .head
    let denied: StoreError.Code = isWrite ? .readOnly : .unreadable
    let said = reason(answer)
    switch answer.status {
    case 300..<400: return client.error(.unreadable, call, redirect(answer))
    case 400 where said.contains("Index not defined"):
      return client.error(.invalidData, call, "\(said); or order by key, which needs no index")
    case 400 where answer.isTooLarge, 413: return client.error(.tooLarge, call, said)
    case 400: return client.error(.invalidData, call, said)
    case 401, 403: return client.error(denied, call, "\(said); \(deniedAdvice)")
    case 402: return client.error(denied, call, "\(said); the project's quota is used up")
    case 404: return client.error(.notFound, call, "\(said); \(notFoundAdvice(said))")
    case 412: return client.error(.conflict, call, "the value is not the one expected any more")
    case 423: return client.error(denied, call, "\(said); the database is disabled in the console")
    case 429, 503: return client.error(.busy, call, "\(said); try again in a while")
    default:
      let outcome = isWrite && answer.status >= 500 ? ServiceAnswer.unknownOutcome : ""
      return client.error(.unreadable, call, said + outcome)
    }
  }

  /// What the service says, in one line, with the status.
  private func reason(_ answer: ServiceAnswer) -> String {
    if answer.isPage { return "a page came back with status \(answer.status)" }
    let json = JSONReader(keepsPlaces: false).read(answer.body, named: "answer").tree
    let text = Redaction.text(json?["error"]?.string ?? answer.text)
    return text.isEmpty ? "status \(answer.status)" : "\(text) (status \(answer.status))"
  }

  private func redirect(_ answer: ServiceAnswer) -> String {
    let host = answer.fields[.location].flatMap(WebAddress.init)?.host
    return
      "the address leads to \(host ?? "another place"), which is not followed; put the right URL"
      + " into the profile"
  }

  private var deniedAdvice: String {
    switch client.connection.credential {
    case .none: "name a service account's key with \"credentials\" in the profile"
    case .owner: "the emulator does not take its own administrator; check that it is one"
    case .google(let credential):
      "\(credential.name) may not do this; give it the role Firebase Realtime Database Admin in the"
        + " database's project, or use another key"
    }
  }

  private func notFoundAdvice(_ said: String) -> String {
    said.contains("different region")
      ? "put that URL into the profile" : "check the database's name in the URL"
  }
}
