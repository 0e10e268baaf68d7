import TaneCore

/// The settings for one project in an app's folder.
struct SetupApp {
  let project: String
  /// The project's Firebase configuration files.
  let apps: [FirebaseAppSettings]
  let settings: FirebaseSettings

  init(_ project: String, in folder: AppFolder) {
    self.project = project
    apps = folder.apps.filter { $0.project == project }
    settings = folder.settings
  }

  /// Returns the resources in `.firebaserc`, by target.
  func targets(of kind: some ServiceDeclaration) -> [String: String] {
    let targets = settings.targets(kind.firebase.section, of: project)
    return Dictionary(targets.map { (Self.slug($0.key), $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Returns a text converted to lowercase letters, digits and hyphens.
  static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}

/// The locations of a kind's services, for a new profile.
struct SetupPlaces {
  /// The locations as spelled in profiles, by the names of the services.
  let places: [String: String]
  /// The guessed part of the locations, such as `the URL of the database`, or nil if nothing is
  /// guessed.
  let guess: String?

  init(_ places: [String: String], guess: String? = nil) {
    (self.places, self.guess) = (places, guess)
  }
}
