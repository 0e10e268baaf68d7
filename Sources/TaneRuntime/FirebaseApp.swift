import Synchronization
import SystemPackage
import TaneFirebase
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The app whose services the managers belong to, in the shape of Firebase's own iOS SDK.
///
/// ```swift
/// if FirebaseApp.app() == nil { FirebaseApp.configure() }
/// let shops = Database.database().reference(withPath: "shops")
/// ```
public final class FirebaseApp: Sendable {
  /// The name of the app, as the SDK calls the default one.
  public let name = "__FIRAPP_DEFAULT"
  private let values: [String: String]

  private init(values: [String: String]) { self.values = values }

  /// A copy of the options that the app was configured with; empty ones for `configure()`.
  public var options: FirebaseOptions { FirebaseOptions(values: values) }

  private static let optionValues = Mutex<[String: String]>([:])

  /// Returns the app, or nil while no environment is active.
  public static func app() -> FirebaseApp? {
    guard RealtimeDatabaseManager.shared.environment != nil else { return nil }
    return FirebaseApp(values: optionValues.withLock { $0 })
  }

  /// Activates the environment of `TANE_ENV`, else `local`, unless one is active.
  ///
  /// The project is the nearest folder upwards from the current one that has `environments/`. As the SDK does
  /// where an app has no configuration, this ends the process where the environment cannot be activated, and
  /// says why. `EnvironmentProfiles.activate(_:access:managers:)` throws instead.
  public static func configure() {
    guard RealtimeDatabaseManager.shared.environment == nil else { return }
    do {
      let current = FilePath(FileManager.default.currentDirectoryPath)
      let project = Project.locate(from: current) ?? Project(root: current)
      let variables = ProcessInfo.processInfo.environment
      try EnvironmentProfiles.load(from: project, variables: variables).activate()
    } catch {
      fatalError("FirebaseApp.configure(): \(error)")
    }
  }

  /// Activates the environment as `configure()` does, and keeps the options for code that reads them.
  ///
  /// The options do not choose the environment: a test never reaches the project of the app that is shipped because its
  /// plist is there.
  public static func configure(options: FirebaseOptions) {
    optionValues.withLock { $0 = options.values }
    configure()
  }
}
