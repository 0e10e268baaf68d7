/// A request that has been answered, for a log.
public struct ServedRequest: Sendable, CustomStringConvertible {
  /// The name of the service.
  public let service: String
  /// The method.
  public let method: String
  /// The target, with the values of parameters that are secrets left out.
  public var target: String { Self.redacted(fullTarget) }
  /// The code of the answer's status; 101 for a WebSocket, when it ends.
  public let status: Int
  /// The time from the request's head to the end of the answer.
  public let duration: Duration

  /// Mostly nobody asks for it, so that it is redacted when somebody does.
  private let fullTarget: String

  private static let secrets = ["auth", "access_token", "key", "token", "X-Goog-Signature"]

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

  /// The target without the values of secret parameters.
  static func redacted(_ target: String) -> String {
    guard let mark = target.firstIndex(of: "?") else { return target }
    let parameters = target[target.index(after: mark)...]
      .split(separator: "&", omittingEmptySubsequences: false)
      .map { parameter in
        let name = parameter.prefix { $0 != "=" }
        return secrets.contains(String(name)) ? "\(name)=<redacted>" : String(parameter)
      }
    return "\(target[..<mark])?\(parameters.joined(separator: "&"))"
  }
}
