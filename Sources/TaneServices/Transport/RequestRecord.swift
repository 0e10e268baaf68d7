import HTTPTypes
import TaneCore

/// A record of one attempt to send a request to a service, with its result.
package struct RequestRecord: Sendable, Hashable {
  /// The result of an attempt.
  package enum Result: Sendable, Hashable {
    /// A response with its HTTP status.
    case status(Int)
    /// No complete response, with a short reason.
    case failure(String)
  }

  /// The client's next action after an attempt.
  package enum NextAction: Sendable, Hashable {
    /// The response or failure was returned.
    case none
    /// The client obtained another token and retried immediately.
    case renewsToken
    /// The client retried after a delay, with a short reason.
    case waits(Duration, reason: String)
  }

  /// The number of the request in the log, shared by all of its attempts.
  package let id: Int
  /// The number of the attempt, starting at 1.
  package internal(set) var attempt: Int
  package let method: String
  /// The URL without secrets.
  package let url: String
  package internal(set) var result: Result
  /// The number of bytes in the request's body.
  package let bytesSent: Int
  /// The number of bytes in the response's body, or 0 for a streamed response.
  package internal(set) var bytesReceived = 0
  /// The delay before the request was sent, to limit the load on the service.
  package internal(set) var throttleDelay: Duration = .zero
  /// The duration from sending the request to the end of the attempt.
  package internal(set) var duration: Duration = .zero
  /// The client's next action after the attempt.
  package internal(set) var nextAction: NextAction = .none

  init(id: Int, attempt: Int = 1, _ request: TransportRequest) {
    self.id = id
    self.attempt = attempt
    method = request.method.rawValue
    url = Redaction.url(request.url)
    bytesSent = request.body.count
    result = .failure("canceled")
  }
}

extension RequestRecord: CustomStringConvertible {
  /// The record as one line of text.
  package var description: String {
    let outcome =
      switch result {
      case .status(let status): "\(status)"
      case .failure(let words): words
      }
    var line =
      "#\(id) \(method) \(url) → \(outcome), sent \(bytesSent.grouped) B, received \(bytesReceived.grouped) B,"
      + " \(Self.milliseconds(duration)), attempt \(attempt)"
    if throttleDelay >= .milliseconds(1) {
      line += ", delayed by \(Self.milliseconds(throttleDelay))"
    }
    switch nextAction {
    case .none: break
    case .renewsToken: line += "; retrying with a new token"
    case .waits(let delay, let reason):
      line += "; retrying in \(Self.milliseconds(delay)): \(reason)"
    }
    return line
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(Int((duration / .milliseconds(1)).rounded()).grouped) ms"
  }
}
