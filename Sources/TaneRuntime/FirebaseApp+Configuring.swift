import SystemPackage
public import TaneFirebase
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FirebaseApp {
  /// Activates the environment of `TANE_ENV`, or `local` if it is not set, unless one is active.
  ///
  /// The project is the nearest ancestor of the current folder that contains `environments/`. If
  /// the environment cannot be activated, this prints the reason and ends the process, as the SDK
  /// does for an app without a configuration. `EnvironmentProfiles.activate(_:access:managers:)`
  /// throws an error instead.
  ///
  /// ```swift
  /// if FirebaseApp.app() == nil { FirebaseApp.configure() }
  /// let shops = Database.database().reference(withPath: "shops")
  /// ```
  public static func configure() { start(name: nil, options: nil) }

  /// Activates the environment like `configure()`, and stores the options for code that reads them.
  ///
  /// The options do not select the environment, so that a test never accesses the project of the
  /// shipped app because of its plist.
  public static func configure(options: FirebaseOptions) { start(name: nil, options: options) }

  /// Activates the environment like `configure()`, and adds an app with a name.
  ///
  /// The app uses the active environment like all apps: neither its name nor its options select
  /// another environment.
  ///
  /// ```swift
  /// FirebaseApp.configure(name: "admin", options: options)
  /// let auth = FirebaseApp.app(name: "admin").map { Auth.auth(app: $0) }
  /// ```
  public static func configure(name: String, options: FirebaseOptions) {
    start(name: name, options: options)
  }

  private static func start(name: String?, options: FirebaseOptions?) {
    if RealtimeDatabaseManager.shared.environment == nil { activate() }
    register(name: name, options: options)
  }

  private static func activate() {
    do {
      let current = FilePath(FileManager.default.currentDirectoryPath)
      let project = Project.locate(from: current) ?? Project(root: current)
      let variables = ProcessInfo.processInfo.environment
      try EnvironmentProfiles.load(from: project, variables: variables).activate()
    } catch {
      fatalError("FirebaseApp.configure(): \(error)")
    }
  }
}
