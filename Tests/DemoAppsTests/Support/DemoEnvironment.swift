import Foundation
import TaneCore
import TaneFirebase
import TaneProject
import TaneRuntime
import TaneSeeding
import Testing

/// A seeded environment that is active in managers of its own, never in the shared ones.
struct DemoEnvironment: Sendable {
  let databases = RealtimeDatabaseManager()
  let storage = FirebaseStorageManager()
  let firestore = FirestoreManager()
  let auth = AuthManager()
  /// The files of the project.
  let project: DemoProject
  private let backend: Backend
  private let disturbance: Disturbance

  init(_ backend: Backend, in project: DemoProject, _ disturbance: Disturbance) {
    self.backend = backend
    self.project = project
    self.disturbance = disturbance
  }

  /// The project's profiles, for a process whose `TANE_ENV` is that.
  func profiles(_ name: String) -> EnvironmentProfiles {
    EnvironmentProfiles.load(
      from: project.folder.appending(path: "environments").path,
      variables: ["TANE_ENV": name]
    )
  }

  /// Activates an environment as an app does where it starts: by `TANE_ENV`.
  @discardableResult
  func activate(_ name: String) throws -> OpenedEnvironment {
    try profiles(name)
      .activate(managers: [databases, storage, firestore, auth])
  }

  /// Seeds an environment as `tane seed` does.
  func seed(_ name: String) async throws {
    let profiles = profiles(name)
    let profile = try profiles.profile(named: name)
    let fixtures = Fixtures.load(for: profile, from: profiles.project)
    #expect(fixtures.diagnostics.filter { $0.severity == .error } == [])
    let stores = try EnvironmentConnector(project: profiles.project, variables: [:])
      .stores(of: profile)
    let adapters = AdapterContext(profile)
    let comparison = EnvironmentComparison(fixtures, adapters, PlanPolicy(profile))
    let plan = Plan(try await comparison.run(against: stores.readers))
    let materials = PlanMaterials(fixtures, in: profiles.project)
    try await PlanRun(plan, on: stores, adapters, with: materials).apply()
  }

  /// Does something before every call of the environment `local`, which fails where that throws.
  ///
  /// The emulator does it behind its sockets. References that the app has made before are not disturbed
  /// where the stores are embedded.
  func disturb(_ action: @escaping Disturbance.Action) throws {
    disturbance.action = action
    guard backend == .embedded else { return }
    let stores = try activate("local").stores.get()
    databases.use(
      databases: stores[.databases].mapValues { DisturbedTreeStore(base: $0, disturbance) },
      environment: "local"
    )
    storage.use(
      buckets: stores[.buckets].mapValues { DisturbedObjectStore(base: $0, disturbance) },
      environment: "local"
    )
  }

  /// Disturbs no call any more.
  func calmDown() {
    disturbance.action = { _ in }
  }
}
