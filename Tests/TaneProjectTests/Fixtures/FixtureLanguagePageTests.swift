import Foundation
import TaneCore
import TaneFormats
import TaneProject
import Testing

/// Runs the examples of `FixtureLanguage.md`; with `RECORD_LANGUAGE=1` it rewrites their outputs.
@Suite("Fixture language documentation")
struct FixtureLanguagePageTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/tane/Documentation.docc/FixtureLanguage.md")

  /// A fenced code block with its language, its lines, and the index of its first line in the page.
  private struct Block {
    let language: String
    var lines: [String] = []
    let start: Int

    /// The file of a block whose first line is `# PATH`, with the text of the following lines.
    var file: (path: String, text: String)? {
      guard let first = lines.first, first.hasPrefix("# fixtures/") else { return nil }
      return (String(first.dropFirst(2)), lines.dropFirst().joined(separator: "\n"))
    }
  }

  private static func blocks(of lines: [String]) -> [Block] {
    var (blocks, open) = ([Block](), nil as Block?)
    for (index, line) in lines.enumerated() {
      if line == "```", let block = open {
        blocks.append(block)
        open = nil
      } else if line.hasPrefix("```") {
        open = Block(language: String(line.dropFirst(3)), start: index + 1)
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  private static func output(of example: String, _ language: String, _ files: [String: String])
    throws -> [String]
  {
    let place = "fixtures/base/databases/shops/example.yaml"
    // The set `earlier` exists only in examples with several sets.
    let sets = ["earlier", "base"].filter { set in
      set == "base" || files.keys.contains { $0.hasPrefix("fixtures/\(set)/") }
    }
    let fixtures = Fixtures.load(
      sets,
      from: DemoFiles(files.merging([place: example]) { $1 }, sets: sets).project,
      databases: ["shops", "users"],
      buckets: ["images"],
      // 2026-11-20T09:30:00Z
      at: FixtureAnchor(seconds: 1_795_167_000)
    )
    if language == "text" { return fixtures.messages }
    #expect(fixtures.messages == [], "\(example)")
    let tree = try #require(fixtures.tree("shops")?["example"])
    return try JSONWriter(keyOrder: .key).write(tree).split(separator: "\n").map(String.init)
  }

  @Test("The fixture language page shows the correct output of every tag")
  func examples() throws {
    var lines = try String(contentsOf: Self.page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var (files, example, shown) = ([String: String](), nil as Block?, "")
    var outputs: [(block: Block, lines: [String])] = []
    for block in Self.blocks(of: lines) {
      if let file = block.file {
        files[file.path] = file.text
        shown += file.text
      } else if let source = example, block.language != "yaml" {
        let text = source.lines.joined(separator: "\n")
        outputs.append((block, try Self.output(of: text, block.language, files)))
        shown += text
        example = nil
        files = files.filter { !$0.key.hasPrefix("fixtures/earlier/") }
      } else {
        #expect(example == nil, "an example without an output")
        example = block
      }
    }
    for name in FixtureSetSettings.commonTagNames { #expect(shown.contains(name), "\(name)") }
    if ProcessInfo.processInfo.environment["RECORD_LANGUAGE"] == nil {
      for output in outputs {
        #expect(output.block.lines == output.lines, "line \(output.block.start)")
      }
      return
    }
    for (block, output) in outputs.reversed() {
      lines.replaceSubrange(block.start..<block.start + block.lines.count, with: output)
    }
    try lines.joined(separator: "\n").write(to: Self.page, atomically: true, encoding: .utf8)
    Issue.record("the page was written anew; read the difference")
  }
}
