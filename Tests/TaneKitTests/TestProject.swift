import Foundation
import TaneKit

/// A project with two environments, which is removed with the object.
final class TestProject {
  let root = FileManager.default.temporaryDirectory
    .appending(path: "tane-kit-\(UUID())").resolvingSymlinksInPath()

  init(guardLevel: String = "open") throws {
    try write(
      "guard: \(guardLevel)\ndatabases: { shops: \"embedded:shops\" }\n",
      to: "environments/local.yaml"
    )
    try write(
      "databases: { shops: \"embedded:shops\", users: \"embedded:users\" }\nguard: open\n",
      to: "environments/copy.yaml"
    )
    try write("name: 麺屋\nseats: 8\n", to: "fixtures/base/databases/shops/a.yaml")
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func write(_ text: String, to path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  func local() throws -> ProjectEnvironment { try environment("local") }

  func environment(_ name: String) throws -> ProjectEnvironment {
    try Project.open(at: root.appending(path: "fixtures").path).environment(name, variables: [:])
  }
}

/// An interaction that records its notes and confirms nothing.
final class Recording: Interaction, @unchecked Sendable {
  // Only one test at a time uses it.
  private(set) var notes: [String] = []
  var isInteractive: Bool { false }

  func confirms(_ question: String) -> Bool { false }

  func note(_ text: String) { notes.append(text) }
}
