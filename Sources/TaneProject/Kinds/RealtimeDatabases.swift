import TaneCore

/// The declaration of Realtime Databases, such as `databases: { shops: https://HOST }`.
///
/// The resource of a `ServiceLocation` is the database's origin at Firebase, or its namespace in an
/// emulator.
struct RealtimeDatabases: ServiceDeclaration {
  private static let disableTriggers = "disableTriggers"
  fileprivate static let persistence = "persistence"

  let kind = ServiceKind.databases
  let noun = "database"
  let isNamed = true
  let containsTrees = true
  let adapter: any ServiceAdapter = DatabaseAdapter()
  let mappableDataDescription: String? = "database nodes"
  let locationDescription = "the URL of a database"
  let expectedLocations = "https://HOST, http://HOST:PORT?ns=NAME of an emulator, or embedded:NAME"
  let summary: String? = "The Realtime Databases, by the names used in addresses."
  var longForm: ServiceLongForm? {
    ServiceLongForm(
      key: "url",
      noun: "URL",
      flags: [
        (Self.disableTriggers, "True if writes must not trigger Cloud Functions."),
        (ServiceLongForm.defaultKey, "True for the database that Database.database() returns."),
        (Self.persistence, "True if an app keeps data of the database on its device."),
      ],
      texts: [(ServiceLongForm.memberKey, "The member of RealtimeDatabaseManager in Swift code.")]
    )
  }
  var appSetting: (key: String, value: KeyPath<GoogleServiceInfo, GoogleServiceInfo.Entry?>)? {
    ("DATABASE_URL", \.databaseURL)
  }
  var emulatorVariables: [EmulatorVariable] { [.init(name: "FIREBASE_DATABASE_EMULATOR_HOST")] }
  let firebase = FirebaseNames(
    section: "database",
    library: "FirebaseDatabase",
    emulatorPort: 9000
  )
  let defaultServiceName = "database"
  let fixturePart = FixtureSetPart.folder("databases")
  let resourceNoun: String? = nil

  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation? {
    switch url.scheme {
    case "https":
      guard url.query == nil, url.path.isEmpty else { throw Self.nonRootURLError(shown) }
      return .firebase(url.origin)
    case "http":
      guard url.path.isEmpty else { throw Self.nonRootURLError(shown) }
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
        message: "the emulator's URL \"\(shown)\" contains no database name; end it with exactly "
          + "?ns=NAME"
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

  private static func nonRootURLError(_ shown: String) -> ServiceLocationError {
    ServiceLocationError(
      message: "the URL \"\(shown)\" contains more than the database's location; remove everything "
        + "after the host"
    )
  }

  func spelling(of resource: String, at origin: String?) -> String {
    origin.map { "\($0)?ns=\(resource)" } ?? resource
  }

  /// Returns the name of the instance, which is the first label of the host.
  func instanceName(of resource: String) -> String {
    String((resource.withoutPrefix("https://") ?? resource).prefix { $0 != "." })
  }

  func canonicalName(of resource: String) -> String {
    (resource.hasSuffix("/") ? String(resource.dropLast()) : resource).lowercased()
  }

  func setupLocations(for app: SetupApp) -> SetupLocations {
    let inCode = app.urlsInCode(of: kind)
    let stated = app.apps.lazy.compactMap(\.database).first ?? inCode[""]
    let usual = stated ?? "https://\(app.project)-default-rtdb.firebaseio.com"
    // The instances of a project have their own hosts, presumably in the region of the default
    // instance.
    let domain = usual.split(separator: "/").last?.split(separator: ".", maxSplits: 1).last ?? ""
    func url(_ instance: String) -> String {
      usual.hasPrefix("https://\(instance).") ? usual : "https://\(instance).\(domain)"
    }
    let targets = app.targets(of: self)
    guard targets.isEmpty else {
      return SetupLocations(app.adding(kind, to: targets.mapValues(url)))
    }
    // An app whose code names other databases may have no default database.
    guard stated != nil || inCode.isEmpty || app.usesDefaultDatabase else {
      return SetupLocations(app.adding(kind, to: [:]))
    }
    var places = [defaultServiceName: usual]
    for instance in app.settings.databaseInstances where instance.hasPrefix("\(app.project)-") {
      guard !usual.hasPrefix("https://\(instance).") else { continue }
      places[SetupApp.slug(String(instance.dropFirst(app.project.count + 1)))] = url(instance)
    }
    return SetupLocations(
      app.adding(kind, to: places),
      guess: stated == nil ? "the URL of the database" : nil
    )
  }

  func url(inCode text: String) -> String? {
    guard text.hasPrefix("https://") else { return nil }
    return text.wholeMatch(
      of: /(https:\/\/[a-z0-9\-]+(\.firebaseio\.com|\.[a-z0-9\-]+\.firebasedatabase\.app))\/?/
    ).map { String($0.1) }
  }

  func exampleFixture(for names: [String]) -> (path: String, text: String)? {
    guard let name = names.first else { return nil }
    let text = """
      # The data at /examples of the database: replace it, or pull your own data from an \
      environment with
      # tane pull \(name):/ -e ENVIRONMENT
      hello:
        text: Hello from Tane
        createdAt: !now -1h

      """
    return ("\(fixturePart.name)/\(name)/examples.yaml", text)
  }

  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
  {
    DatabaseFixtureReader(
      source: source,
      services: FixtureServices(self, of: profile),
      reservedKey: profile.reservedKey
    )
  }
}

extension ServiceProfile {
  /// A Boolean value indicating whether writes to the database must not trigger Cloud Functions.
  package var disableTriggers: Bool { flags.contains("disableTriggers") }

  /// A Boolean value indicating whether an app persists data of the database on its device.
  var isPersistent: Bool { flags.contains(RealtimeDatabases.persistence) }
}
