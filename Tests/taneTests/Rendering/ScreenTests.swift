import Foundation
import TaneRendering
import Testing

/// Tests of the screens on terminals with 50, 80 and 120 columns, with and without colors, and in
/// Japanese without colors, which are recorded in `Screens`.
///
/// `RECORD_GOLDENS=1` rewrites the files and fails.
@Suite("Terminal screens")
struct ScreenTests {
  struct Screen: Sendable, CustomTestStringConvertible {
    let name: String
    let columns: UInt16
    let color: String
    var isJapanese = false

    var file: String {
      "\(name)-\(columns)-\(isJapanese ? "japanese" : color == "on" ? "color" : "plain").txt"
    }
    /// The variables of the run, with a fixed name as the author of runs.
    var variables: [String: String] {
      ["GITHUB_ACTOR": "sae"].merging(isJapanese ? ["LANG": "ja_JP.UTF-8"] : [:]) { $1 }
    }
    var testDescription: String { file }
  }

  static let screens = ["init", "doctor", "plan", "demo-check", "env-show", "validate"].flatMap {
    name in
    [50, 80, 120].flatMap { columns in
      ["on", "off"].map { Screen(name: name, columns: columns, color: $0) }
    }
  }

  static let japaneseScreens = [
    "seed", "diff", "plan", "validate", "env-show", "history", "doctor", "demo-check",
  ].flatMap { name in
    // A line of the history contains the machine's name, whose length varies.
    (name == "history" ? [80, 120] : [50, 80, 120]).map {
      Screen(name: name, columns: $0, color: "off", isJapanese: true)
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
    case "diff": return (try edited(), ["diff"])
    case "seed": return (try edited(), ["seed", "--dry-run"])
    case "history": return (try edited(), ["history"])
    default: return (try edited(), ["demo", "check", "--no-links", "--no-types"])
    }
  }

  /// Returns a project whose database has long values, some of them in Japanese.
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

  /// Returns a screen without the parts that depend on the machine and the time.
  private static func masked(
    _ shown: String,
    _ screen: Screen,
    _ project: TemporaryProject
  ) -> String {
    switch screen.name {
    case "doctor": masked(shown, project)
    case "history":
      shown.replacing(/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/, with: "2026-04-01T09:00:00Z")
        .replacing(/sae@[^ ]+/, with: "sae@mac")
    default: shown
    }
  }

  /// Returns a screen without the parts that depend on the machine: the folder, the version and the
  /// source reader.
  private static func masked(_ screen: String, _ project: TemporaryProject) -> String {
    var isLeftOut = false
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let plain = line.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "")
      let isItem = plain.hasPrefix("= ") || plain.hasPrefix("! ")
      if isItem {
        isLeftOut = ["tane ", "project ", "reader ", "プロジェクト ", "リーダー "].contains {
          plain.dropFirst(2).hasPrefix($0)
        }
      }
      return !isLeftOut
    }
    return lines.joined(separator: "\n").replacing(project.root.path, with: "/project")
  }

  @Test(
    "Each screen equals its recording and fits the terminal",
    arguments: screens + japaneseScreens
  )
  func screen(_ screen: Screen) async throws {
    let (project, arguments) = try Self.project(of: screen.name)
    if screen.name == "history" {
      #expect(try await project.tane("seed", variables: screen.variables).status == 0)
    }
    let tane = try await TerminalTane(
      arguments,
      in: project,
      variables: screen.variables,
      color: screen.color,
      columns: screen.columns
    )
    _ = await tane.end()
    // On a slow machine, progress bars appear and are removed.
    let shown = tane.screen.replacing(/\r[^\r\n]*\u{1B}\[K/, with: "")
    let text = Self.masked(shown, screen, project)
    for line in text.split(separator: "\n") {
      let plain = line.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "")
      // A path that is longer than a line is not broken, with or without a label before it.
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
