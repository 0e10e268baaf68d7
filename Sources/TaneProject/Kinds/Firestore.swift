package import TaneCore

/// The declaration of Firestore, such as `firestore: projects/PROJECT/databases/(default)`.
///
/// The resource of a `ServiceLocation` is the database's name.
struct Firestore: ServiceDeclaration {
  let kind = ServiceKind.firestore
  let noun = "Firestore database"
  let isNamed = false
  let containsTrees = true
  let adapter: any ServiceAdapter = DocumentAdapter()
  let mappableDataDescription: String? = "Firestore documents"
  let locationDescription = "the location of Firestore"
  let expectedLocations =
    "projects/PROJECT/databases/(default), http://HOST:PORT/projects/PROJECT/databases/(default)"
    + " of an emulator, or embedded:NAME"
  let locationSummary =
    "projects/PROJECT/databases/(default), the same path after http://HOST:PORT/ of an emulator, or"
    + " embedded:NAME."
  var emulatorVariables: [EmulatorVariable] { [.init(name: "FIRESTORE_EMULATOR_HOST")] }
  let firebase = FirebaseNames(
    section: "firestore",
    library: "FirebaseFirestore",
    emulatorPort: 8080
  )
  let fixturePart = FixtureSetPart.folder("firestore")
  let resourceNoun: String? = "document"

  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation? {
    switch url.scheme {
    case "http" where url.query == nil:
      return try databaseName(url.path, shown: shown).map {
        .emulator(origin: url.origin, resource: $0)
      }
    case "https":
      throw ServiceLocationError(
        message: "\"\(shown)\" is the URL of a web page or API; write the database's name,"
          + " \(Self.suggestion(from: url.path))"
      )
    default: return nil
    }
  }

  func location(named text: String, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  { try databaseName(text, shown: shown).map { .firebase($0) } }

  func instanceName(ofEmbedded name: String, in profile: EnvironmentProfile) -> String {
    (profile.documentDatabase ?? DocumentDatabaseName(project: profile.emulatedProject)).description
  }

  func project(of resource: String) -> String? { DocumentDatabaseName(parsing: resource)?.project }

  /// Returns true for document IDs, which alternate with collection names.
  func isIdentifier(keyAt index: Int, of count: Int) -> Bool { !index.isMultiple(of: 2) }

  func setupLocations(for app: SetupApp) -> SetupLocations {
    SetupLocations([kind.id: "projects/\(app.project)/databases/(default)"])
  }

  func exampleFixture(for names: [String]) -> (path: String, text: String)? {
    (
      "\(fixturePart.name)/examples/hello.yaml",
      """
      # The document "hello" of the collection "examples": replace it, or pull your own documents \
      from an environment with
      # tane pull firestore:/ -e ENVIRONMENT
      text: Hello from Tane
      createdAt: !now -1h

      """
    )
  }

  private func databaseName(
    _ text: String,
    shown: String
  ) throws(ServiceLocationError) -> String? {
    let text = text.hasSuffix("/") ? String(text.dropLast()) : text
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ Self.isIdentifier($0) }) || parts == [""] else { return nil }
    if DocumentDatabaseName(parsing: text) != nil { return text }
    let isDatabase = parts.first == "projects"
    if isDatabase, parts.count > 4, parts[2] == "databases" {
      throw ServiceLocationError(
        message: "\"\(shown)\" contains more than the database's name; remove everything after "
          + "\(parts[..<4].joined(separator: "/"))"
      )
    }
    let isURL = shown.contains("://")
    guard isDatabase || isURL else { return nil }
    let project = isDatabase && parts.count > 1 ? String(parts[1]) : "PROJECT"
    let advice =
      isURL
      ? "end it with /projects/\(project)/databases/(default)"
      : "write projects/\(project)/databases/(default)"
    throw ServiceLocationError(message: "\"\(shown)\" contains no database name; \(advice)")
  }

  /// Returns the probable name of the database that the path of an HTTPS URL refers to.
  private static func suggestion(from path: String) -> String {
    let parts = path.split(separator: "/")
    let database = parts.firstIndex(of: "databases").flatMap { parts.dropFirst($0 + 1).first }
    let project = URLParts.project(in: path).flatMap { isIdentifier($0) ? $0 : nil }
    return "projects/\(project ?? "PROJECT")/databases/\(database ?? "(default)")"
  }

  /// Returns true if a string is a valid identifier of a project or a database.
  private static func isIdentifier(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.first != "."
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
          || "-._~:()".unicodeScalars.contains($0)
      }
  }

  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
  {
    DocumentFixtureReader(
      source: source,
      database: profile.documentDatabase,
      reservedCollection: profile.reservedCollection
    )
  }
}

extension EnvironmentProfile {
  /// The name of the Firestore database for references between documents, or nil if the profile has
  /// no Firestore database.
  ///
  /// A profile with only an embedded store uses the default database of its project.
  package var documentDatabase: DocumentDatabaseName? {
    guard let firestore = services(of: .firestore).first else { return nil }
    return firestore.location.resource.flatMap { DocumentDatabaseName(parsing: $0) }
      ?? DocumentDatabaseName(project: project ?? fallbackProject)
  }
}
