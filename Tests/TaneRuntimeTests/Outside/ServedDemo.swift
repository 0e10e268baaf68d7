import DemoModels
import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneFirebase
import TaneKit
import TaneProject
import TaneRuntime

/// An embedded environment that a test seeds and serves: what `tane emulate --seed` does.
///
/// This is code of a package outside: it uses only what the libraries declare public.
struct ServedDemo: Sendable {
  let databases = RealtimeDatabaseManager()
  let storage = FirebaseStorageManager()
  private let server: EmulatorServer

  /// Seeds the fixtures of a project, serves them, and connects managers to the server.
  init(seeding folder: String) async throws {
    let local = try Project.open(at: folder).environment("local", variables: [:])
    _ = try await local.seed()
    let file = local.project.stateDirectory.appending("embedded").appending("local.sqlite")
    let store = try EmbeddedEnvironment(path: file, access: .readWrite)
    server = try await EmulatorServer.start(
      [
        EmulatorEndpoint(
          "database",
          DatabaseEmulator([:], defaultDatabase: "shops") { store.database($0) },
          port: 0
        ),
        EmulatorEndpoint(
          "storage",
          StorageService(buckets: StorageBuckets { store.bucket($0) }),
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
