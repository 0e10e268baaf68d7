import TaneCore
import HTTPTypes
import TaneFormats

/// A request to a service, with the settings for sending it: retries, timeout and limits.
struct ServiceCall: Sendable {
  var method: HTTPRequest.Method
  /// The absolute URL.
  var url: String
  var fields: HTTPFields = [:]
  var body: [UInt8] = []
  var retry: RetryRule
  /// A Boolean value indicating whether a credential is sent; upload session URLs are secret and
  /// need no credential.
  var isAuthorized = true
  /// The timeout for the header of an attempt's response, and again for the response's body, unless
  /// the body is streamed.
  var timeout: Duration? = .seconds(900)
  /// The maximum size of the response in bytes.
  var maximumBytes = Int.max
  /// A Boolean value indicating whether the request changes no data, although requests with its
  /// method usually do.
  var isReadOnly = false

  /// Checks before each attempt except the first that the value to replace has not changed while
  /// the client waited; throws an error if it has.
  ///
  /// For writes without a precondition that the service itself checks.
  var checkBeforeRetry: (@Sendable () async throws -> Void)?

  /// A Boolean value indicating whether canceling the task stops a write without awaiting its
  /// response, as for large uploads; the outcome is then unknown.
  var stopsOnCancellation = false

  /// A Boolean value indicating whether the call may change data.
  var mayWrite: Bool { method != .get && method != .head && !isReadOnly }

  /// The method and URL for messages, without secrets.
  var summary: String {
    let target = WebAddress(url)?.target ?? url
    return "\(method.rawValue) \(Redaction.url(target))"
  }

  /// The host of the request, with its port if the URL contains one.
  var host: String {
    guard let address = WebAddress(url) else { return url }
    return address.host + (address.port.map { ":\($0)" } ?? "")
  }
}

/// The response to a call, with its body.
struct ServiceResponse: Sendable {
  let status: Int
  let fields: HTTPFields
  let body: [UInt8]
  /// A Boolean value indicating whether an earlier attempt may have performed the call.
  var mayHaveBeenApplied = false
  /// A Boolean value indicating whether an earlier attempt may still reach the service.
  var mayStillArrive = false

  /// A Boolean value indicating whether the status is 2xx.
  var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as UTF-8 text.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON, or nil if it is not JSON.
  var json: Tree? { JSONReader(recordsPositions: false).read(body, named: "answer").tree }

  /// A Boolean value indicating whether the response is a web page instead of data.
  ///
  /// The media type of an error response is not significant: Cloud Storage declares plain text as
  /// HTML.
  var isHTMLPage: Bool {
    let type = fields[.contentType] ?? ""
    return (isSuccess && type.hasPrefix("text/html"))
      || body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// A Boolean value indicating whether the response is a JSON error, or a list of errors, as in
  /// streams.
  var isServiceError: Bool {
    let json = json
    return (json?.kind == .list ? json?.children.first : json)?["error"] != nil
  }

  /// A Boolean value indicating whether security rules rejected the request; the Realtime Database
  /// uses the same status for invalid credentials.
  var isDeniedByRules: Bool { text.contains("Permission denied") }

  /// A Boolean value indicating whether the response confirms a write: it has no body or a JSON
  /// body.
  ///
  /// Only small bodies are parsed, because proxies do not generate large ones.
  var confirmsWrite: Bool {
    guard isSuccess, !isHTMLPage else { return false }
    guard !body.isEmpty, body.count <= 1 << 16 else { return true }
    return json != nil
  }

  /// A Boolean value indicating whether the service did not attempt the request: its status is 429
  /// or 503.
  var wasNotAttempted: Bool { status == 429 || status == 503 }

  /// Returns the delay that `Retry-After` requests as a number of seconds or a date (RFC 9110,
  /// section 10.2.3).
  ///
  /// - Parameter now: The current time in seconds since 1970.
  /// - Returns: The delay, at most a day, or nil if none is requested.
  func retryAfter(now: Double) -> Duration? {
    guard let text = fields[.retryAfter] else { return nil }
    if let seconds = Int(text) { return .seconds(min(max(0, seconds), 86_400)) }
    return ServerDate(parsing: text).map { date in
      .seconds(min(max(0, date.secondsSince1970 - now), 86_400))
    }
  }
}
