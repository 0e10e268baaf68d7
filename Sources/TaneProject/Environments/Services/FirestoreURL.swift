public import TaneCore

/// Where a Firestore database is: what `firestore` says in a profile.
public enum FirestoreURL: Sendable, Hashable {
  /// `embedded:NAME`: the embedded store under `.tane/`.
  case embedded(name: String)
  /// `projects/PROJECT/databases/DATABASE`: a database of Firebase.
  case firebase(DocumentDatabaseName)
  /// `http://HOST:PORT/projects/PROJECT/databases/DATABASE`: a database of an emulator.
  case emulator(origin: String, DocumentDatabaseName)

  /// Whether the database is an embedded store.
  public var isEmbedded: Bool {
    if case .embedded = self { true } else { false }
  }

  /// The database's name; nil for an embedded one.
  public var databaseName: DocumentDatabaseName? {
    switch self {
    case .embedded: nil
    case .firebase(let name), .emulator(_, let name): name
    }
  }
}

extension FirestoreURL: CustomStringConvertible {
  /// The place as a profile spells it.
  public var description: String {
    switch self {
    case .embedded(let name): "embedded:\(name)"
    case .firebase(let name): name.description
    case .emulator(let origin, let name): "\(origin)/\(name)"
    }
  }
}

extension FirestoreURL {
  /// Reads where a database is.
  init(parsing text: String) throws(ServiceURLError) {
    let shown = Redaction.url(text).escapingControls
    if let name = text.withoutPrefix("embedded:") {
      guard ServiceName.illegality(in: name) == nil else { throw Self.error(shown) }
      self = .embedded(name: name)
      return
    }
    guard let parts = URLParts(text) else {
      self = .firebase(try Self.databaseName(text, shown: shown))
      return
    }
    try parts.checkUse(shown: shown)
    switch parts.scheme {
    case "http" where parts.query == nil:
      self = .emulator(
        origin: parts.origin,
        try Self.databaseName(parts.path, shown: shown)
      )
    case "https":
      throw ServiceURLError(
        message: "\"\(shown)\" is an address for browsers and apps; write the database's name,"
          + " \(Self.suggestion(from: parts.path))"
      )
    default: throw Self.error(shown)
    }
  }

  private static func databaseName(
    _ text: String,
    shown: String
  ) throws(ServiceURLError) -> DocumentDatabaseName {
    let text = text.hasSuffix("/") ? String(text.dropLast()) : text
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ isIdentifier($0) }) || parts == [""] else { throw error(shown) }
    if let name = DocumentDatabaseName(parsing: text) { return name }
    let isDatabase = parts.first == "projects"
    if isDatabase, parts.count > 4, parts[2] == "databases" {
      throw ServiceURLError(
        message: "\"\(shown)\" says more than which database it is; leave out what follows"
          + " \(parts[..<4].joined(separator: "/"))"
      )
    }
    let isURL = shown.contains("://")
    guard isDatabase || isURL else { throw error(shown) }
    let project = isDatabase && parts.count > 1 ? String(parts[1]) : "PROJECT"
    throw ServiceURLError(
      message: "\"\(shown)\" names no database; \(isURL ? "end it with /" : "write ")"
        + "projects/\(project)/databases/(default)"
    )
  }

  /// The name that is probably meant by the path of another address of the same project.
  private static func suggestion(from path: String) -> String {
    let parts = path.split(separator: "/")
    let place = parts.firstIndex { $0 == "projects" || $0 == "project" }
    let project = place.flatMap { parts.dropFirst($0 + 1).first }
    let database = parts.firstIndex(of: "databases").flatMap { parts.dropFirst($0 + 1).first }
    let isUsable = project.map(isIdentifier) ?? false
    return "projects/\(isUsable ? project ?? "" : "PROJECT")/databases/\(database ?? "(default)")"
  }

  /// Whether a text can be the identifier of a project or a database.
  private static func isIdentifier(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.first != "."
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
          || "-._~:()".unicodeScalars.contains($0)
      }
  }

  private static func error(_ shown: String) -> ServiceURLError {
    ServiceURLError(
      message: "\"\(shown)\" is not where Firestore is: expected"
        + " projects/PROJECT/databases/(default), http://HOST:PORT/projects/PROJECT/databases/(default)"
        + " of an emulator, or embedded:NAME"
    )
  }
}
