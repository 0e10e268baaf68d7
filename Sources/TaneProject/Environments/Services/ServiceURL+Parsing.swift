import TaneCore

/// Why a text is not the URL of a service, in words that show no secret.
struct ServiceURLError: Error {
  let message: String
}

extension URLParts {
  /// Refuses what no URL of a profile may have: a password, and plain HTTP to a host of Google's.
  func checkUse(shown: String) throws(ServiceURLError) {
    guard !authority.contains("@") else {
      throw ServiceURLError(
        message:
          "the URL \"\(shown)\" holds a user or password; leave them out and name a file with"
          + " \"credentials\""
      )
    }
    guard scheme == "http", isGoogle else { return }
    throw ServiceURLError(
      message:
        "\"\(shown)\" is an emulator's kind of URL with a host of Google's, which takes no plain"
        + " HTTP; write the service as the documentation of profiles says for Firebase"
    )
  }
}

extension ServiceURL {
  /// Reads the URL of a service of a kind.
  init(parsing text: String, of kind: ServiceKind) throws(ServiceURLError) {
    let shown = Redaction.url(text).escapingControls
    if let name = text.withoutPrefix("embedded:") {
      guard ServiceName.problem(in: name) == nil else { throw .notAURL(shown, of: kind) }
      self = .embedded(name: name)
      return
    }
    guard let parts = URLParts(text) else { throw .notAURL(shown, of: kind) }
    try parts.checkUse(shown: shown)
    switch (kind, parts.scheme) {
    case (.database, "https"): self = try .firebase(parts, shown: shown)
    case (.database, "http"): self = try .databaseEmulator(parts, shown: shown)
    case (.bucket, "gs"): self = try .cloudStorage(parts, shown: shown)
    case (.bucket, "http"): self = try .bucketEmulator(parts, shown: shown)
    default: throw .notAURL(shown, of: kind)
    }
  }

  private static func firebase(
    _ parts: URLParts,
    shown: String
  ) throws(ServiceURLError) -> ServiceURL {
    guard parts.query == nil, parts.path.isEmpty else { throw .notTheRoot(shown) }
    return .firebase(origin: parts.origin)
  }

  private static func databaseEmulator(
    _ parts: URLParts,
    shown: String
  ) throws(ServiceURLError) -> ServiceURL {
    guard parts.path.isEmpty else { throw .notTheRoot(shown) }
    guard let name = parts.query?.withoutPrefix("ns="), !name.isEmpty, !name.contains("&")
    else {
      throw ServiceURLError(
        message: "the emulator's URL \"\(shown)\" names no database; end it with ?ns=NAME and"
          + " nothing else"
      )
    }
    if let problem = ServiceName.illegality(in: name) {
      throw ServiceURLError(
        message: "the database's name in the emulator's URL \"\(shown)\" \(problem);"
          + " \(NameRule.expectation)"
      )
    }
    return .emulator(origin: parts.origin, name: name, service: .database)
  }

  private static func cloudStorage(
    _ parts: URLParts,
    shown: String
  ) throws(ServiceURLError) -> ServiceURL {
    guard parts.query == nil, parts.path.isEmpty else { throw .notTheBucket(shown) }
    try checkBucket(parts.authority, shown: shown)
    return .bucket(name: parts.authority)
  }

  private static func bucketEmulator(
    _ parts: URLParts,
    shown: String
  ) throws(ServiceURLError) -> ServiceURL {
    guard parts.query == nil, !parts.path.contains("/") else { throw .notTheBucket(shown) }
    guard !parts.path.isEmpty else {
      throw ServiceURLError(
        message: "the emulator's URL \"\(shown)\" names no bucket; end it with /NAME"
      )
    }
    try checkBucket(parts.path, shown: shown)
    return .emulator(origin: parts.origin, name: parts.path, service: .bucket)
  }

  private static func checkBucket(_ name: String, shown: String) throws(ServiceURLError) {
    guard let problem = ServiceName.illegality(in: name) else { return }
    throw ServiceURLError(
      message: "the bucket's name in the URL \"\(shown)\" \(problem); \(NameRule.expectation)"
    )
  }
}

extension ServiceURLError {
  fileprivate static func notAURL(_ shown: String, of kind: ServiceKind) -> ServiceURLError {
    let expected =
      switch kind {
      case .database: "https://HOST, http://HOST:PORT?ns=NAME of an emulator, or embedded:NAME"
      case .bucket: "gs://NAME, http://HOST:PORT/NAME of an emulator, or embedded:NAME"
      }
    return ServiceURLError(
      message: "\"\(shown)\" is not the URL of a \(kind.rawValue): expected \(expected)"
    )
  }

  fileprivate static func notTheRoot(_ shown: String) -> ServiceURLError {
    ServiceURLError(
      message: "the URL \"\(shown)\" says more than where the database is; leave out what follows"
        + " the host"
    )
  }

  fileprivate static func notTheBucket(_ shown: String) -> ServiceURLError {
    ServiceURLError(
      message: "the URL \"\(shown)\" says more than which bucket it is; leave out what follows its"
        + " name"
    )
  }
}

extension String {
  /// What follows a prefix; nil where the text has another beginning.
  func withoutPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
