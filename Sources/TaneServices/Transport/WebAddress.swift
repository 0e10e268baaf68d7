import TaneCore

/// The parts of an absolute URL that determine the destination of a request (RFC 3986, section 3).
struct WebAddress: Sendable, Hashable {
  /// The scheme, `http` or `https`.
  let scheme: String
  /// The host; an IPv6 address is in brackets.
  let host: String
  /// The port, if the URL contains one.
  let port: Int?
  /// The path and query, beginning with a slash.
  let target: String

  /// Parses an `http` or `https` URL; returns nil if the scheme, host or port is invalid, or if
  /// there is user information.
  init?(_ url: String) {
    guard let separator = url.firstRange(of: "://") else { return nil }
    scheme = url[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = url[separator.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.isEmpty, !authority.contains("@"), !authority.contains("\\") else {
      return nil
    }
    target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    let hostEnd = authority.lastIndex(of: "]") ?? authority.startIndex
    if let colon = authority[hostEnd...].firstIndex(of: ":") {
      guard let number = Int(authority[authority.index(after: colon)...]),
        (0...65535).contains(number)
      else { return nil }
      host = String(authority[..<colon])
      port = number
    } else {
      host = String(authority)
      port = nil
    }
    guard !host.isEmpty else { return nil }
  }

  /// Returns the scheme, host and port of an emulator at `http://HOST:PORT`.
  ///
  /// - Parameters:
  ///   - url: The URL of the emulator.
  ///   - name: The name of the emulated resource, which must not be empty.
  ///   - noun: The kind of resource for the error message, with an article.
  /// - Returns: The origin.
  /// - Throws: A `StoreError` for any other URL.
  static func emulatorOrigin(
    _ url: String,
    serving name: String,
    _ noun: String
  ) throws -> String {
    if let address = WebAddress(url), address.scheme == "http", address.target == "/",
      !name.isEmpty
    {
      return address.origin
    }
    throw StoreError(
      .unsupported,
      service: Redaction.url(url),
      "this is not the URL of an emulator: expected http://HOST:PORT without a path, and the name "
        + "of \(noun), which must not be empty"
    )
  }

  /// The scheme, host and port.
  var origin: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }

  /// The host without the brackets of an IPv6 address.
  var name: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

  /// The name expected in the server's certificate, or nil if the host is a numeric address.
  var nameForCertificate: String? {
    host.hasPrefix("[") || host.isNumericHost ? nil : host
  }

  /// A Boolean value indicating whether the host is this machine.
  var isLoopback: Bool { host.lowercased().isLoopbackHost }
}
