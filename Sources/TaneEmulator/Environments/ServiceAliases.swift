import Synchronization
import TaneCore
import TaneProject

/// The additional names by which apps can reach a local environment's services in the emulator.
///
/// A local environment consists of embedded services and of emulators on this machine.
///
/// The names come from the app's `GoogleService-Info.plist` files and from services of the same
/// name in the project's other profiles.
///
/// An app configured for staging therefore finds the environment's data without further
/// configuration.
struct ServiceAliases: Sendable {
  /// The projects whose clients use the environment's services, in addition to its own project.
  private(set) var projects: Set<String> = []
  /// The names of this environment's services, by kind and by the name that clients use.
  private var names: [ServiceKind: [String: String]] = [:]
  private let reported = ReportedNames()

  /// The unknown names that were reported.
  private final class ReportedNames: Sendable {
    private let state = Mutex((names: Set<String>(), isSilent: false))

    func insert(_ name: String) -> Bool {
      state.withLock { !$0.isSilent && $0.names.count < 100 && $0.names.insert(name).inserted }
    }

    func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }
  }

  /// Creates an empty set of names, for an environment that is not local.
  init() {}

  /// Collects the names for a local environment.
  ///
  /// - Parameters:
  ///   - profile: The environment's profile.
  ///   - others: The project's other profiles.
  ///   - apps: The settings of the project's apps.
  init(
    of profile: EnvironmentProfile,
    besides others: [EnvironmentProfile],
    _ apps: [GoogleServiceInfo]
  ) {
    projects = Set(apps.compactMap { $0.project?.value } + others.compactMap(\.project))
    for kind in [ServiceKind.databases, .buckets] {
      let own = profile.services(of: kind)
      var found: [String: String] = [:]
      for service in others.flatMap({ $0.services(of: kind) })
      where !service.location.isEmbedded {
        guard let same = own.first(where: { $0.name == service.name }) else { continue }
        found[service.instanceName] = found[service.instanceName] ?? same.instanceName
      }
      if let usual = profile.defaultService(of: kind)?.instanceName {
        // A name in a profile takes precedence.
        for name in impliedNames(of: kind, in: profile, apps: apps) {
          found[name] = found[name] ?? usual
        }
      }
      // An environment's own names always refer to its own services.
      names[kind] = found.filter { name, _ in !own.contains { $0.instanceName == name } }
    }
  }

  /// Returns the default database or bucket names of the apps and their projects.
  private func impliedNames(
    of kind: ServiceKind,
    in profile: EnvironmentProfile,
    apps: [GoogleServiceInfo]
  ) -> [String] {
    guard kind == .databases else { return apps.compactMap { $0.bucket?.value } }
    let usual = projects.union([profile.emulatedProject]).map { "\($0)-default-rtdb" }
    return apps.compactMap { $0.databaseURL.map { Self.instance(of: $0.value) } } + usual
  }

  /// Returns the database in a URL, which is the first label of its host.
  private static func instance(of url: String) -> String {
    let host = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return String(host.prefix { $0 != "." && $0 != "/" && $0 != ":" })
  }

  /// Returns the environment's name for a client's name; unmapped names are returned unchanged.
  func name(_ name: String, of kind: ServiceKind) -> String { names[kind]?[name] ?? name }

  /// Returns the additional names of one of the environment's services, sorted.
  func aliases(of name: String, _ kind: ServiceKind) -> [String] {
    names[kind, default: [:]].filter { $0.value == name }.keys.sorted()
  }

  /// Runs an import without reporting the names that it uses.
  func withoutReporting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    reported.setSilent(true)
    defer { reported.setSilent(false) }
    return try await body()
  }

  /// Records an unknown name; returns true the first time, for up to a hundred names.
  func recordUnknown(_ name: String) -> Bool { reported.insert(name) }
}
