import Crypto
import HTTPTypes
import Synchronization
import TaneCore

/// A gate that protects the studio: only the browser that opened the printed URL is served.
///
/// The token in the URL can be exchanged once for a cookie that other sites cannot send. Requests
/// from other sites, even under host names that resolve to this machine, are rejected based on
/// `Host` and `Origin`; a form is accepted only with the session's secret.
final class StudioGate: Sendable {
  /// The decision about a request.
  enum Decision: Equatable {
    /// The request belongs to the session.
    case accepted
    /// The token was valid: the browser receives the cookie and is redirected to the same path
    /// without the query.
    case signedIn(cookie: String, target: String)
    /// The request is rejected with a status and an error message.
    case rejected(HTTPResponse.Status, String)
  }

  /// The names under which a browser reaches a loopback address.
  private static let hosts: Set = ["localhost", "127.0.0.1", "[::1]"]

  /// The token for the first request.
  let token = StudioGate.secret()
  let formSecret = StudioGate.secret()
  private let session = StudioGate.secret()
  private let isTokenUsed = Mutex(false)

  /// Returns the decision about a request.
  func verdict(on request: EmulatorRequest) -> Decision {
    let host = request.head.authority ?? ""
    guard Self.isLoopback(host) else {
      return .rejected(.forbidden, "the studio accepts only requests for localhost or 127.0.0.1")
    }
    if let problem = Self.problem(withOriginOf: request.head, host) {
      return .rejected(.forbidden, problem)
    }
    if request.head.method == .get, let token = request.target["token"] {
      return signIn(token, at: request.target, host)
    }
    guard cookies(of: request.head).contains(where: { Self.isSame($0, cookie(for: host)) }) else {
      return .rejected(
        .unauthorized,
        "this browser has no session; open the URL that tane studio printed, or run tane studio again"
      )
    }
    guard request.head.method == .post else { return .accepted }
    let secret = RequestTarget("?" + String(decoding: request.body, as: UTF8.self))["secret"]
    return Self.isSame(secret ?? "", formSecret)
      ? .accepted : .rejected(.forbidden, "the form belongs to another session; reload the page")
  }

  private func signIn(_ token: String, at target: RequestTarget, _ host: String) -> Decision {
    let isFirst = isTokenUsed.withLock { isUsed in
      guard !isUsed, Self.isSame(token, self.token) else { return false }
      isUsed = true
      return true
    }
    guard isFirst else {
      return .rejected(
        .unauthorized,
        "the token in the URL is invalid or was already used; run tane studio again for a new one"
      )
    }
    // Browsers interpret a path that begins with two slashes as a URL of another host.
    let path = "/" + target.rawPath.drop { $0 == "/" || $0 == "\\" }
    return .signedIn(
      cookie: "\(cookie(for: host)); Path=/; HttpOnly; SameSite=Strict",
      target: path
    )
  }

  /// Returns the session's cookie; its name contains the port, since browsers send cookies to all
  /// ports of a host.
  private func cookie(for host: String) -> String {
    let port = host.split(separator: ":").last.flatMap { Int($0) }.map { "-\($0)" } ?? ""
    return "tane-studio\(port)=\(session)"
  }

  private func cookies(of head: HTTPRequest) -> [String] {
    head.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }
      .map { String($0.drop { $0 == " " }) }
  }

  private static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return hosts.contains(name.lowercased())
  }

  /// Returns the reason to reject a request from another page, or nil to accept the request.
  ///
  /// Because the studio's pages send no referrer, browsers send `null` as the origin of their
  /// forms. In that case, `Sec-Fetch-Site`, which no page can set, proves the origin.
  private static func problem(withOriginOf head: HTTPRequest, _ host: String) -> String? {
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { head.headerFields[$0]?.lowercased() }
    let own = ["http://\(host.lowercased())"] + (site == "same-origin" ? ["null"] : [])
    let origins = head.headerFields[values: .origin].map { $0.lowercased() }
    let isSameOrigin = origins.allSatisfy(own.contains)
    // A browser that follows a link from another site does not send the cookie.
    guard head.method != .get else {
      return isSameOrigin ? nil : "the request was sent from another page"
    }
    return isSameOrigin && !origins.isEmpty && [nil, "same-origin"].contains(site)
      ? nil : "the request was sent from another page"
  }

  /// Returns true if two secrets are equal; takes constant time.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    SHA256.hash(data: Array(left.utf8)) == SHA256.hash(data: Array(right.utf8))
  }

  /// Returns 32 random bytes in hexadecimal notation.
  static func secret() -> String {
    SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
      bytes.map(\.hexadecimal).joined()
    }
  }
}
