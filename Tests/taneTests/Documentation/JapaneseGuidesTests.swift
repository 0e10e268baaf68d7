import Foundation
import Testing

/// Tests that each Japanese guide has the same code, headings and tables as the English one.
///
/// Outputs and YAML comments are in Japanese. With `RECORD_TOUR=1`, other code that changed in an
/// English guide is copied instead of causing a failure.
@Suite("Japanese guides")
struct JapaneseGuidesTests {
  /// A guide in one of the two languages.
  private struct Page {
    let path: String
    let lines: [String]
    let blocks: [FencedBlock]

    init(_ path: String) throws {
      self.path = path
      let text = try String(
        contentsOf: TemporaryProject.repository.appending(path: path),
        encoding: .utf8
      )
      lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      blocks = FencedBlock.blocks(of: lines)
    }

    /// Returns a code block with its fences.
    func code(of block: FencedBlock) -> [String] { Array(lines[Self.fenced(block)]) }

    /// The lines outside of code blocks.
    var prose: [String] {
      let code = blocks.map(Self.fenced)
      return lines.indices.filter { index in !code.contains { $0.contains(index) } }
        .map { lines[$0] }
    }

    /// The levels of the headings, in order.
    var headingLevels: [Int] {
      prose.filter { $0.hasPrefix("#") }.map { $0.prefix { $0 == "#" }.count }
    }

    /// The anchors of the headings, as used in links.
    var anchors: Set<String> {
      let headings = prose.filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" }.dropFirst() }
      return Set(headings.map { String($0).replacing(" ", with: "-") })
    }

    /// The tables, each as the code in the first cells of its rows.
    var tables: [[[String]]] {
      prose.split { !$0.hasPrefix("|") }.map { $0.map(Self.firstCode) }
    }

    /// Returns the page with the code of another page that has the same number of blocks, except
    /// for translated blocks.
    func text(withCodeOf other: Page) -> String {
      var lines = lines
      for (old, new) in zip(blocks, other.blocks).reversed() where !new.isTranslated {
        lines.replaceSubrange(Self.fenced(old), with: other.code(of: new))
      }
      return lines.joined(separator: "\n")
    }

    private static func fenced(_ block: FencedBlock) -> ClosedRange<Int> {
      block.lines.lowerBound - 1...block.lines.upperBound
    }

    private static func firstCode(of row: String) -> [String] {
      let cell = row.dropFirst().prefix { $0 != "|" }
      return cell.matches(of: /`[^`]+`/).map { String($0.output) }
    }
  }

  private static let folder = "Sources/tane/Documentation.docc"
  /// The names of the English guides, such as `Tour`.
  private static let names: [String] = (try? files(in: folder)) ?? []

  @Test("Every English guide has a Japanese one, and there are no other Japanese guides")
  func pages() throws {
    let japanese = try Self.files(in: "\(Self.folder)/ja")
    #expect(Self.names.count > 10)
    #expect(Set(japanese) == Set(Self.names.map { "\($0)-ja" }))
  }

  @Test("Japanese guides contain the same code as English ones", arguments: names)
  func code(name: String) throws {
    let english = try Self.english(name)
    let japanese = try Self.japanese(name)
    try #require(japanese.blocks.count == english.blocks.count)
    guard !GuideRun.records else {
      let text = japanese.text(withCodeOf: english)
      guard text != japanese.lines.joined(separator: "\n") else { return }
      let url = TemporaryProject.repository.appending(path: japanese.path)
      try Data(text.utf8).write(to: url)
      return
    }
    for (block, original) in zip(japanese.blocks, english.blocks) {
      let (code, originalCode) = (japanese.code(of: block), english.code(of: original))
      let place = block.place(in: japanese.path)
      guard original.isTranslated else {
        #expect(code == originalCode, "\(place)")
        continue
      }
      #expect(code.count == originalCode.count, "\(place)")
      for (line, originalLine) in zip(code, originalCode) {
        let missing = original.kept(of: originalLine).subtracting(original.kept(of: line))
        #expect(missing == [], "\(place): \(line)")
      }
    }
  }

  @Test(
    "Japanese guides have the same heading levels and table rows as English ones",
    arguments: names
  )
  func structure(name: String) throws {
    let english = try Self.english(name)
    let japanese = try Self.japanese(name)
    #expect(japanese.headingLevels == english.headingLevels)
    #expect(japanese.tables == english.tables)
  }

  @Test("Links in Japanese guides refer to Japanese guides and existing headings", arguments: names)
  func links(name: String) throws {
    let page = try Self.japanese(name)
    let prose = page.prose.joined(separator: "\n")
    for link in prose.matches(of: #/<doc:([^>#]+)(?:#([^>]+))?>/#) {
      #expect(link.1.hasSuffix("-ja"), "\(link.0)")
      let target = try Page("\(Self.folder)/ja/\(link.1).md")
      guard let heading = link.2 else { continue }
      #expect(target.anchors.contains(String(heading)), "\(link.0)")
    }
    for link in prose.matches(of: #/\]\(#([^)]+)\)/#) {
      #expect(page.anchors.contains(String(link.1)), "\(link.0)")
    }
  }

  // MARK: Reading

  private static func english(_ name: String) throws -> Page {
    try Page("\(folder)/\(name).md")
  }

  private static func japanese(_ name: String) throws -> Page {
    try Page("\(folder)/ja/\(name)-ja.md")
  }

  private static func files(in folder: String) throws -> [String] {
    let path = TemporaryProject.repository.appending(path: folder).path
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }
}

extension FencedBlock {
  /// A Boolean value indicating whether the block is translated: outputs, and YAML because of its
  /// comments.
  fileprivate var isTranslated: Bool { ["", "console", "text", "yaml"].contains(language) }

  /// Returns the parts of a line that are the same in both languages.
  ///
  /// These are YAML without its comments, commands without their search texts, and the numbers in
  /// outputs.
  fileprivate func kept(of line: String) -> Set<String> {
    guard language != "yaml" else { return [line.replacing(/(^|\s+)# .*/, with: "")] }
    guard !line.hasPrefix("$ ") else { return [line.replacing(/'[^']*'/, with: "''")] }
    return Set(line.matches(of: /[0-9]+/).map { String($0.output) })
  }
}
