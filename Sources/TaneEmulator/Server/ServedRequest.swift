import TaneCore

/// A request that has been answered, for a log.
public struct ServedRequest: Sendable, CustomStringConvertible {
  /// The name of the service.
  public let service: String
  /// The method.
  public let method: String
  /// The target, with the values of parameters that are secrets left out.
  public var target: String { Redaction.url(fullTarget) }
  /// The code of the answer's status; 101 for a WebSocket, when it ends.
  public let status: Int
  /// The time from the request's head to the end of the answer.
  public let duration: Duration

  /// Mostly nobody asks for it, so that it is redacted when somebody does.
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

  /// One line: `database GET /shops.json 200 0.4 ms`.
  public var description: String {
    let tenths = (duration / .microseconds(100)).rounded()
    return "\(service) \(method) \(target) \(status) \(tenths / 10) ms"
  }
}
