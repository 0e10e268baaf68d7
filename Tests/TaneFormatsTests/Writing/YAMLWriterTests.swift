import TaneCore
import TaneFormats
import Testing

@Suite("YAML writer")
struct YAMLWriterTests {
  @Test("The YAML writer uses block style with lists indented under their key")
  func layout() throws {
    let text = """
      shops:
        - id: 0
          name: 麺屋
          foods:
            - id: 1
              tags:
                - - a
                  - b
                - []
                - {}
          open: null
        - note: |
            one
            two
          last: |-
            three

            four
      price: 1.0
      big: 12345678901234567890
      far: -.inf
      none: .nan
      at: !server-timestamp
      since: !timestamp 2024-01-01T00:00:00Z
      where: !geopoint
        latitude: 35.6
        longitude: 139.7

      """
    #expect(YAMLWriter().write(try tree(text, .yaml)) == text)
  }

  @Test(
    "The YAML writer quotes text only if needed",
    arguments: [
      ("plain", "plain"), ("no", "\"no\""), ("Off", "\"Off\""), ("one", "one"), ("1:30", "1:30"),
      ("10:00", "10:00"), ("a b", "a b"),
      ("true", "\"true\""), ("12", "\"12\""), ("1e3", "\"1e3\""), ("0o17", "\"0o17\""),
      ("", "\"\""), (" a", "\" a\""), ("a: b", "\"a: b\""), ("a #b", "\"a #b\""), ("a#b", "a#b"),
      ("- a", "\"- a\""), ("-a", "-a"),
      ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
      ("it's", "it's"), ("say \"hi\"", "say \"hi\""), ("\"hi\"", "'\"hi\"'"),
      ("a\tb", "\"a\\tb\""), ("\u{0}", "\"\\x00\""), ("\u{FEFF}", "\"\\uFEFF\""),
      ("\u{2028}", "\"\\u2028\""), ("C:\\x", "C:\\x"), ("a: \\b", "'a: \\b'"), ("!x", "\"!x\""),
      ("***", "\"***\""), ("「麺」", "「麺」"), ("👩‍🍳", "👩‍🍳"),
    ]
  )
  func quotes(text: String, written: String) {
    #expect(YAMLWriter().write(Tree(.string(text))) == written + "\n")
  }

  @Test(
    "The YAML writer quotes keys only if they would be read differently",
    arguments: [
      ("1", "1"), ("true", "true"), ("<<", "\"<<\""), ("", "\"\""), ("a b", "a b"),
      ("a: b", "\"a: b\""), ("line\nline", "\"line\\nline\""), ("?", "\"?\""),
    ]
  )
  func keys(key: String, written: String) {
    #expect(YAMLWriter().write(Tree(.map([(key, .integer(1))]))) == "\(written): 1\n")
  }

  @Test("The YAML writer keeps the order of the file or uses key order")
  func order() throws {
    let tree = try tree("b: 1\n10: 2\na: 3\n9: 4\n", .yaml)
    #expect(YAMLWriter(keyOrder: .source).write(tree) == "b: 1\n10: 2\na: 3\n9: 4\n")
    #expect(YAMLWriter(keyOrder: .key).write(tree) == "9: 4\n10: 2\na: 3\nb: 1\n")
    let unplaced = Tree(["b": 1, "10": 2, "a": 3])
    #expect(YAMLWriter(keyOrder: .source).write(unplaced) == "10: 2\na: 3\nb: 1\n")
  }

  @Test(
    "The YAML writer writes scalars and empty containers at the root",
    arguments: [
      (.null, "null\n"), (.bool(true), "true\n"), (.integer(-5), "-5\n"), (.double(1), "1.0\n"),
      (.list([]), "[]\n"), (.map([]), "{}\n"), (.string("a\nb"), "|-\n  a\n  b\n"),
      (.serverTimestamp, "!server-timestamp\n"), (.double(1e22), "1e+22\n"),
    ] as [(TreeLiteral, String)]
  )
  func roots(literal: TreeLiteral, written: String) {
    #expect(YAMLWriter().write(Tree(literal)) == written)
  }

  @Test("The YAML writer writes large text in chunks")
  func chunks() {
    let tree = Tree(.list((0..<30_000).map { .string("element \($0)") }))
    var sizes: [Int] = []
    var bytes: [UInt8] = []
    YAMLWriter().write(tree) { chunk in
      sizes.append(chunk.count)
      bytes.append(contentsOf: chunk)
    }
    #expect(sizes.count > 5)
    #expect(sizes.allSatisfy { $0 < 70_000 })
    #expect(String(decoding: bytes, as: UTF8.self) == YAMLWriter().write(tree))
  }

  @Test("The YAML writer stops when the sink throws")
  func sinkError() {
    struct Full: Error {}
    let tree = Tree(.list((0..<30_000).map { .integer($0) }))
    var calls = 0
    #expect(throws: Full.self) {
      try YAMLWriter().write(tree) { _ in
        calls += 1
        throw Full()
      }
    }
    #expect(calls == 1)
  }
}
