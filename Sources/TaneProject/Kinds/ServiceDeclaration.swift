import TaneCore

/// A declaration of a kind of service for a project's files: profiles, their schema and fixtures.
///
/// One declaration a kind; everything that goes over services goes over `ServiceDeclarations.all`.
protocol ServiceDeclaration: Sendable {
  /// The kind; its id is the key in profiles.
  var kind: ServiceKind { get }
  /// The common noun for a service of the kind: `database`.
  var noun: String { get }
  /// A Boolean value indicating whether profiles name services of the kind; otherwise an
  /// environment has one, named by the kind's identifier.
  var isNamed: Bool { get }
  /// A Boolean value indicating whether services of the kind hold trees, of which fixtures can own
  /// a part.
  var holdsTrees: Bool { get }
  /// The data of the kind that mappings can name: `nodes of databases`; nil if there are none.
  var mappedData: String? { get }

  /// The adapter for observing and writing services of the kind.
  var adapter: any ServiceAdapter { get }

  // MARK: Profiles

  /// The location's description for messages: `the URL of a database`.
  var whereabouts: String { get }
  /// The spellings of a place, for messages.
  var expectedLocations: String { get }
  /// The long form of a service in profiles, or nil if the kind has none.
  var longForm: ServiceLongForm? { get }
  /// The description of the key in profiles, or nil if the description of its value is sufficient.
  var summary: String? { get }
  /// The description of the valid values in profiles.
  var locationSummary: String { get }

  /// Returns the location of a service by a valid URL without credentials, or nil if the URL is not
  /// of the kind.
  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  /// Returns the location of a service by a text that is not a valid URL, or nil if the text has no
  /// meaning.
  func location(named text: String, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  /// A place of Firebase, or of an emulator, as profiles spell it.
  func spelling(of resource: String, at origin: String?) -> String
  /// The name that clients of an emulator say for a resource of Firebase.
  func instanceName(of resource: String) -> String
  /// The name that clients of an emulator say for an embedded store of a profile.
  func instanceName(ofEmbedded name: String, in profile: EnvironmentProfile) -> String
  /// The project that a resource is of; nil where it does not say.
  func project(of resource: String) -> String?
  /// Returns the problem with a Firebase resource, or nil if none is known.
  func problem(ofFirebase resource: String) -> String?

  /// Returns true if a key of an address is an identifier with arbitrarily many values in the data,
  /// rather than a name that somebody chose.
  func isIdentifier(keyAt index: Int, of count: Int) -> Bool

  // MARK: Apps and emulators

  /// Firebase's names for the kind in its files and libraries.
  var firebase: FirebaseNames { get }
  /// The setting in `GoogleService-Info.plist` that names a service of the kind.
  var appSetting: (key: String, value: KeyPath<GoogleServiceInfo, GoogleServiceInfo.Entry?>)? {
    get
  }
  /// The one spelling of a resource's name, by which an app's setting is compared with the profile.
  func comparableName(_ resource: String) -> String
  /// The variables that name an emulator, the first before the others.
  var emulatorVariables: [EmulatorVariable] { get }

  // MARK: New projects

  /// The default name of a service of the kind: `database`.
  var usualName: String { get }
  /// Returns the locations of an app's services, as far as its folder shows them.
  func setupPlaces(for app: SetupApp) -> SetupPlaces
  /// A first fixture for services of the kind, of which the names are given: its path in the set and its text; nil
  /// where a new project has none.
  func exampleFixture(for names: [String]) -> (path: String, text: String)?

  // MARK: Fixtures

  /// The file or folder of a fixture set that is about services of the kind.
  var fixturePlace: FixturePlace { get }
  /// The noun for a resource of the kind: `document`; nil if its values are counted instead.
  var resourceNoun: String? { get }
  /// Creates the reader for the kind's part of fixture sets.
  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
}

extension ServiceDeclaration {
  var mappedData: String? { nil }
  var longForm: ServiceLongForm? { nil }
  var summary: String? { nil }
  var locationSummary: String { "\(expectedLocations)." }
  var appSetting: (key: String, value: KeyPath<GoogleServiceInfo, GoogleServiceInfo.Entry?>)? {
    nil
  }

  var usualName: String { kind.id }
  func isIdentifier(keyAt index: Int, of count: Int) -> Bool { false }
  func exampleFixture(for names: [String]) -> (path: String, text: String)? { nil }

  func location(named text: String, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  { nil }
  func spelling(of resource: String, at origin: String?) -> String {
    origin.map { "\($0)/\(resource)" } ?? resource
  }
  func instanceName(of resource: String) -> String { resource }
  func instanceName(ofEmbedded name: String, in profile: EnvironmentProfile) -> String { name }
  func project(of resource: String) -> String? { nil }
  func problem(ofFirebase resource: String) -> String? { nil }
  func comparableName(_ resource: String) -> String { resource }

  /// The setting of a service of the kind: `databases.shops`, `firestore`.
  func setting(of name: String) -> String { isNamed ? "\(kind.id).\(name)" : kind.id }
}

/// A service written as a map: where it is, and what else is said of it.
struct ServiceLongForm {
  /// The key of the place: `url`.
  let key: String
  /// The noun for the value: `URL`.
  let noun: String
  /// The keys that are true or false, each with what it means.
  var flags: [(key: String, summary: String)] = []
  /// The keys whose texts are never shown.
  var secrets: [(key: String, summary: String)] = []

  /// All keys.
  var keys: [String] { [key] + flags.map(\.key) + secrets.map(\.key) }
}

/// Firebase's names for a kind of service.
struct FirebaseNames {
  /// The section of `firebase.json`, the emulator there and in exports: `database`.
  let section: String
  /// The library with which apps use services of the kind: `FirebaseDatabase`.
  let library: String
  /// The port of Firebase's emulator; nil where there is none.
  var emulatorPort: Int?
}

/// A variable of the process that names an emulator.
struct EmulatorVariable {
  /// The variable.
  let name: String
  /// A Boolean value indicating whether the variable's value is a URL rather than a host with a
  /// port.
  var isURL = false
}

/// The part of a fixture set that is about services of a kind.
enum FixturePlace {
  /// A folder of this name.
  case folder(String)
  /// A YAML file of this name, without its extension; what it holds, for messages.
  case file(String, of: String)

  /// The name of the file or folder, as it is proposed.
  var name: String {
    switch self {
    case .folder(let name): name
    case .file(let name, _): "\(name).yaml"
    }
  }

  /// Returns true if an entry of a set is the part.
  func matches(_ name: String, isFolder: Bool) -> Bool {
    switch self {
    case .folder(let folder): isFolder && name == folder
    case .file(let file, _): !isFolder && ["yaml", "yml"].contains { name == "\(file).\($0)" }
    }
  }
}
