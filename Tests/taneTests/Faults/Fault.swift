/// A fault of a request or its response.
enum Fault: String, CaseIterable, Sendable {
  /// The service stops and closes all connections.
  case goesDown
  /// The connection ends before the service receives the request.
  case closes
  /// The response is truncated.
  case cuts
  /// The service performs the request, but the connection ends before the response.
  case loses
  /// The service does not receive the request, and no response arrives.
  case staysSilent
  /// The service performs the request, but no response arrives.
  case losesSilently
  case unauthorized
  case forbidden
  case missing
  case preconditionFailed
  case tooManyRequests
  case serverError
  case badGateway
  case unavailable
  /// An HTML page with a success status.
  case page
  /// Invalid JSON with a success status.
  case otherJSON
  case redirect

  /// A Boolean value indicating whether no response arrives while the connection stays open.
  var isSilent: Bool { self == .staysSilent || self == .losesSilently }

  /// The response of another server in place of the service's response, or nil.
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

/// A fault with the number of the request at which it occurs.
struct FaultPoint: Sendable, CustomStringConvertible {
  let fault: Fault
  /// The number of the request, beginning with 1.
  let request: Int
  /// A Boolean value indicating whether all later requests fail as well.
  let isLasting: Bool

  var description: String {
    "\(fault.rawValue) \(isLasting ? "from request \(request) on" : "at request \(request)")"
  }

  func strikes(_ request: Int) -> Bool {
    isLasting ? request >= self.request : request == self.request
  }
}
