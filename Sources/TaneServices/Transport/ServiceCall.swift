import HTTPTypes

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

  /// Whether a page for people came back in place of data.
  var isPage: Bool {
    let type = fields[.contentType] ?? ""
    return type.hasPrefix("text/html") || body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// The time that the service asks to wait, in whole seconds.
  var retryAfter: Duration? {
    fields[.retryAfter].flatMap { Int($0) }.map { .seconds(max(0, $0)) }
  }
}
