import Foundation
import SystemPackage
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting

/// A project on disk with in-memory stores, removed with the value that holds it.
final class SeedingProject {
  let project: Project
  let shops = InMemoryTreeStore()
  let users = InMemoryTreeStore()
  let images = InMemoryObjectStore()
  let documents = InMemoryDocumentStore(service: "firestore")
  let accounts = InMemoryAccountStore()
  private let folder: URL

  var stores: EnvironmentStores {
    EnvironmentStores(["shops": shops, "users": users], as: .databases)
      .adding(images, named: "images", as: .buckets)
      .adding(documents, named: "firestore", as: .firestore)
      .adding(accounts, named: "accounts", as: .accounts)
  }

  init(_ files: [String: String], profile: String = "") throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-seeding-\(UUID())").resolvingSymlinksInPath()
    project = Project(root: FilePath(folder.path))
    let services = """
      databases: { shops: "embedded:shops", users: "embedded:users" }
      buckets: { images: "embedded:images" }
      firestore: embedded:main
      accounts: embedded:main

      """
    try write(services + profile, to: "environments/local.yaml")
    for (path, text) in files { try write(text, to: "fixtures/base/\(path)") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  func profile() throws -> EnvironmentProfile {
    try EnvironmentProfiles.load(from: project, variables: [:]).profile(named: "local")
  }

  func difference(_ addresses: [Address] = []) async throws -> EnvironmentDifference {
    let profile = try profile()
    let comparison = EnvironmentComparison(
      fixtures: Fixtures.load(for: profile, from: project),
      own: profile.own,
      scope: ComparisonScope(addresses),
      ignored: profile.ignore
    )
    return try await comparison.run(against: stores.readers)
  }

  func seed(prunes: Bool = false) async throws {
    let plan = SeedPlan(try await difference(), prunes: prunes)
    try await SeedRun(plan, on: stores, in: project).apply(in: "local")
  }
}

extension EnvironmentDifference {
  /// What differs, as `kind address` lines.
  var described: [String] {
    trees.flatMap { database in
      let changes = database.changes.map { ($0.kind.rawValue, $0.path) }
      let extras = database.extras.map { ("extra", $0.path) }
      return (changes + extras).map { "\($0.0) \(Address(service: database.database, path: $0.1))" }
    } + objects.map { "\($0.kind.rawValue) \($0.address)" }
  }
}
