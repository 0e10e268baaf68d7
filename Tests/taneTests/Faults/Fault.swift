/// What can go wrong with a request on its way to a service and back.
enum Fault: String, CaseIterable, Sendable {
  /// The service and all its connections go away.
  case goesDown
  /// The connection ends before the service has heard of the request.
  case closes
  /// The answer ends in its middle.
  case cuts
  /// The service does what it is asked, and the connection ends before the client hears of it.
  case loses
  /// Nobody ever answers, and the service has not heard.
  case staysSilent
  /// Nobody ever answers, and the service has done it.
  case losesSilently
  case unauthorized
  case forbidden
  case missing
  case preconditionFailed
  case tooManyRequests
  case serverError
  case badGateway
  case unavailable
  /// A page for people, as a success.
  case page
  /// JSON that is not the service's.
  case otherJSON
  case redirect

  /// Whether the client waits for an answer that never comes.
  var isSilent: Bool { self == .staysSilent || self == .losesSilently }

  /// The answer that somebody else gives in the place of the service; nil where there is none.
  var answer: String? {
    switch self {
    case .goesDown, .closes, .cuts, .loses, .staysSilent, .losesSilently: nil
    case .unauthorized: Self.answer("401 Unauthorized", #"{"error":"Unauthorized request."}"#)
    case .forbidden: Self.answer("403 Forbidden", #"{"error":"Permission denied"}"#)
    case .missing:
      Self.answer(
        "404 Not Found",
        #"{"error":{"code":404,"message":"The specified bucket does not exist."}}"#
      )
    case .preconditionFailed: Self.answer("412 Precondition Failed", "{}")
    case .tooManyRequests:
      Self.answer("429 Too Many Requests", "{}", "Retry-After: 1\r\n")
    case .serverError: Self.answer("500 Internal Server Error", #"{"error":"Internal error."}"#)
    case .badGateway: Self.answer("502 Bad Gateway", "<html>Bad gateway</html>")
    case .unavailable: Self.answer("503 Service Unavailable", "{}", "Retry-After: 2\r\n")
    case .page: Self.answer("200 OK", "<html>Sign in</html>", type: "text/html")
    case .otherJSON: Self.answer("200 OK", #"{"status":"ok""#)
    case .redirect:
      Self.answer("307 Temporary Redirect", "", "Location: http://elsewhere.invalid/\r\n")
    }
  }

  private static func answer(
    _ status: String,
    _ body: String,
    _ fields: String = "",
    type: String = "application/json"
  ) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(fields)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}

/// A fault, from which request on it happens, and whether it ends.
struct FaultPoint: Sendable, CustomStringConvertible {
  let fault: Fault
  /// The number of the request, from 1 on.
  let request: Int
  /// Whether all requests from that one on fail so.
  let isLasting: Bool

  var description: String {
    "\(fault.rawValue) \(isLasting ? "from request \(request) on" : "at request \(request)")"
  }

  func strikes(_ request: Int) -> Bool {
    isLasting ? request >= self.request : request == self.request
  }
}
