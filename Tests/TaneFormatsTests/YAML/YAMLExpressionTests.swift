import TaneCore
import TaneFormats
import Testing

@Suite("YAML with language tags")
struct YAMLExpressionTests {
  private static func read(_ text: String) -> ReadResult {
    YAMLReader().read(Array(text.utf8), named: "a", keeping: ["!now", "!repeat"])
  }

  @Test("A language tag becomes a map with the tag's position")
  func kept() throws {
    let result = Self.read("a: !now\nb: !repeat { count: 2 }\nc: [!now +1d, !timestamp x]\n")
    #expect(result.diagnostics == [])
    #expect(result.hasKeptTags)
    let tree = try #require(result.tree)
    #expect(tree["a"]?.tag == .expression)
    #expect(tree["a"]?.children.map(\.key) == ["!now"])
    #expect(tree["a"]?["!now"]?.isNull == true)
    #expect(tree["b"]?["!repeat"]?["count"]?.integer == 2)
    #expect(tree["b"]?.position?.description == "a:2:4")
    #expect(tree["c"]?[0]["!now"]?.string == "+1d")
    #expect(tree["c"]?[1].tag == .timestamp)
    #expect(Self.read("a: 1").hasKeptTags == false)
  }

  @Test("Misplaced and unknown language tags are reported")
  func misplaced() {
    #expect(
      Self.read("!now a: 1\nb: { <<: !repeat { count: 1 } }\nc: !nowe\n").diagnostics.map(
        \.description
      )
        == [
          "a:1:1: error: the tag !now precedes a key; it belongs before a value [wrong-tag]",
          "a:2:10: error: the tag !repeat precedes a merge key (\"<<\"); it belongs before a value "
            + "[wrong-tag]",
          "a:3:4: error: unknown tag !nowe; did you mean \"!now\"? [unknown-tag]",
        ]
    )
  }
}
