import SystemPackage
public import TaneFirebase
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FirebaseApp {
  /// Activates the environment selected at launch, unless an environment is already active.
  ///
  /// The environment is selected by the argument `-TaneEnvironment NAME`, the variable `TANE_ENV`
  /// or the key `TaneEnvironment` in Info.plist, in this order. If none of them is set, the
  /// environment is `local`.
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
  ///
  /// - Parameter access: The access to the stores, as for `activate`, or nil for the access that
  ///   the environment's guard permits.
  public static func configure(access: EnvironmentConnector.Access? = nil) {
    start(name: nil, options: nil, access: access)
  }

  /// Activates the environment like `configure()`, and stores the options for code that reads them.
  ///
  /// The options do not select the environment, so the plist of a shipped app never directs a test
  /// to the app's project.
  public static func configure(options: FirebaseOptions) { start(name: nil, options: options) }

  /// Activates the environment like `configure()`, and adds an app with a name.
  ///
  /// Like all apps, the app uses the active environment: neither its name nor its options select a
  /// different one.
  ///
  /// ```swift
  /// FirebaseApp.configure(name: "admin", options: options)
  /// let auth = FirebaseApp.app(name: "admin").map { Auth.auth(app: $0) }
  /// ```
  public static func configure(name: String, options: FirebaseOptions) {
    start(name: name, options: options)
  }

  private static func start(
    name: String?,
    options: FirebaseOptions?,
    access: EnvironmentConnector.Access? = nil
  ) {
    if RealtimeDatabaseManager.shared.environment == nil { activate(for: access) }
    register(name: name, options: options)
  }

  private static func activate(for access: EnvironmentConnector.Access?) {
    do {
      let current = FilePath(FileManager.default.currentDirectoryPath)
      let project = Project.locate(from: current) ?? Project(root: current)
      let variables = ProcessInfo.processInfo.environment
      try EnvironmentProfiles.load(from: project, variables: variables).activate(access: access)
    } catch {
      fatalError("FirebaseApp.configure(): \(error)")
    }
  }
}
