import Foundation

/// Projects into which data is pulled.
extension TemporaryProject {
  /// An open environment with an embedded service of every kind.
  static let everyKind = """
    guard: open
    databases: { shops: "embedded:shops", users: "embedded:users" }
    buckets: { images: "embedded:images" }
    firestore: embedded:main
    accounts: embedded:main
    remoteConfig: embedded:main

    """
  /// The root addresses of all services in the environment.
  static let everything = [
    "shops:/", "users:/", "images:/", "firestore:/", "accounts:/", "remoteConfig:/",
  ]

  /// Returns a project with an `everyKind` environment and an empty fixture set.
  static func withoutFixtures(_ files: [String: String] = [:]) throws -> TemporaryProject {
    try TemporaryProject(
      ["environments/local.yaml": everyKind, "fixtures/base/README.md": ""].merging(files) { $1 }
    )
  }

  /// Removes all fixtures; seeded data remains in the environment.
  func removeFixtures() throws {
    try remove("fixtures/base")
    try write("", to: "fixtures/base/README.md")
  }

  /// Returns the paths and texts of all fixture files, including hidden ones.
  func everythingWritten() throws -> String {
    let folder = root.appending(path: "fixtures").path
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.sorted().map { path in
      let data = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      return "\(path)\n\(String(decoding: data, as: UTF8.self))\n"
    }.joined()
  }

  /// Returns the hidden files that new fixtures are written to before they replace the old ones.
  func drafts() -> [String] {
    let folder = root.appending(path: "fixtures").path
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.contains("/.tane-") }.sorted()
  }
}
