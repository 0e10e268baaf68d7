import TaneCore

/// The address of a Realtime Database.
package struct DatabaseLocation: Sendable, Hashable {
  private static let domains = [".firebaseio.com", ".firebasedatabase.app"]

  /// The scheme, host and port.
  let origin: String
  /// The name of the database in an emulator, which serves several databases; nil in production.
  let namespace: String?

  /// A Boolean value indicating whether the database is served by an emulator.
  package var isEmulator: Bool { namespace != nil }

  /// Creates the location of a Firebase database: `https://NAME.firebaseio.com` or
  /// `https://NAME.REGION.firebasedatabase.app`.
  ///
  /// - Throws: A `StoreError` for any other URL, to which credentials must not be sent.
  package init(firebase url: String) throws {
    let address = WebAddress(url)
    let host = address?.host.lowercased() ?? ""
    guard let address, address.scheme == "https", address.port == nil, address.target == "/",
      Self.domains.contains(where: { host.hasSuffix($0) && host.count > $0.count })
    else {
      throw StoreError(
        .unsupported,
        service: Redaction.url(url),
        "this is not the URL of a Realtime Database: expected https://NAME.firebaseio.com or"
          + " https://NAME.REGION.firebasedatabase.app, as shown in the Firebase console"
      )
    }
    origin = address.origin
    namespace = nil
  }

  /// Creates the location of the database with the given name in an emulator at `http://HOST:PORT`.
  ///
  /// - Throws: A `StoreError` for any other URL.
  package init(emulator url: String, namespace: String) throws {
    origin = try WebAddress.emulatorOrigin(url, serving: namespace, "a database")
    self.namespace = namespace
  }

  /// Returns the URL of the resource at a path, with query parameters.
  func url(_ path: TreePath, _ parameters: [(name: String, value: String)] = []) -> String {
    let keys = path.components.map(PercentEncoding.encodeURLPart).joined(separator: "/")
    let space = namespace.map { [(name: "ns", value: $0)] } ?? []
    return "\(origin)/\(keys).json" + URLQuery.query(space + parameters)
  }

  /// Returns the WebSocket URL with the location's scheme; `host` is the host that the service has
  /// redirected to, if any.
  func socketURL(host: String?) -> String {
    let own = WebAddress(origin)
    // In production, the first label of the host is the database's name.
    let name = namespace ?? own.map { String($0.host.prefix { $0 != "." }) } ?? ""
    let place = host.map { "\(own?.scheme ?? "https")://\($0)" } ?? origin
    return place + "/.ws" + URLQuery.query([(name: "v", value: "5"), (name: "ns", value: name)])
  }
}

extension DatabaseLocation: CustomStringConvertible {
  /// The URL in the format used in profiles.
  package var description: String { origin + (namespace.map { "?ns=\($0)" } ?? "") }
}
