import TaneCore

/// The proxies for requests, from the usual environment variables.
///
/// `HTTPS_PROXY` and `HTTP_PROXY` set the proxy for a scheme, `ALL_PROXY` for both; `NO_PROXY`
/// lists hosts to access directly, with `*` for all and `.example.com` for all subdomains.
/// Lowercase names work too. Requests to this machine and to the metadata server never use a proxy.
package struct ProxySettings: Sendable, Hashable {
  /// An HTTP proxy.
  package struct Proxy: Sendable, Hashable {
    package let host: String
    package let port: Int
    /// The user name for the proxy, if any.
    let user: String?
    let password: String?
  }

  private static let directHosts = [
    "169.254.169.254", "metadata.google.internal",
  ]

  private let proxies: [String: Proxy]
  private let exceptions: [String]
  /// The problem with an invalid variable, if any; requests that might need a proxy must then not
  /// be sent.
  package let problem: String?

  /// Settings without proxies.
  package static let none = ProxySettings(variables: [:])

  /// Creates settings from environment variables.
  package init(variables: [String: String]) {
    func variable(_ name: String) -> (name: String, value: String)? {
      let names = [name, name.uppercased()]
      guard let name = names.first(where: { variables[$0] != nil }), let value = variables[name],
        !value.isEmpty
      else { return nil }
      return (name, value)
    }
    let all = variable("all_proxy")
    let named = ["http": variable("http_proxy") ?? all, "https": variable("https_proxy") ?? all]
      .compactMapValues { $0 }
    let proxies = named.compactMapValues { Proxy(parsing: $0.value) }
    let wrong = named.sorted { $0.key > $1.key }.first { proxies[$0.key] == nil }?.value
    self.proxies = proxies
    problem = wrong.map { Self.problem(with: $0.value, in: $0.name) }
    exceptions = (variable("no_proxy")?.value ?? "").split { ", ".contains($0) }
      .map { $0.lowercased() }
  }

  private static func problem(with value: String, in name: String) -> String {
    let shown = Redaction.url(value).escapingControls
    let scheme = value.firstRange(of: "://").map { value[..<$0.lowerBound].lowercased() } ?? "http"
    let kind =
      switch scheme {
      case "http": ""
      case "https": "; the connection to a proxy is not encrypted, but the traffic in it is"
      default: "; proxies of other kinds, such as SOCKS, are not supported"
      }
    return
      "\(name) is \"\(shown)\", which is not a valid HTTP proxy: expected http://HOST:PORT\(kind); correct"
      + " the variable or unset it"
  }

  /// Returns the proxy for a URL, or nil if the connection is direct.
  func proxy(for url: String) -> Proxy? {
    guard let address = WebAddress(url), !isDirect(url) else { return nil }
    return proxies[address.scheme]
  }

  /// Returns true if requests to a URL bypass proxies: its host is this machine, the metadata
  /// server or listed in `NO_PROXY`.
  func isDirect(_ url: String) -> Bool {
    guard let address = WebAddress(url) else { return true }
    let host = address.host.lowercased()
    return Self.directHosts.contains(host) || address.isLoopback
      || exceptions.contains { Self.covers($0, host, address.port) }
  }

  private static func covers(_ exception: String, _ host: String, _ port: Int?) -> Bool {
    if exception == "*" || exception == host { return true }
    if let port, exception == "\(host):\(port)" { return true }
    let domain = exception.hasPrefix("*.") ? String(exception.dropFirst()) : exception
    return host.hasSuffix(domain.hasPrefix(".") ? domain : ".\(domain)")
  }
}

extension ProxySettings.Proxy {
  /// Parses `http://user:password@host:port`, in which only the host is required.
  fileprivate init?(parsing text: String) {
    let url = text.contains("://") ? text : "http://\(text)"
    // TLS to proxies is not supported, and the credentials must not be sent unencrypted if the URL
    // requires TLS.
    guard let separator = url.firstRange(of: "://"),
      url[..<separator.lowerBound].lowercased() == "http"
    else { return nil }
    let authority = url[separator.upperBound...].prefix { !"/?#".contains($0) }
    let sides = authority.split(separator: "@", omittingEmptySubsequences: false)
    let login = sides.dropLast().joined(separator: "@")
    guard let address = WebAddress("http://\(sides.last ?? "")") else { return nil }
    let parts = login.split(separator: ":", maxSplits: 1).map { PercentEncoding.decode(String($0)) }
    self.init(
      host: address.host,
      port: address.port ?? 80,
      user: parts.first,
      password: parts.count > 1 ? parts[1] : nil
    )
  }
}
