import Foundation

/// The fixtures that a test seeds.
enum DemoFixtures: Sendable {
  /// Some of the demo's own fixtures, by their paths in its sets.
  case parts([String])
  /// No fixtures.
  case none
  /// Files with their contents, by their paths below `fixtures/`, such as
  /// `base/databases/shops/shops.yaml`.
  case files([String: String])

  /// All of the demo's own fixtures.
  static let demo = parts([
    "accounts.yaml", "buckets", "databases", "firestore", "remote-config.yaml",
  ])
}

/// A project in its own folder, which is removed with the object.
final class DemoProject: Sendable {
  /// The services of a profile whose stores are all embedded.
  static let embeddedProfile = """
    databases: { shops: "embedded:shops", users: "embedded:users" }
    buckets: { images: "embedded:images" }
    firestore: "embedded:firestore"
    accounts: "embedded:accounts"
    remoteConfig: "embedded:config"

    """

  let folder = FileManager.default.temporaryDirectory
    .appending(path: "tane-apps-\(UUID())").resolvingSymlinksInPath()

  init(_ fixtures: DemoFixtures) throws {
    for set in ["base", "staging"] { try makeFolder("fixtures/\(set)") }
    switch fixtures {
    case .parts(let paths):
      for path in paths { for set in ["base", "staging"] { try copy("fixtures/\(set)/\(path)") } }
    case .none: break
    case .files(let files):
      for (path, text) in files { try write(text, to: "fixtures/\(path)") }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file of the project and creates its folder.
  func write(_ text: String, to path: String) throws {
    try makeFolder((path as NSString).deletingLastPathComponent)
    try Data(text.utf8).write(to: folder.appending(path: path))
  }

  /// Copies a file or folder of the demo, if it exists.
  private func copy(_ path: String) throws {
    let source = Self.repository.appending(path: path)
    guard FileManager.default.fileExists(atPath: source.path) else { return }
    try makeFolder((path as NSString).deletingLastPathComponent)
    try FileManager.default.copyItem(at: source, to: folder.appending(path: path))
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: path),
      withIntermediateDirectories: true
    )
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
