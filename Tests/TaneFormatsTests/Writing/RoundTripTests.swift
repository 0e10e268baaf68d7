import TaneCore
import TaneFormats
import Testing

@Suite("Round trips")
struct RoundTripTests {
  @Test(
    "Any YAML tree is unchanged after writing and reading, with kinds and tags",
    arguments: 0..<8
  )
  func yaml(block: UInt64) throws {
    for seed in block * 250..<(block + 1) * 250 {
      var random = RandomTree(seed: seed, isYAML: true)
      let original = random.tree()
      let text = YAMLWriter().write(original)
      let copy = try tree(text, .yaml)
      try #require(contents(copy) == contents(original), "seed \(seed):\n\(text)")
      try #require(YAMLWriter().write(copy) == text, "seed \(seed) in source order")
    }
  }

  @Test("Any JSON tree is unchanged after writing and reading, pretty or compact", arguments: 0..<8)
  func json(block: UInt64) throws {
    for seed in block * 250..<(block + 1) * 250 {
      var random = RandomTree(seed: seed, isYAML: false)
      let original = random.tree()
      for layout in [JSONWriter.Layout.pretty, .compact] {
        let text = try JSONWriter(layout).write(original)
        let copy = try tree(text, .json)
        try #require(contents(copy) == contents(original), "seed \(seed):\n\(text)")
      }
    }
  }

  @Test("JSON without surrogate escapes has the same meaning as YAML", arguments: 0..<200)
  func jsonAsYAML(seed: UInt64) throws {
    var random = RandomTree(seed: seed, isYAML: false)
    let original = random.tree()
    let text = try JSONWriter(.pretty).write(original)
    // Unlike JSON, libyaml forbids these characters outside of escapes.
    let forbidden: Set<Unicode.Scalar> = [
      "\u{7F}", "\u{FFFE}", "\u{FFFF}", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{2029}",
    ]
    guard !text.unicodeScalars.contains(where: forbidden.contains) else { return }
    #expect(contents(try tree(text, .yaml)) == contents(try tree(text, .json)))
  }

  @Test(
    "Scalars of every unusual kind are unchanged after writing and reading",
    arguments: [
      "", " ", "a ", " a", "a\n", "\na", "a\n\nb\n\n", "a\n b", " a\nb", "a\n ", "a \nb", "\n",
      "\n\n",
      "1", "1.0", "null", "~", "true", ".inf", "0x1F", "+1", "a: b", "a:", ":a", "a #b", "#a",
      "- a",
      "-a", "-", "?", "? a", "---", "--- a", "...", "!a", "&a", "*a", "|", ">", "%a", "@a", "`a",
      "'a'", "\"a\"", "it's", "say \"x\"", "C:\\x", "\\", "\t", "a\tb", "\u{85}", "\u{2028}",
      "\u{FEFF}a", "\u{0}", "麺屋 #1: 「味噌」", "[a]", "{a}", "a, b", "<<", "=", "no", "2024-01-01",
      "line\r\nline", "a\n# b\n- c: d",
    ]
  )
  func scalar(text: String) throws {
    let original = Tree(.map([("key", .list([.string(text), .map([(text, .string(text))])]))]))
    #expect(contents(try tree(YAMLWriter().write(original), .yaml)) == contents(original))
    #expect(contents(try tree(JSONWriter().write(original), .json)) == contents(original))
    let alone = Tree(.string(text))
    #expect(contents(try tree(YAMLWriter().write(alone), .yaml)) == contents(alone))
  }

  @Test(
    "A key of thousands of characters is unchanged after writing and reading",
    arguments: [900, 1_000, 1_024, 1_025, 1_050, 5_000]
  )
  func longKey(length: Int) throws {
    for character in ["k", "鍵", "\"", "\u{1}", "'\""] {
      let key = String(repeating: character, count: length)
      let original = Tree(
        .map([
          ("list", .list([.map([(key, .list([.integer(1)]))])])), (key, .map([("a", .integer(1))])),
        ])
      )
      #expect(contents(try tree(YAMLWriter().write(original), .yaml)) == contents(original))
    }
  }
}
