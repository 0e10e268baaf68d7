/// A lookup table from the URLs in an app's code to the services of one kind.
///
/// An app's code contains the URLs of one environment. In another environment, each URL refers to
/// the service with the same name.
public struct ServiceURLs: Sendable {
  /// The URL of each service of the active environment, keyed by service name.
  let urls: [String: String]
  /// The name of each service, keyed by its URLs in all environments of the project.
  private let names: [String: String]

  /// Creates a table from the URLs of the active environment and of the project's other
  /// environments.
  ///
  /// - Parameters:
  ///   - urls: The URL of each service of the active environment, keyed by service name.
  ///   - others: The URLs of the project's other environments in the same form; if a URL has two
  ///     names, the first one is used.
  public init(_ urls: [String: String] = [:], others: [[String: String]] = []) {
    self.urls = urls
    var names: [String: String] = [:]
    for urls in [urls] + others {
      for (name, url) in urls.sorted(by: { $0.key < $1.key }) {
        let url = Self.trimmed(url)
        if names[url] == nil { names[url] = name }
      }
    }
    self.names = names
  }

  /// Returns the name of the service at a URL and the path within it, or nil for an unknown URL.
  func service(at url: String) -> (name: String, path: String)? {
    let url = Self.trimmed(url)
    if let name = names[url] { return (name, "") }
    let enclosingURL = names.keys.filter { url.hasPrefix($0 + "/") }.max { $0.count < $1.count }
    guard let enclosingURL, let name = names[enclosingURL] else { return nil }
    return (name, String(url.dropFirst(enclosingURL.count + 1)))
  }

  private static func trimmed(_ url: String) -> String {
    var url = url[...]
    while url.hasSuffix("/") { url.removeLast() }
    return String(url)
  }
}
