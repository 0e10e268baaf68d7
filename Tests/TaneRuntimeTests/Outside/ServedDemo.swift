import DemoModels
import Foundation
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneFirebase
import TaneProject
import TaneRuntime
import TaneSeeding

/// An environment in memory that a test has seeded and serves: what `tane emulate --in-memory --seed` does.
///
/// This is code of a package outside: it leans on what the libraries give everybody.
struct ServedDemo: Sendable {
  let databases = RealtimeDatabaseManager()
  let storage = FirebaseStorageManager()
  private let server: EmulatorServer

  /// Seeds the fixtures of a project into memory, serves them, and connects managers to the server.
  init(seeding folder: String) async throws {
    let memory = try EmbeddedEnvironment.inMemory()
    let profiles = EnvironmentProfiles.load(from: "\(folder)/environments", variables: [:])
    let profile = try profiles.profile(named: "local")
    try await Self.seed(memory, with: profile, of: profiles.project)
    server = try await EmulatorServer.start(
      [
        EmulatorEndpoint(
          "database",
          DatabaseEmulator([:], defaultDatabase: "shops") { memory.database($0) },
          port: 0
        ),
        EmulatorEndpoint(
          "storage",
          StorageService(buckets: StorageBuckets { memory.bucket($0) }),
          port: 0
        ),
      ],
      hosts: ["127.0.0.1"]
    )
    try connect(to: folder)
  }

  func shutDown() async { await server.shutDown() }

  func shops() async throws -> [Shop] {
    try await databases.shopsReference.child("shops").getData().data(as: [Shop].self)
  }

  private static func seed(
    _ memory: EmbeddedEnvironment,
    with profile: EnvironmentProfile,
    of project: Project
  ) async throws {
    let stores = EnvironmentStores()
      .adding(memory.database("shops"), named: "shops", as: .databases)
      .adding(memory.database("users"), named: "users", as: .databases)
      .adding(memory.bucket("images"), named: "images", as: .buckets)
      .adding(memory.documents("main"), named: "firestore", as: .firestore)
      .adding(memory.accounts("main"), named: "accounts", as: .accounts)
    let fixtures = Fixtures.load(for: profile, from: project)
    let context = AdapterContext(profile)
    let comparison = EnvironmentComparison(fixtures, context, PlanPolicy(profile))
    let plan = Plan(try await comparison.run(against: stores.readers))
    let materials = PlanMaterials(fixtures, in: project)
    try await PlanRun(plan, on: stores, context, with: materials).apply()
  }

  private func connect(to folder: String) throws {
    let profile = """
      guard: open
      databases:
        shops: http://\(server.address(of: "database") ?? "")?ns=shops
        users: http://\(server.address(of: "database") ?? "")?ns=users
      buckets:
        images: http://\(server.address(of: "storage") ?? "")/images
      """
    let environments = URL(filePath: folder).appending(path: "served/environments")
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    try Data(profile.utf8).write(to: environments.appending(path: "local.yaml"))
    try EnvironmentProfiles.load(from: environments.path, variables: [:])
      .activate(managers: [databases, storage, FirestoreManager(), AuthManager()])
  }
}
