import TaneRendering
import Testing

@Suite("Folding of terminal lines")
struct TextFoldingTests {
  @Test(
    "Lines break between words and around Japanese characters, and not inside a word",
    arguments: [
      ("one two three", 9, "one two\n  three"),
      ("one two three", 13, "one two three"),
      ("  = a b c d e", 7, "  = a b\n   c d\n   e"),
      ("a /a/very/long/path.yaml b", 10, "a /a/very/long/path.yaml\n  b"),
      ("春のサウナ祭りです。", 8, "春のサウ\n  ナ祭り\n  です。"),
      ("これは「値」です", 8, "これは\n  「値」\n  です"),
      ("値はshopsです", 8, "値は\n  shops\n  です"),
      ("春の既定: 値", 8, "春の既\n  定: 値"),
      ("a\nb c", 3, "a\nb c"),
      ("", 5, ""),
    ]
  )
  func folded(text: String, width: Int, lines: String) {
    #expect(TextFolding.folded(text, width: width) == lines)
  }

  @Test("Folding ignores the width of colors and keeps joined words together")
  func colours() {
    let text = "\u{1B}[1mone\u{1B}[0m \u{1B}[31mtwo\u{1B}[0m three"
    #expect(
      TextFolding.folded(text, width: 7, indent: 0)
        == "\u{1B}[1mone\u{1B}[0m \u{1B}[31mtwo\u{1B}[0m\nthree"
    )
    let joined = "one guard~open"
    #expect(TextFolding.folded(joined, width: 10, indent: 0, joint: "~") == "one\nguard open")
    #expect(TextFolding.folded(joined, width: nil, joint: "~") == "one guard open")
  }

  @Test("A non-breaking space in user data is kept", arguments: [nil, 5, 40])
  func data(width: Int?) {
    #expect(TextFolding.folded("1\u{A0}000", width: width) == "1\u{A0}000")
  }

  @Test("Folded lines are never longer than the width if words are short", arguments: 20...60)
  func widths(width: Int) {
    let text = String(repeating: "短い語 and short words, ", count: 20)
    for line in TextFolding.folded(text, width: width).split(separator: "\n") {
      #expect(DisplayWidth.of(line) <= width, "\(line)")
    }
  }
}
