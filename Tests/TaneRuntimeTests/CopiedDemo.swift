import Foundation
import TaneCore
import TaneFirebase
import TaneProject
import TaneRuntime
import TaneSeeding

/// A copy of this repository's demo in a test's folder.
enum CopiedDemo {
  static func copy(to root: URL) throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for folder in ["environments", "fixtures"] {
      try FileManager.default.copyItem(
        at: OutsideCode.repository.appending(path: folder),
        to: root.appending(path: folder)
      )
    }
  }

  /// Activates and seeds the environment `local`.
  static func seed(in root: URL, managers: [any EnvironmentManager] = []) async throws {
    let profiles = EnvironmentProfiles.load(
      from: root.appending(path: "environments").path,
      variables: [:]
    )
    let stores = try profiles.activate(managers: managers).stores.get()
    let profile = try profiles.profile(named: "local")
    let fixtures = Fixtures.load(for: profile, from: profiles.project)
    let adapters = AdapterContext(profile)
    let comparison = EnvironmentComparison(fixtures, adapters, PlanPolicy(profile))
    let plan = Plan(try await comparison.run(against: stores.readers))
    let contentSource = PlanContentSource(fixtures, in: profiles.project)
    try await PlanRun(plan, on: stores, adapters, with: contentSource).apply()
  }
}
