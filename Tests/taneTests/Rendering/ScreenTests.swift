import Foundation
import TaneRendering
import Testing

/// What terminals of 50, 80 and 120 columns show, with colours and without, each in a file of `Screens`.
///
/// `RECORD_GOLDENS=1` writes the files anew and fails.
@Suite("Screens")
struct ScreenTests {
  struct Screen: Sendable, CustomTestStringConvertible {
    let name: String
    let columns: UInt16
    let color: String

    var file: String { "\(name)-\(columns)-\(color == "on" ? "color" : "plain").txt" }
    var testDescription: String { file }
  }

  static let screens = ["init", "doctor", "plan", "demo-check", "env-show", "validate"].flatMap {
    name in
    [50, 80, 120].flatMap { columns in
      ["on", "off"].map { Screen(name: name, columns: columns, color: $0) }
    }
  }

  private static func project(of name: String) throws -> (TemporaryProject, [String]) {
    switch name {
    case "init":
      let files = ["Shop.swift": "struct Shop: Codable { let name: String }\n"]
      let arguments = [
        "init", "-n", "--project", "staging=shop-notes-staging", "--service", "database",
      ]
      return (try TemporaryProject(files), arguments)
    case "doctor": return (try TemporaryProject.demo(), ["doctor"])
    case "env-show": return (try TemporaryProject.demo(), ["env", "show", "emulator"])
    case "validate": return (try TemporaryProject.brokenDemo(), ["validate"])
    case "plan": return (try edited(), ["plan"])
    default: return (try edited(), ["demo", "check", "--no-links", "--no-types"])
    }
  }

  /// A database whose values are long, and Japanese.
  private static func edited() throws -> TemporaryProject {
    let story = String(repeating: "春になると、店の前の桜が咲きます。", count: 8)
    return try TemporaryProject([
      "environments/local.yaml": """
      guard: open
      databases: { shops: "embedded:shops", users: "embedded:users", reviews: "embedded:reviews" }
      buckets: { images: "embedded:images", documents: "embedded:documents" }
      """,
      "fixtures/base/databases/shops/story.yaml": story,
      "fixtures/base/databases/shops/hours.yaml":
        "open from 11 in the morning until 9 in the evening, and on holidays until 8, closed on Wednesdays",
      "fixtures/base/buckets/images/a.jpg": "picture",
    ])
  }

  /// What depends on the machine: the folder, the version and the reader of sources.
  private static func masked(_ screen: String, _ project: TemporaryProject) -> String {
    var isLeftOut = false
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let plain = line.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "")
      let isItem = plain.hasPrefix("= ") || plain.hasPrefix("! ")
      if isItem {
        isLeftOut = ["tane ", "project ", "reader "].contains { plain.dropFirst(2).hasPrefix($0) }
      }
      return !isLeftOut
    }
    return lines.joined(separator: "\n").replacing(project.root.path, with: "/project")
  }

  @Test("are as recorded, and no line is longer than the terminal", arguments: screens)
  func screen(_ screen: Screen) async throws {
    let (project, arguments) = try Self.project(of: screen.name)
    let tane = try TerminalTane(
      arguments,
      in: project,
      color: screen.color,
      columns: screen.columns
    )
    _ = await tane.end()
    // A slow machine shows bars, and takes them away.
    let shown = tane.screen.replacing(/\r[^\r\n]*\u{1B}\[K/, with: "")
    let text = screen.name == "doctor" ? Self.masked(shown, project) : shown
    for line in text.split(separator: "\n") {
      let plain = line.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "")
      // A path that is longer than a line stays whole, behind a label if there is one.
      let label = plain.prefix(upTo: plain.lastIndex(of: " ") ?? plain.startIndex)
      let isWhole = DisplayWidth.of(label) <= 12
      #expect(isWhole || DisplayWidth.of(plain) <= Int(screen.columns), "\(plain)")
    }
    let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Screens/\(screen.file)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: golden)
      Issue.record("recorded \(screen.file); run again without RECORD_GOLDENS")
    } else {
      #expect(text == (try String(contentsOf: golden, encoding: .utf8)), "\(screen.file)")
    }
  }
}
