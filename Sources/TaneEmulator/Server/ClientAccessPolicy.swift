#if Network
import HTTPTypes
import NIOHPACK
import NIOHTTP1
#endif

/// The access policy of a server: the hosts and origins that it accepts.
///
/// A page from any site can send requests to a server on the user's machine and, under a host name
/// that resolves to `127.0.0.1`, read the responses (DNS rebinding). The server therefore rejects
/// requests for hosts other than its own, and requests from pages that are neither local nor
/// allowed. Clients other than browsers send no `Origin` and are unaffected.
package struct ClientAccessPolicy: Sendable {
  /// The wildcard for all origins.
  package static let anyOrigin = "*"

  /// The address of the host machine in Android's emulator.
  ///
  /// Android SDKs replace `localhost` with this address. It cannot be used for DNS rebinding, which
  /// requires a host name.
  private static let androidHost = "10.0.2.2"

  private var hosts: Set<String>
  private let origins: Set<String>
  /// A Boolean value indicating whether command-line options can add hosts and origins.
  private let isExtensible: Bool

  /// Creates an access policy that allows loopback and additional hosts and origins.
  ///
  /// - Parameters:
  ///   - hosts: Additional host names, with or without a port.
  ///   - origins: Additional origins of pages, such as `https://app.example`, or `*` for all.
  ///   - isExtensible: True if error messages may suggest adding hosts and origins.
  package init(hosts: [String] = [], origins: [String] = [], isExtensible: Bool = true) {
    self.isExtensible = isExtensible
    self.hosts = Set(hosts.map(Self.hostName))
    self.origins = Set(origins.map { $0.lowercased() })
  }

  /// Returns true if a host is this machine: `localhost`, a subdomain of it, or a loopback address.
  package static func isLoopback(_ host: String) -> Bool {
    let name = hostName(host)
    if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Returns true if a string is an origin (a scheme, a host and optionally a port) or the wildcard
  /// for all origins.
  package static func isOrigin(_ text: String) -> Bool {
    text == anyOrigin || host(ofOrigin: text) != nil
  }

  /// Returns a copy of the policy that also accepts the addresses that the server is bound to.
  func allowing(_ addresses: [String]) -> ClientAccessPolicy {
    var access = self
    access.hosts.formUnion(addresses.map(Self.hostName))
    return access
  }

  /// Returns an authority's host in lower case, without port, brackets or trailing dot.
  private static func hostName(_ authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    // An authority with more than one colon is an IPv6 address.
    let name = parts.count == 2 && parts[1].allSatisfy(\.isNumber) ? String(parts[0]) : text
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  private static func host(ofOrigin origin: String) -> String? {
    guard let scheme = origin.firstRange(of: "://"), scheme.lowerBound != origin.startIndex else {
      return nil
    }
    let host = origin[scheme.upperBound...]
    guard !host.isEmpty, !host.contains(where: { "/?#@ \\".contains($0) }) else { return nil }
    return String(host)
  }
}

#if Network
extension ClientAccessPolicy {
  /// Returns the error response if a request is not allowed, or nil if it is allowed.
  ///
  /// `address` is the local address at which the request arrived.
  func rejection(of head: HTTPRequestHead, at address: String?) -> EmulatorResponse? {
    rejectionMessage(of: head, at: address).map { .rejection(.forbidden, $0) }
  }

  /// Returns the reason to reject a request, or nil to serve it.
  func rejectionMessage(of head: HTTPRequestHead, at address: String?) -> String? {
    for host in head.headers["host"] where !isAllowed(host: host, at: address) {
      guard isExtensible else { return "only localhost and the bound address are served" }
      return
        "requests for the host \"\(host)\" are not accepted; expected localhost or the address that"
        + " the emulator is bound to; to accept them, pass --allow-host \(Self.hostName(host)) to"
        + " tane emulate"
    }
    let origins = head.headers["origin"]
    for origin in origins where !isAllowed(origin: origin) && !isSameOrigin(origin, of: head) {
      guard isExtensible else { return "requests from other pages are not accepted" }
      return
        "requests from pages at \"\(origin)\" are not accepted; expected a page from localhost; to"
        + " accept them, pass --allow-origin \(origin) to tane emulate"
    }
    guard origins.isEmpty, isCrossSite(head), !isAllowed(referrerOf: head) else { return nil }
    guard isExtensible else { return "requests from other pages are not accepted" }
    return
      "requests from pages of other sites are not accepted; expected a page from localhost; to"
      + " accept them, pass --allow-origin and the origin of the page to tane emulate"
  }

  /// Returns the reason to reject an HTTP/2 request, or nil to serve it.
  func rejectionMessage(of headers: HPACKHeaders, at address: String?) -> String? {
    let host = headers.first(name: ":authority") ?? headers.first(name: "host") ?? ""
    let fields = headers.filter { !$0.name.hasPrefix(":") && $0.name != "host" }
    let head = HTTPRequestHead(
      version: .http2,
      method: .POST,
      uri: headers.first(name: ":path") ?? "",
      headers: HTTPHeaders([("host", host)] + fields.map { ($0.name, $0.value) })
    )
    return rejectionMessage(of: head, at: address)
  }

  private func isAllowed(host: String, at address: String?) -> Bool {
    let name = Self.hostName(host)
    return Self.isLoopback(name) || hosts.contains(name) || name == address
      || name == Self.androidHost
  }

  private func isAllowed(origin: String) -> Bool {
    if origins.contains(Self.anyOrigin) || origins.contains(origin.lowercased()) { return true }
    return Self.host(ofOrigin: origin).map(Self.isLoopback) ?? false
  }

  /// Returns true if an origin is the server itself under an accepted host name; client libraries
  /// send such an origin for WebSockets.
  private func isSameOrigin(_ origin: String, of head: HTTPRequestHead) -> Bool {
    guard let host = Self.host(ofOrigin: origin) else { return false }
    return head.headers.first(name: "host")?.lowercased() == host.lowercased()
  }

  /// Returns true if a browser marks the request as cross-site, unless the request follows a link.
  private func isCrossSite(_ head: HTTPRequestHead) -> Bool {
    guard head.headers.first(name: "sec-fetch-site")?.lowercased() == "cross-site" else {
      return false
    }
    let isLink =
      head.headers.first(name: "sec-fetch-mode")?.lowercased() == "navigate"
      && head.headers.first(name: "sec-fetch-dest")?.lowercased() == "document"
    return !(isLink && (head.method == .GET || head.method == .HEAD))
  }

  /// Returns true if `Referer` names an allowed page; browsers send no `Origin` for resources that
  /// a page embeds.
  private func isAllowed(referrerOf head: HTTPRequestHead) -> Bool {
    if origins.contains(Self.anyOrigin) { return true }
    guard let referrer = head.headers.first(name: "referer"),
      let scheme = referrer.firstRange(of: "://")
    else { return false }
    let rest = referrer[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return isAllowed(origin: String(referrer[..<scheme.upperBound] + rest))
  }
}
#endif
