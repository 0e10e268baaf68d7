import Foundation
import TaneCore
import TaneFirebase
import TaneProject
import TaneRuntime
import TaneSeeding
import Testing

/// A seeded environment that is active in its own managers instead of the shared ones.
struct DemoEnvironment: Sendable {
  let databases = RealtimeDatabaseManager()
  let storage = FirebaseStorageManager()
  let firestore = FirestoreManager()
  let auth = AuthManager()
  let config = RemoteConfigManager()
  /// The files of the project.
  let project: DemoProject
  private let backend: Backend
  private let disturbance: Disturbance

  init(_ backend: Backend, in project: DemoProject, _ disturbance: Disturbance) {
    self.backend = backend
    self.project = project
    self.disturbance = disturbance
  }

  /// Returns the project's profiles for a process with this value of `TANE_ENV`.
  func profiles(_ name: String) -> EnvironmentProfiles {
    EnvironmentProfiles.load(
      from: project.folder.appending(path: "environments").path,
      variables: ["TANE_ENV": name]
    )
  }

  /// Activates an environment with `TANE_ENV`, as an app does when it starts.
  @discardableResult
  func activate(_ name: String) throws -> OpenedEnvironment {
    try profiles(name)
      .activate(managers: [databases, storage, firestore, auth, config])
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
    let contentSource = PlanContentSource(fixtures, in: profiles.project)
    try await PlanRun(plan, on: stores, adapters, with: contentSource).apply()
  }

  /// Runs an action before each call of the environment `local`; the call fails if the action
  /// throws.
  ///
  /// The emulator runs it in its servers. With embedded stores, it does not affect references that
  /// the app created earlier.
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

  /// Removes the action of `disturb(_:)`.
  func calmDown() {
    disturbance.action = { _ in }
  }
}
