import TaneCore

/// Realtime Databases, each by a name: `databases: { shops: https://HOST }`.
///
/// The resource of Firebase is the origin, that of an emulator the namespace.
struct RealtimeDatabases: ServiceDeclaration {
  private static let disableTriggers = "disableTriggers"

  let kind = ServiceKind.databases
  let noun = "database"
  let isNamed = true
  let holdsTrees = true
  let adapter: any ServiceAdapter = DatabaseAdapter()
  let mappedData: String? = "nodes of databases"
  let whereabouts = "the URL of a database"
  let expectedLocations = "https://HOST, http://HOST:PORT?ns=NAME of an emulator, or embedded:NAME"
  let summary: String? = "The Realtime Databases by the name that addresses use."
  var longForm: ServiceLongForm? {
    ServiceLongForm(
      key: "url",
      noun: "URL",
      flags: [(Self.disableTriggers, "Whether writes must not start Cloud Functions.")]
    )
  }
  var appSetting: (key: String, value: KeyPath<GoogleServiceInfo, GoogleServiceInfo.Entry?>)? {
    ("DATABASE_URL", \.databaseURL)
  }
  var emulatorVariables: [EmulatorVariable] { [.init(name: "FIREBASE_DATABASE_EMULATOR_HOST")] }
  let fixturePlace = FixturePlace.folder("databases")
  let resourceNoun: String? = nil

  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation? {
    switch url.scheme {
    case "https":
      guard url.query == nil, url.path.isEmpty else { throw Self.notTheRoot(shown) }
      return .firebase(url.origin)
    case "http":
      guard url.path.isEmpty else { throw Self.notTheRoot(shown) }
      let resource = try Self.namespace(url.query, shown: shown)
      return .emulator(origin: url.origin, resource: resource)
    default: return nil
    }
  }

  private static func namespace(
    _ query: String?,
    shown: String
  ) throws(ServiceLocationError) -> String {
    guard let name = query?.withoutPrefix("ns="), !name.isEmpty, !name.contains("&") else {
      throw ServiceLocationError(
        message: "the emulator's URL \"\(shown)\" names no database; end it with ?ns=NAME and"
          + " nothing else"
      )
    }
    if let problem = ServiceName.violation(in: name) {
      throw ServiceLocationError(
        message: "the database's name in the emulator's URL \"\(shown)\" \(problem);"
          + " \(NameRule.expectation)"
      )
    }
    return name
  }

  private static func notTheRoot(_ shown: String) -> ServiceLocationError {
    ServiceLocationError(
      message: "the URL \"\(shown)\" says more than where the database is; leave out what follows"
        + " the host"
    )
  }

  func spelling(of resource: String, at origin: String?) -> String {
    origin.map { "\($0)?ns=\(resource)" } ?? resource
  }

  /// The first label of a host is the name of the instance.
  func instanceName(of resource: String) -> String {
    String((resource.withoutPrefix("https://") ?? resource).prefix { $0 != "." })
  }

  func comparableName(_ resource: String) -> String {
    (resource.hasSuffix("/") ? String(resource.dropLast()) : resource).lowercased()
  }

  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
  {
    DatabaseFixtureReader(
      source: source,
      known: profile.services(of: kind).map(\.name),
      reservedKey: profile.reservedKey
    )
  }
}

extension ServiceProfile {
  /// Whether writes to a database must not start Cloud Functions.
  public var disableTriggers: Bool { flags.contains("disableTriggers") }
}
