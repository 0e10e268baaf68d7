import SystemPackage
import TaneFirebase
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The environment of an app, by the name of Firebase's own SDK.
///
/// ```swift
/// FirebaseApp.configure()
/// let shops = Database.database().reference(withPath: "shops")
/// ```
public enum FirebaseApp {
  /// Activates the environment of `TANE_ENV`, else `local`, where none is active yet.
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
}
