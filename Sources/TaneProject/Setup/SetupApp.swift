import TaneCore

/// The settings for one project in an app's folder.
struct SetupApp {
  let project: String
  /// The project's Firebase configuration files.
  let apps: [FirebaseAppSettings]
  let settings: FirebaseSettings
  /// The services and decoded types in the app's code.
  private let code: AppCode
  /// The projects of all environments.
  private let projects: [String]

  init(_ project: String, among projects: [String], in folder: AppFolder) {
    (self.project, self.projects, code) = (project, projects, folder.code)
    apps = folder.apps.filter { $0.project == project }
    settings = folder.settings
  }

  /// Returns the names of the resources in `.firebaserc`, by target.
  func targets(of kind: some ServiceDeclaration) -> [String: String] {
    let targets = settings.targets(kind.firebase.section, of: project)
    return Dictionary(targets.map { (Self.slug($0.key), $0.value) }, uniquingKeysWith: { $1 })
  }

  /// A Boolean value indicating whether the app's code uses the default database.
  var usesDefaultDatabase: Bool { code.usesDefaultDatabase }

  /// Returns the URLs of services in the app's code, by name; the default service has an empty
  /// name.
  func urlsInCode(of kind: ServiceKind) -> [String: String] {
    code.urls(of: kind, in: project, among: projects)
  }

  /// The paths of the source files that name services of the project.
  var serviceSourceFiles: [String] {
    let urls = Set(ServiceKind.all.flatMap { urlsInCode(of: $0).values })
    return Set(code.locations.filter { urls.contains($0.url) }.map(\.file)).sorted()
  }

  /// Returns the locations, including locations that only the app's code contains.
  ///
  /// - Parameters:
  ///   - kind: The kind of the services.
  ///   - places: The locations in the app's settings, by service name.
  /// - Returns: All locations, by service name.
  func adding(_ kind: ServiceKind, to places: [String: String]) -> [String: String] {
    let added = urlsInCode(of: kind).filter { name, url in
      !name.isEmpty && !places.values.contains(url)
    }
    return places.merging(added) { old, _ in old }
  }

  /// Returns a string converted to lowercase ASCII letters, digits and hyphens.
  static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}

/// The locations of a kind's services, for a new profile.
struct SetupLocations {
  /// The locations as written in profiles, by service name.
  let places: [String: String]
  /// The guessed part of the locations, such as `the URL of the database`, or nil if nothing is
  /// guessed.
  let guess: String?

  init(_ places: [String: String], guess: String? = nil) {
    (self.places, self.guess) = (places, guess)
  }
}
