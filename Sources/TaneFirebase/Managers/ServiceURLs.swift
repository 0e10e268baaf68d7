/// The URLs of the services of one kind, with the lookup of a service by a URL in code.
///
/// An app is written with the URLs of one environment. Under another one the same URL means the service that
/// has the same name there.
public struct ServiceURLs: Sendable {
  /// The URL of each service of the environment that is active, by its name.
  let urls: [String: String]
  /// The name of the service at each URL that an environment of the project names.
  private let names: [String: String]

  /// Takes the URLs of the services of an environment, and those of others that code may name instead.
  ///
  /// - Parameters:
  ///   - urls: The URL of each service of the environment, by its name.
  ///   - others: The services of the project's other environments in the same form, in order: of two names
  ///     for one URL the first one counts.
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

  /// The name of the service that a URL means, and the path below the service; nil where none has it.
  func service(at url: String) -> (name: String, path: String)? {
    let url = Self.trimmed(url)
    if let name = names[url] { return (name, "") }
    let above = names.keys.filter { url.hasPrefix($0 + "/") }.max { $0.count < $1.count }
    guard let above, let name = names[above] else { return nil }
    return (name, String(url.dropFirst(above.count + 1)))
  }

  private static func trimmed(_ url: String) -> String {
    var url = url[...]
    while url.hasSuffix("/") { url.removeLast() }
    return String(url)
  }
}
