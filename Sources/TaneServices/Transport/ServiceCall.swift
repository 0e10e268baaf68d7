import TaneCore
import HTTPTypes
import TaneFormats

/// A request to a service and what its client knows of it.
struct ServiceCall: Sendable {
  var method: HTTPRequest.Method
  /// The absolute URL.
  var url: String
  var fields: HTTPFields = [:]
  var body: [UInt8] = []
  /// When it may be sent again.
  var retry: RetryRule
  /// Whether a credential goes with it; not with the URLs of upload sessions, which are secrets
  /// themselves.
  var isAuthorized = true
  /// The time for one attempt.
  var timeout: Duration? = .seconds(900)
  /// The most bytes of the answer to take.
  var maximumBytes = Int.max
  /// Whether it changes nothing although its method is one that does.
  var onlyReads = false

  /// Whether a cancelled task gives up a call that writes before its answer is there, as it does with uploads, whose
  /// bytes may be many; what became of it is then unknown.
  var endsWithTask = false

  /// Whether the call may change data.
  var mayWrite: Bool { method != .get && method != .head && !onlyReads }

  /// The request as messages name it: method and target, without secrets.
  var summary: String {
    let target = WebAddress(url)?.target ?? url
    return "\(method.rawValue) \(Redaction.url(target))"
  }

  /// The host that the request goes to.
  var host: String {
    guard let address = WebAddress(url) else { return url }
    return address.host + (address.port.map { ":\($0)" } ?? "")
  }
}

/// The answer to a call, its body read.
struct ServiceAnswer: Sendable {
  let status: Int
  let fields: HTTPFields
  let body: [UInt8]
  /// Whether an earlier attempt may have done what the call asks.
  var mayHaveBeenDone = false

  /// Whether the status says that it worked.
  var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as text, as far as it is UTF-8.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON; nil where it is none.
  var json: Tree? { JSONReader(keepsPlaces: false).read(body, named: "answer").tree }

  /// Whether a page for people came back in place of data.
  ///
  /// Of an answer that is not a success the type says nothing: Cloud Storage sends plain words as HTML.
  var isPage: Bool {
    let type = fields[.contentType] ?? ""
    return (isSuccess && type.hasPrefix("text/html"))
      || body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Whether it is JSON that tells of an error, as the services do, streams of them in a list.
  var isServiceError: Bool {
    let json = json
    return (json?.kind == .list ? json?.children.first : json)?["error"] != nil
  }

  /// Whether it is not about who asks but about what they may do, which the Realtime Database tells by the same status.
  var isDeniedByRules: Bool { text.contains("Permission denied") }

  /// Whether a write may be taken for made: there is no body, or one of JSON, as the services answer.
  ///
  /// Only a small body is looked at closely. Nobody else makes up a large one.
  var confirmsWrite: Bool {
    guard isSuccess, !isPage else { return false }
    guard !body.isEmpty, body.count <= 1 << 16 else { return true }
    return json != nil
  }

  /// Whether the service says that it did not try: too many requests, or unavailable.
  var wasNotAttempted: Bool { status == 429 || status == 503 }

  /// The time that the service asks to wait: a number of seconds, or a date (RFC 9110, section 10.2.3).
  ///
  /// - Parameter now: The time of day, in seconds since 1970.
  /// - Returns: The time, at most a day; nil where the service asks for none.
  func retryAfter(now: Double) -> Duration? {
    guard let text = fields[.retryAfter] else { return nil }
    if let seconds = Int(text) { return .seconds(min(max(0, seconds), 86_400)) }
    return ServerDate(parsing: text).map { date in
      .seconds(min(max(0, date.secondsSince1970 - now), 86_400))
    }
  }
}
