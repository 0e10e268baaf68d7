import TaneCore

/// A declaration of one kind of service, with its representation in profiles, their schema and
/// fixtures.
///
/// There is one declaration per kind; code for all services iterates over
/// `ServiceDeclarations.all`.
protocol ServiceDeclaration: Sendable {
  /// The kind of service; its ID is the key in profiles.
  var kind: ServiceKind { get }
  /// The noun that messages use for a service of this kind, such as `database`.
  var noun: String { get }
  /// A Boolean value indicating whether profiles name services of the kind; otherwise, an
  /// environment has at most one service of the kind, named by the kind's identifier.
  var isNamed: Bool { get }
  /// A Boolean value indicating whether services of the kind contain trees, parts of which fixtures
  /// can own.
  var containsTrees: Bool { get }
  /// The data that mappings can refer to, such as `database nodes`, or nil if there is no such
  /// data.
  var mappableDataDescription: String? { get }

  /// The adapter for observing and writing services of the kind.
  var adapter: any ServiceAdapter { get }

  // MARK: Profiles

  /// The location's description for messages, such as `the URL of a database`.
  var locationDescription: String { get }
  /// The valid spellings of a location, for messages.
  var expectedLocations: String { get }
  /// The long form of a service in profiles, or nil if the kind has none.
  var longForm: ServiceLongForm? { get }
  /// The description of the key in profiles, or nil if the description of its value is sufficient.
  var summary: String? { get }
  /// The description of the valid values in profiles.
  var locationSummary: String { get }

  /// Returns the location that a valid URL without credentials refers to, or nil if it is not a
  /// location of the kind.
  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  /// Returns the location that a string other than a valid URL refers to, or nil if it is not a
  /// location of the kind.
  func location(named text: String, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  /// Returns the location of a resource as written in profiles; the origin is nil for Firebase.
  func spelling(of resource: String, at origin: String?) -> String
  /// Returns the name that clients of an emulator use for a Firebase resource.
  func instanceName(of resource: String) -> String
  /// Returns the name that clients of an emulator use for an embedded store of a profile.
  func instanceName(ofEmbedded name: String, in profile: EnvironmentProfile) -> String
  /// Returns the project in a resource's name, or nil if the name does not contain a project.
  func project(of resource: String) -> String?
  /// Returns the problem with a Firebase resource, or nil if none is found.
  func problem(ofFirebase resource: String) -> String?

  /// Returns true if a key of an address is an identifier that varies with the data, rather than a
  /// fixed name.
  func isIdentifier(keyAt index: Int, of count: Int) -> Bool

  // MARK: Apps and emulators

  /// Firebase's names for the kind in its files and libraries.
  var firebase: FirebaseNames { get }
  /// The setting in `GoogleService-Info.plist` that names a service of the kind, if any.
  var appSetting: (key: String, value: KeyPath<GoogleServiceInfo, GoogleServiceInfo.Entry?>)? {
    get
  }
  /// Returns the canonical name of a resource, for comparing an app's setting with the profile.
  func canonicalName(of resource: String) -> String
  /// The environment variables for an emulator, in order of precedence.
  var emulatorVariables: [EmulatorVariable] { get }

  // MARK: New projects

  /// The default name of a service of the kind, such as `database`.
  var defaultServiceName: String { get }
  /// Returns the service locations that are found in an app's folder.
  func setupLocations(for app: SetupApp) -> SetupLocations
  /// Returns the service URL in a string literal of an app's code, without a trailing slash, or nil
  /// if the literal is not such a URL.
  func url(inCode text: String) -> String?
  /// Returns the path in the set and the text of an initial fixture for services with the given
  /// names, or nil if a new project has none.
  func exampleFixture(for names: [String]) -> (path: String, text: String)?

  // MARK: Fixtures

  /// The file or folder of a fixture set for services of the kind.
  var fixturePart: FixtureSetPart { get }
  /// The word for a resource of the kind in messages, such as `document`, or nil if values are
  /// counted instead.
  var resourceNoun: String? { get }
  /// Creates the reader for the kind's files in fixture sets.
  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
}

extension ServiceDeclaration {
  var mappableDataDescription: String? { nil }
  var longForm: ServiceLongForm? { nil }
  var summary: String? { nil }
  var locationSummary: String { "\(expectedLocations)." }
  var appSetting: (key: String, value: KeyPath<GoogleServiceInfo, GoogleServiceInfo.Entry?>)? {
    nil
  }

  var defaultServiceName: String { kind.id }
  func isIdentifier(keyAt index: Int, of count: Int) -> Bool { false }
  func url(inCode text: String) -> String? { nil }
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
  func canonicalName(of resource: String) -> String { resource }

  /// Returns the setting of a service of the kind: `databases.shops`, `firestore`.
  func setting(of name: String) -> String { isNamed ? "\(kind.id).\(name)" : kind.id }
}

/// The long form of a service, a map with its location and options.
struct ServiceLongForm {
  /// The key of the option that marks the service that apps use by default.
  static let defaultKey = "default"

  /// The key of the option that names the manager's member in generated Swift code.
  static let memberKey = "member"

  /// The key of the location, such as `url`.
  let key: String
  /// The word for the location in messages, such as `URL`.
  let noun: String
  /// The keys of Boolean options, with their descriptions.
  var flags: [(key: String, summary: String)] = []
  /// The keys of string options, with their descriptions.
  var texts: [(key: String, summary: String)] = []
  /// The keys of options with secret values, with their descriptions.
  var secrets: [(key: String, summary: String)] = []

  /// The keys of the location and all options.
  var keys: [String] { [key] + flags.map(\.key) + texts.map(\.key) + secrets.map(\.key) }
}

/// Firebase's names for a kind of service.
struct FirebaseNames {
  /// The name of the kind in `firebase.json` and in emulator exports, such as `database`.
  let section: String
  /// The library with which apps access services of the kind, such as `FirebaseDatabase`.
  let library: String
  /// The default port of the Firebase emulator, or nil if there is no emulator.
  var emulatorPort: Int?
}

/// An environment variable for an emulator.
struct EmulatorVariable {
  let name: String
  /// A Boolean value indicating whether the variable's value is a URL rather than a host with a
  /// port.
  var isURL = false
}

/// The file or folder of a fixture set that describes services of a kind.
enum FixtureSetPart {
  /// A folder with this name.
  case folder(String)
  /// A YAML file, with its name without extension and a description of its content for messages.
  case file(String, of: String)

  /// The name of the file or folder in new fixture sets.
  var name: String {
    switch self {
    case .folder(let name): name
    case .file(let name, _): "\(name).yaml"
    }
  }

  /// Returns true if an entry of a set is this file or folder.
  func matches(_ name: String, isFolder: Bool) -> Bool {
    switch self {
    case .folder(let folder): isFolder && name == folder
    case .file(let file, _): !isFolder && ["yaml", "yml"].contains { name == "\(file).\($0)" }
    }
  }
}
