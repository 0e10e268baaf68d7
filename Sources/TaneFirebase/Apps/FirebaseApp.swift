import Synchronization

/// A Firebase app of this process, with the API of the Firebase iOS SDK.
///
/// All apps use the services of the active environment, regardless of their names and options. Each
/// app has its own signed-in user, whose credentials its services use, and its own Firestore
/// settings and Remote Config values.
///
/// ```swift
/// let project = FirebaseApp.app()?.options.projectID
/// ```
public final class FirebaseApp: Sendable {
  /// The name of the app; `__FIRAPP_DEFAULT` for the default app, as in the SDK.
  public let name: String
  private let values: [String: String]
  private let isDataCollectionEnabled = Mutex(true)

  init(name: String? = nil, options: FirebaseOptions? = nil) {
    self.name = name ?? Self.defaultName
    self.values = options?.values ?? [:]
  }

  /// A copy of the app's options, which may be empty.
  public var options: FirebaseOptions { FirebaseOptions(values: values) }

  /// A Boolean value indicating whether the SDK collects data; has no effect.
  public var isDataCollectionDefaultEnabled: Bool {
    get { isDataCollectionEnabled.withLock { $0 } }
    set { isDataCollectionEnabled.withLock { $0 = newValue } }
  }

  var isDefault: Bool { name == Self.defaultName }
}

extension FirebaseApp {
  private static let defaultName = "__FIRAPP_DEFAULT"
  private static let registry = Mutex(Registry())

  private struct Registry {
    var apps: [String: FirebaseApp] = [:]
    var isDefaultDeleted = false
  }

  /// Returns the default app, or nil if no environment is active or the app was deleted.
  public static func app() -> FirebaseApp? { app(name: defaultName) }

  /// Returns the app with the given name, if any.
  public static func app(name: String) -> FirebaseApp? { allApps?[name] }

  /// The apps by name, or nil if there are none.
  ///
  /// Activating an environment adds the default app.
  public static var allApps: [String: FirebaseApp]? {
    let isActive = RealtimeDatabaseManager.shared.environment != nil
    let apps = registry.withLock { registry in
      if isActive, !registry.isDefaultDeleted, registry.apps[defaultName] == nil {
        registry.apps[defaultName] = FirebaseApp(options: .defaultOptions())
      }
      return registry.apps
    }
    return apps.isEmpty ? nil : apps
  }

  /// Adds an app, or replaces the existing app of the same name if its options differ.
  ///
  /// - Parameters:
  ///   - name: The name, or nil for the default app.
  ///   - options: The options. If nil, an existing app keeps its options, and a new app reads them
  ///     from `GoogleService-Info.plist` in the main bundle.
  package static func register(name: String?, options: FirebaseOptions?) {
    let name = name ?? defaultName
    registry.withLock { registry in
      if name == defaultName { registry.isDefaultDeleted = false }
      if let app = registry.apps[name], options == nil || app.values == options?.values { return }
      registry.apps[name] = FirebaseApp(name: name, options: options ?? .defaultOptions())
    }
  }

  /// Removes the app, and calls a block on the main queue with true, or with false if it was
  /// already removed.
  ///
  /// The environment stays active for other apps and existing references.
  public func delete(_ completion: @escaping (Bool) -> Void) {
    MainQueueBlock(completion).enqueue(remove())
  }

  /// Removes the app; returns false if it was already removed.
  ///
  /// ```swift
  /// await FirebaseApp.app(name: "admin")?.delete()
  /// ```
  @discardableResult
  public func delete() async -> Bool { remove() }

  private func remove() -> Bool {
    Self.registry.withLock { registry in
      guard registry.apps[name] === self else { return false }
      registry.apps[name] = nil
      if isDefault { registry.isDefaultDeleted = true }
      return true
    }
  }
}
