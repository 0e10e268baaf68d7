import Foundation
import Testing

/// Tests of the renderings of the differences in `Goldens`, each of which has its own file.
///
/// `RECORD_GOLDENS=1` rewrites the files and fails, so that a recording never counts as a
/// successful check.
@Suite("Golden renderings")
struct GoldenTests {
  struct Rendering: Sendable, CustomTestStringConvertible {
    let file: String
    let arguments: [String]

    var testDescription: String { file }
  }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")

  static let cases = [
    "containers", "long-text", "looks-alike", "nothing", "order", "patches", "scalars", "shops",
  ]

  static let renderings = [
    Rendering(file: "text.txt", arguments: []),
    Rendering(file: "summary.txt", arguments: ["--summary"]),
    Rendering(file: "json.json", arguments: ["--json"]),
    Rendering(file: "summary.json", arguments: ["--json", "--summary"]),
    Rendering(file: "ignored.txt", arguments: ["--ignore", "/*/**/name", "--ignore", "/map"]),
    Rendering(file: "patch-json.json", arguments: ["--patch", "json"]),
    Rendering(file: "patch-merge.json", arguments: ["--patch", "merge"]),
    Rendering(file: "patch-rtdb.json", arguments: ["--patch", "rtdb"]),
    Rendering(file: "markdown.md", arguments: ["--format", "markdown"]),
    Rendering(file: "github.md", arguments: ["--format", "github"]),
    Rendering(file: "html.html", arguments: ["--format", "html"]),
  ]

  @Test("Each rendering equals its recording", arguments: cases, renderings)
  func golden(name: String, rendering: Rendering) async throws {
    let folder = Self.folder.appending(path: name)
    let result = try await TaneProcess.run(
      ["diff", "old.yaml", "new.yaml"] + rendering.arguments,
      in: folder
    )
    // `ReportPageTests` and the golden page of findings check the style and the script.
    let text = (result.output + result.errors).replacing(
      /(<(?:style|script)>)[^\u{0}]*?(<\/(?:style|script)>)/
    ) { "\($0.1)…\($0.2)" }
    let golden = folder.appending(path: rendering.file)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: golden)
      Issue.record("recorded \(name)/\(rendering.file); run again without RECORD_GOLDENS")
    } else {
      #expect(Data(text.utf8) == (try Data(contentsOf: golden)), "\(name)/\(rendering.file)")
    }
  }

  @Test("The golden renderings cover every case in the folder")
  func complete() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.filter { !$0.hasPrefix(".") }.sorted() == Self.cases)
  }
}
