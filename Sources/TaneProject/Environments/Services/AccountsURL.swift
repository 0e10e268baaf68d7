import TaneCore

/// Where the accounts of a project are: what `accounts` says in a profile.
public enum AccountsURL: Sendable, Hashable {
  /// `embedded:NAME`: the embedded store under `.tane/`.
  case embedded(name: String)
  /// `PROJECT`: Firebase Authentication in a project.
  case firebase(project: String)
  /// `http://HOST:PORT/PROJECT`: the accounts of a project at an emulator.
  case emulator(origin: String, project: String)

  /// Whether the accounts are an embedded store.
  public var isEmbedded: Bool {
    if case .embedded = self { true } else { false }
  }

  /// The project whose accounts they are; nil for embedded ones.
  public var project: String? {
    switch self {
    case .embedded: nil
    case .firebase(let project), .emulator(_, let project): project
    }
  }
}

extension AccountsURL: CustomStringConvertible {
  /// The place as a profile spells it.
  public var description: String {
    switch self {
    case .embedded(let name): "embedded:\(name)"
    case .firebase(let project): project
    case .emulator(let origin, let project): "\(origin)/\(project)"
    }
  }
}

extension AccountsURL {
  /// Reads where accounts are.
  init(parsing text: String) throws(ServiceURLError) {
    let shown = Redaction.url(text).escapingControls
    if let name = text.withoutPrefix("embedded:") {
      guard ServiceName.illegality(in: name) == nil else { throw Self.error(shown) }
      self = .embedded(name: name)
      return
    }
    guard let parts = URLParts(text) else {
      self = .firebase(project: try Self.project(text, shown: shown))
      return
    }
    try parts.checkUse(shown: shown)
    switch parts.scheme {
    case "http" where parts.query == nil:
      guard !parts.path.isEmpty else {
        throw ServiceURLError(
          message: "the emulator's URL \"\(shown)\" names no project; end it with /PROJECT"
        )
      }
      self = .emulator(
        origin: parts.origin,
        project: try Self.project(parts.path, shown: shown)
      )
    case "https":
      throw ServiceURLError(
        message: "\"\(shown)\" is an address for browsers and apps; write the project's identifier,"
          + " \(Self.suggestion(from: parts.path))"
      )
    default: throw Self.error(shown)
    }
  }

  private static func project(
    _ text: String,
    shown: String
  ) throws(ServiceURLError) -> String {
    if let project = text.withoutPrefix("projects/").map({ $0.prefix { $0 != "/" } }),
      isIdentifier(project)
    {
      throw ServiceURLError(
        message: "\"\(shown)\" says more than whose accounts are meant; write the project alone,"
          + " \(project)"
      )
    }
    guard isIdentifier(text) else { throw error(shown) }
    return text
  }

  /// The project that is probably meant by the path of another address of it.
  private static func suggestion(from path: String) -> String {
    let parts = path.split(separator: "/")
    let place = parts.firstIndex { $0 == "projects" || $0 == "project" }
    let project = place.flatMap { parts.dropFirst($0 + 1).first }
    return project.flatMap { isIdentifier($0) ? "\($0)" : nil } ?? "such as my-project"
  }

  /// Whether a text can be the identifier of a project; those of a domain have a colon.
  private static func isIdentifier(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.first != "."
      && text.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("0"..."9").contains($0)
          || "-.:".unicodeScalars.contains($0)
      }
  }

  private static func error(_ shown: String) -> ServiceURLError {
    ServiceURLError(
      message: "\"\(shown)\" is not where accounts are: expected the identifier of a project,"
        + " http://HOST:PORT/PROJECT of an emulator, or embedded:NAME"
    )
  }
}
