import TaneCore

/// An error in the location of a service; its message contains no secrets.
struct ServiceLocationError: Error {
  let message: String
}

extension ServiceLocation {
  init(parsing text: String, of kind: some ServiceDeclaration) throws(ServiceLocationError) {
    let shown = Redaction.url(text).escapingControls
    guard let location = try Self.location(text, of: kind, shown: shown) else {
      throw ServiceLocationError(
        message: "\"\(shown)\" is not \(kind.locationDescription): "
          + "expected \(kind.expectedLocations)"
      )
    }
    self = location
  }

  private static func location(
    _ text: String,
    of kind: some ServiceDeclaration,
    shown: String
  ) throws(ServiceLocationError) -> ServiceLocation? {
    if let name = text.withoutPrefix("embedded:") {
      let problem =
        kind.isNamed ? ServiceName.problem(in: name) : ServiceName.violation(in: name)
      return problem == nil ? .embedded(name: name) : nil
    }
    guard let url = URLParts(text) else { return try kind.location(named: text, shown: shown) }
    try url.checkUse(shown: shown)
    return try kind.location(at: url, shown: shown)
  }

  /// Returns the location as written in profiles.
  func spelling(of kind: some ServiceDeclaration) -> String {
    switch self {
    case .embedded(let name): "embedded:\(name)"
    case .firebase(let resource): kind.spelling(of: resource, at: nil)
    case .emulator(let origin, let resource): kind.spelling(of: resource, at: origin)
    }
  }
}

extension URLParts {
  /// Throws an error if the URL contains user information or an invalid port, or uses plain HTTP
  /// with a Google host.
  fileprivate func checkUse(shown: String) throws(ServiceLocationError) {
    guard !authority.contains("@") else {
      throw ServiceLocationError(
        message:
          "the URL \"\(shown)\" contains a user or password; remove it, and specify a credentials "
          + "file in \"credentials\""
      )
    }
    guard !scheme.hasPrefix("http") || hasValidPort else {
      throw ServiceLocationError(
        message: "the port of \"\(shown)\" is not a number between 1 and 65535; correct it"
      )
    }
    guard scheme == "http", isGoogle else { return }
    throw ServiceLocationError(
      message:
        "\"\(shown)\" has the form of an emulator URL, but Google's hosts do not accept plain "
        + "HTTP; write the location of the Firebase service instead, as the guide to profiles shows"
    )
  }

  /// Returns the project in the path of a console or API URL, or nil if the path contains none.
  static func project(in path: String) -> String? {
    let parts = path.split(separator: "/")
    let place = parts.firstIndex { $0 == "projects" || $0 == "project" }
    return place.flatMap { parts.dropFirst($0 + 1).first }.map(String.init)
  }
}

extension String {
  /// Returns the text after a prefix, or nil if the text does not have the prefix.
  func withoutPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
