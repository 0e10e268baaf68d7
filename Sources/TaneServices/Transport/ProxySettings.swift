/// Which proxy requests go through, as the usual environment variables say.
///
/// `HTTPS_PROXY` and `HTTP_PROXY` name a proxy by the scheme of a request, in capitals or small letters;
/// `NO_PROXY` lists hosts without one, `*` for all and `.example.com` for all below a domain. Requests to
/// this machine and to the metadata server never go through a proxy.
public struct ProxySettings: Sendable, Hashable {
  /// A proxy.
  public struct Proxy: Sendable, Hashable {
    /// The host.
    public let host: String
    /// The port.
    public let port: Int
    /// The user to name to the proxy, if any.
    let user: String?
    let password: String?
  }

  private static let directHosts = [
    "169.254.169.254", "metadata.google.internal",
  ]

  private let proxies: [String: Proxy]
  private let exceptions: [String]

  /// Settings without any proxy.
  public static let none = ProxySettings(variables: [:])

  /// Reads environment variables.
  public init(variables: [String: String]) {
    func value(_ name: String) -> String? {
      let text = variables[name] ?? variables[name.uppercased()]
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    let all = value("all_proxy")
    proxies = ["http": value("http_proxy") ?? all, "https": value("https_proxy") ?? all]
      .compactMapValues { $0.flatMap(Proxy.init(parsing:)) }
    exceptions = (value("no_proxy") ?? "").split { ", ".contains($0) }.map { $0.lowercased() }
  }

  /// All proxies that may be used.
  var all: Set<Proxy> { Set(proxies.values) }

  /// The proxy for a URL; nil where the request goes straight to its host.
  func proxy(for url: String) -> Proxy? {
    guard let address = WebAddress(url), let proxy = proxies[address.scheme] else { return nil }
    let host = address.host.lowercased()
    guard !Self.directHosts.contains(host), !address.isLoopback else { return nil }
    return exceptions.contains { Self.covers($0, host, address.port) } ? nil : proxy
  }

  private static func covers(_ exception: String, _ host: String, _ port: Int?) -> Bool {
    if exception == "*" || exception == host { return true }
    if let port, exception == "\(host):\(port)" { return true }
    let domain = exception.hasPrefix("*.") ? String(exception.dropFirst()) : exception
    return host.hasSuffix(domain.hasPrefix(".") ? domain : ".\(domain)")
  }
}

extension ProxySettings.Proxy {
  /// Reads `http://user:password@host:port`, of which only the host is needed.
  fileprivate init?(parsing text: String) {
    let url = text.contains("://") ? text : "http://\(text)"
    guard let separator = url.firstRange(of: "://") else { return nil }
    let authority = url[separator.upperBound...].prefix { !"/?#".contains($0) }
    let sides = authority.split(separator: "@", omittingEmptySubsequences: false)
    let login = sides.dropLast().joined(separator: "@")
    guard let address = WebAddress("http://\(sides.last ?? "")") else { return nil }
    let parts = login.split(separator: ":", maxSplits: 1).map { URLEncoding.decode(String($0)) }
    self.init(
      host: address.host,
      port: address.port ?? 80,
      user: parts.first,
      password: parts.count > 1 ? parts[1] : nil
    )
  }
}
