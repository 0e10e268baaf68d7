import Foundation

/// A project with one environment in a temporary folder, which is removed with the object.
final class TemporaryProject {
  let folder: URL

  /// Creates a project with a text as its fixture `databases/shops/shops.yaml`.
  init(shops: String) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-project-\(UUID().uuidString)", directoryHint: .isDirectory)
    try write("databases: { shops: 'embedded:shops' }\n", to: "environments/local.yaml")
    try write(shops, to: "fixtures/base/databases/shops/shops.yaml")
  }

  /// Creates a project with Firestore documents by their paths.
  init(documents: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-project-\(UUID().uuidString)", directoryHint: .isDirectory)
    try write("firestore: embedded:firestore\n", to: "environments/local.yaml")
    for (path, text) in documents {
      try write(text, to: "fixtures/base/firestore/\(path).yaml")
    }
  }

  /// Creates a project with texts as its files.
  init(files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-project-\(UUID().uuidString)", directoryHint: .isDirectory)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }
}
