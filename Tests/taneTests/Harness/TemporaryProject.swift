import Foundation

/// A project in a temporary folder, which is removed when the object is deallocated.
final class TemporaryProject {
  let root: URL

  /// The files of a small project: an open embedded environment with one database and one bucket.
  static let basics = [
    "environments/local.yaml": """
    guard: open
    databases:
      shops: embedded:shops
    buckets:
      images: embedded:images
    """,
    "fixtures/base/databases/shops/shops.yaml": """
    - id: 0
      name: 麺屋
    - id: 1
      name: 喫茶
    """,
  ]

  /// Creates a project with the given files, keyed by path.
  init(_ files: [String: String] = TemporaryProject.basics) throws {
    root = FileManager.default.temporaryDirectory
      .appending(path: "tane-project-\(UUID())").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  /// Copies the demo project of this repository.
  static func demo() throws -> TemporaryProject {
    let project = try TemporaryProject([:])
    let sources = project.root.appending(path: "Sources")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    for folder in ["environments", "fixtures", "rules", "firebase.json", "Sources/DemoModels"] {
      try FileManager.default.copyItem(
        at: repository.appending(path: folder),
        to: project.root.appending(path: folder)
      )
    }
    return project
  }

  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  deinit { try? FileManager.default.removeItem(at: root) }

  func write(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path)
  }

  func write(_ data: Data, to path: String) throws {
    let url = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: url)
  }

  func read(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  func data(_ path: String) throws -> Data {
    try Data(contentsOf: root.appending(path: path))
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: root.appending(path: path))
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Runs `tane` in the project.
  func tane(
    _ arguments: String...,
    variables: [String: String] = [:]
  ) async throws -> TaneProcess.Result {
    try await TaneProcess.run(arguments, in: root, variables: variables)
  }
}
