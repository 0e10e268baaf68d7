import Synchronization
import SystemPackage
import TaneFirebase
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The app whose services the managers use, with the interface of Firebase's iOS SDK.
///
/// ```swift
/// if FirebaseApp.app() == nil { FirebaseApp.configure() }
/// let shops = Database.database().reference(withPath: "shops")
/// ```
public final class FirebaseApp: Sendable {
  /// The name of the default app in the SDK.
  public let name = "__FIRAPP_DEFAULT"
  private let values: [String: String]

  private init(values: [String: String]) { self.values = values }

  /// A copy of the options that the app was configured with, which are empty for `configure()`.
  public var options: FirebaseOptions { FirebaseOptions(values: values) }

  private static let optionValues = Mutex<[String: String]>([:])

  /// Returns the app, or nil if no environment is active.
  public static func app() -> FirebaseApp? {
    guard RealtimeDatabaseManager.shared.environment != nil else { return nil }
    return FirebaseApp(values: optionValues.withLock { $0 })
  }

  /// Activates the environment of `TANE_ENV`, or `local` if it is not set, unless one is active.
  ///
  /// The project is the nearest ancestor of the current folder that contains `environments/`. If
  /// the environment cannot be activated, this prints the reason and ends the process, as the SDK
  /// does for an app without a configuration. `EnvironmentProfiles.activate(_:access:managers:)`
  /// throws an error instead.
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

  /// Activates the environment like `configure()`, and stores the options for code that reads them.
  ///
  /// The options do not select the environment, so that a test never accesses the project of the
  /// shipped app because of its plist.
  public static func configure(options: FirebaseOptions) {
    optionValues.withLock { $0 = options.values }
    configure()
  }
}
