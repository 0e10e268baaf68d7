import Foundation
import TaneCore
import TaneEmulator
import TaneFirebase
import TaneProject
import TaneRuntime
import TaneTesting

/// Stores that a test seeds and serves, like `tane emulate --seed --in-memory`.
///
/// This code represents an external package: it uses only public declarations.
struct ServedDemo: Sendable {
  struct Shop: Decodable {
    let name: String
  }

  let databases = RealtimeDatabaseManager()
  let storage = FirebaseStorageManager()
  private let server: EmulatorServer

  /// Seeds stores with the fixtures of a project, serves them, and connects managers to the server.
  init(seeding folder: String) async throws {
    let stores = try await seededStores(from: ProjectFixtures(of: "local", in: folder))
    server = try await EmulatorServer.start(
      databases: stores[.databases],
      buckets: stores[.buckets]
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
