/// The instances of a service: one for the default app, and one for each other app that uses the
/// service.
package struct AppInstances<Service: Sendable>: Sendable {
  /// The default app's instance.
  private(set) var main: Service
  private var otherInstances: [String: (app: FirebaseApp, service: Service)] = [:]

  /// Creates a collection that contains only the default app's instance.
  package init(_ main: Service) { self.main = main }

  /// The instances of all apps.
  var all: [Service] { [main] + otherInstances.values.map { $0.service } }

  /// Returns the instance for an app.
  ///
  /// - Parameters:
  ///   - app: The app, or nil for the default app.
  ///   - hasEnded: Returns true for an instance that must be replaced.
  ///   - make: Creates an instance for the app from the default app's instance.
  /// - Returns: The existing instance, or a new one if there is none, it has ended, or its app was
  ///   replaced.
  package mutating func instance(
    for app: FirebaseApp?,
    unless hasEnded: (Service) -> Bool = { _ in false },
    _ make: (Service) -> Service
  ) -> Service {
    guard let app, !app.isDefault else {
      if hasEnded(main) { main = make(main) }
      return main
    }
    if let other = otherInstances[app.name], other.app === app, !hasEnded(other.service) {
      return other.service
    }
    let service = make(main)
    otherInstances[app.name] = (app, service)
    return service
  }
}
