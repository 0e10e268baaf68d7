import TaneCore

/// A completed request, for logs.
package struct ServedRequest: Sendable, CustomStringConvertible {
  /// The name of the service.
  package let service: String
  /// The HTTP method of the request.
  package let method: String
  /// The target with redacted secrets.
  package var target: String { Redaction.url(fullTarget) }
  /// The response's status code, or 101 for a WebSocket; a WebSocket is reported when it closes.
  package let status: Int
  /// The time from the request's head to the end of the response.
  package let duration: Duration

  /// The target as sent; it is redacted only on access, because most requests are not logged.
  private let fullTarget: String

  init(
    service: String,
    method: String,
    target: String,
    status: Int,
    duration: Duration
  ) {
    self.service = service
    self.method = method
    fullTarget = target
    self.status = status
    self.duration = duration
  }

  /// The request in one line, such as `database GET /shops.json 200 0.4 ms`.
  package var description: String {
    let tenths = (duration / .microseconds(100)).rounded()
    return "\(service) \(method) \(target) \(status) \(tenths / 10) ms"
  }
}
