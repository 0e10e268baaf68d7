import TaneCore
import Testing

@testable import TaneRendering

@Suite("Rendering of differences")
struct DifferenceRenderingTests {
  private func document(_ old: TreeLiteral, _ new: TreeLiteral) -> DifferenceDocument {
    let (old, new) = (Tree(old), Tree(new))
    let place = Address(service: "", path: .root)
    var rules = ResourceRules()
    rules.options = ComparisonOptions(lists: .byIdentity(ListIdentity()), numbers: .byKindAndSign)
    let difference = ResourceComparison(rules, PlanPolicy(), among: [place])
      .compare(from: Resource(place, old), to: Resource(place, new))
    return DifferenceDocument(
      Difference([difference]),
      .files,
      left: "a`b.yaml",
      right: "<b>.yaml"
    )
  }

  private func pieces(
    _ rendering: any DifferenceRendering,
    _ document: DifferenceDocument
  ) throws -> [String] {
    let pieces = Pieces()
    try rendering.write(document, to: pieces.append)
    return pieces.all
  }

  private final class Pieces {
    private(set) var all: [String] = []

    func append(_ piece: String) { all.append(piece) }
  }

  /// A document with many differences of long values.
  private var large: DifferenceDocument {
    let long = String(repeating: "店", count: 90)
    return document(
      .map((0..<2000).map { ("key\($0)", .string("\(long)\($0)")) }),
      .map((0..<2000).map { ("key\($0)", .string("\($0)\(long)")) })
    )
  }

  @Test("A GitHub comment stays within its limit and counts omitted differences")
  func limit() throws {
    let pieces = try pieces(DifferenceGitHubRendering(), large)
    let text = pieces.joined()
    #expect(text.utf16.count <= 65_536)
    #expect(text.utf16.count > 60_000)
    let shown = text.split(separator: "\n").count { $0.hasPrefix("@@ ") }
    #expect(
      text.hasSuffix(
        """
        ```

        </details>

        … and \((2000 - shown).grouped) more differences, omitted because a comment can have at \
        most 65,536 characters.

        """
      )
    )
  }

  @Test("A summary lists the places with the most differences and counts the others")
  func places() throws {
    let text = try pieces(DifferenceSummaryRendering(style: .plain), large).joined()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("/key0 ") && lines[0].hasSuffix("  ~ 1 change"))
    #expect(lines[50] == "… and 1,950 more nodes")
  }

  @Test("Every rendering is written one difference at a time")
  func streaming() throws {
    let renderings: [any DifferenceRendering] = [
      DifferenceTextRendering(style: .plain, width: 80), DifferenceJSONRendering(isSummary: false),
      DifferenceMarkdownRendering(), DifferenceGitHubRendering(),
    ]
    let document = large
    for rendering in renderings {
      let longest = try pieces(rendering, document).map(\.utf8.count).max() ?? 0
      #expect(longest < 2000, "\(rendering)")
    }
  }

  @Test("Many differences are rendered in order and in the command's language")
  func order() throws {
    let text = try Language.$current.withValue(.japanese) {
      try pieces(DifferenceTextRendering(style: .plain, width: 80), large).joined()
    }
    let heads = text.split(separator: "\n").filter { $0.hasPrefix("~ ") }
    #expect(heads == large.parts[0].changes.map { "~ 変更    \($0.path)" })
    #expect(heads.count == 2000)
  }

  @Test("Names of sides are escaped in Markdown")
  func names() throws {
    let text = try pieces(DifferenceMarkdownRendering(), document(["a": 1], ["a": 2])).joined()
    #expect(text.hasPrefix("## Differences ``a`b.yaml`` → `<b>.yaml`\n"))
  }

  @Test("Lines other than paths fit a narrow terminal")
  func narrow() throws {
    let document = document(
      ["a": .string(String(repeating: "東京", count: 40)), "b": ["c": "x"]],
      ["a": .string(String(repeating: "東京", count: 30) + "大阪"), "b": ["c": "y"]]
    )
    let text = try pieces(DifferenceTextRendering(style: .plain, width: 60), document).joined()
    let values = text.split(separator: "\n").filter { $0.hasPrefix("          ") }
    #expect(values.count == 4)
    #expect(values.allSatisfy { DisplayWidth.of($0) <= 76 }, "\(values)")
  }

  @Test("Unchanged siblings are counted once, next to the last differing one")
  func siblings() {
    let document = document(
      ["a": ["x": 1, "y": 2, "z": 3], "b": 1, "c": ["k": 1], "d": 4, "e": 5],
      ["a": ["x": 2, "y": 3, "z": 3, "new": 1], "b": 1, "c": ["k": 2], "d": 5, "e": 5]
    )
    var counts: [String] = []
    document.parts[0].forEachItem { item in
      counts.append("\(item.place) \(item.unchangedSiblings.map(String.init) ?? "-")")
    }
    #expect(counts == ["/a/new -", "/a/x -", "/a/y 1", "/c/k -", "/d 2"])
  }

  @Test("The JSON rendering is one document with a line for each difference")
  func json() throws {
    let document = document(["a": 1, "b": "x\n\"", "c": nil], ["a": 2, "b": "x\n\"", "d": [true]])
    let text = try pieces(DifferenceJSONRendering(isSummary: false), document).joined()
    let totals = #"""
        "summary": {"added": 1, "changed": 1, "removed": 1, "extra": 0, "moved": 0, "reordered": 0, "ignored": 0, "unchangedValues": 1}
      }

      """#
    #expect(
      text == #"""
        {
          "format": 1,
          "left": "a`b.yaml",
          "right": "<b>.yaml",
          "differences": [
            {"path": "/a", "kind": "changed", "old": 1, "new": 2},
            {"path": "/c", "kind": "removed", "old": null},
            {"path": "/d", "kind": "added", "new": [true]}
          ],

        """# + totals
    )
    let summary = try pieces(DifferenceJSONRendering(isSummary: true), document).joined()
    #expect(
      summary == #"""
        {
          "format": 1,
          "left": "a`b.yaml",
          "right": "<b>.yaml",
          "groups": [
            {"path": "/a", "changed": 1},
            {"path": "/c", "removed": 1},
            {"path": "/d", "added": 1}
          ],

        """# + totals
    )
  }
}
