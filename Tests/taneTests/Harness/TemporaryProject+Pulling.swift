import Foundation

/// Projects into which data are pulled.
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
  /// All that it has.
  static let everything = [
    "shops:/", "users:/", "images:/", "firestore:/", "accounts:/", "remoteConfig:/",
  ]

  /// A project with an environment of every kind and a set of fixtures that describes nothing.
  static func withoutFixtures(_ files: [String: String] = [:]) throws -> TemporaryProject {
    try TemporaryProject(
      ["environments/local.yaml": everyKind, "fixtures/base/README.md": ""].merging(files) { $1 }
    )
  }

  /// Takes all fixtures away; what was seeded of them stays in the environment.
  func removeFixtures() throws {
    try remove("fixtures/base")
    try write("", to: "fixtures/base/README.md")
  }

  /// The names and texts of all files of the fixtures, hidden ones included.
  func everythingWritten() throws -> String {
    let folder = root.appending(path: "fixtures").path
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.sorted().map { path in
      let data = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      return "\(path)\n\(String(decoding: data, as: UTF8.self))\n"
    }.joined()
  }

  /// The hidden files in which fixtures are written before they are put in place.
  func drafts() -> [String] {
    let folder = root.appending(path: "fixtures").path
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.contains("/.tane-") }.sorted()
  }
}
