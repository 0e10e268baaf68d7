import TestSupport
import Testing

@testable import TaneRendering

@Suite("Visible text")
struct VisibleTextTests {
  @Test(
    "Invisible characters are escaped",
    arguments: [
      ("a\u{200B}b", #""a\u{200B}b""#), ("\u{FEFF}a", #""\u{FEFF}a""#),
      ("a\u{A0}b", #""a\u{A0}b""#), ("a\u{3000}b", "\"a\u{3000}b\""),
      ("\t\n\r\"\\", #""\t\n\r\"\\""#),
      ("\u{1B}[31m", #""\u{1B}[31m""#), ("\u{202E}abc", #""\u{202E}abc""#),
      ("葛\u{E0100}", #""葛\u{E0100}""#), ("👩‍👩‍👧", "\"👩‍👩‍👧\""), ("❤\u{FE0F}", "\"❤\u{FE0F}\""),
      ("a\u{200D}b", #""a\u{200D}b""#), ("が", "\"が\""),
    ]
  )
  func invisible(text: String, shown: String) {
    #expect(VisibleText.quoted(text).utf8.elementsEqual(shown.utf8))
  }

  @Test(
    "Characters that look alike are distinguished",
    arguments: [
      ("が", "か\u{3099}", #""が""#, #""か\u{3099}""#), ("é", "e\u{301}", "\"é\"", #""e\u{301}""#),
      ("\u{212B}", "\u{C5}", #""\u{212B}""#, #""\u{C5}""#), ("a ", "a", #""a\u{20}""#, "\"a\""),
      ("1〜2", "1～2", #""1\u{301C}2""#, #""1\u{FF5E}2""#),
      ("xAx", "x\u{410}x", "\"xAx\"", #""x\u{410}x""#),
    ]
  )
  func alike(old: String, new: String, oldShown: String, newShown: String) {
    let pair = StringPairText(old, new, width: 60)
    #expect(pair.old.text.utf8.elementsEqual(oldShown.utf8), "\(pair.old.text)")
    #expect(pair.new.text.utf8.elementsEqual(newShown.utf8), "\(pair.new.text)")
  }

  @Test("Different texts are always shown differently")
  func distinct() {
    var random = SeededGenerator(seed: 5)
    let pool: [Unicode.Scalar] = [
      "a", "b", " ", "\u{3000}", "\u{200B}", "か", "が", "\u{3099}", "\u{301}", "e", "é", "\u{410}",
      "\n", "\u{200D}", "👩", "\u{FE0F}", "ー", "一", "\u{1100}", "\u{1161}", "가",
    ]
    for _ in 0..<20_000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).reduce(into: "") { text, _ in
          text.unicodeScalars.append(pool[Int.random(in: pool.indices, using: &random)])
        }
      }
      guard !texts[0].utf8.elementsEqual(texts[1].utf8) else { continue }
      let pair = StringPairText(texts[0], texts[1], width: 80)
      #expect(
        pair.old.text != pair.new.text,
        "\(Array(texts[0].unicodeScalars)) \(Array(texts[1].unicodeScalars))"
      )
    }
  }

  private func sides(_ lines: [SideLine]?) -> String {
    (lines ?? []).map { "\($0.sign.rawValue) \($0.text)" }.joined(separator: "\n")
  }

  private func marked(_ text: MarkedText) -> String {
    text.pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test("Long texts show differing lines and count the unchanged and hidden ones")
  func lines() {
    let old = (1...40).map { "line \($0)\n" }
    var new = old
    new[2] = "line three\n"
    new.remove(at: 9)
    new.insert(contentsOf: ["more\n", "and more\n"], at: 20)
    let text = LinePairText(old.joined(), new.joined(), width: 60)
    #expect(
      sides(text?.lines) == #"""
        = 2 lines above
        - "line 3\n"
        + "line three\n"
        = 6 lines between
        - "line 10\n"
        = 11 lines between
        + "more\n"
        + "and more\n"
        = 19 lines below
        """#
    )
    let many = LinePairText(
      old.joined(),
      old.map { $0.hasSuffix("0\n") ? $0 : "new \($0)" }.joined(),
      width: 60
    )
    let signs = many?.lines.map(\.sign) ?? []
    #expect(signs.count { $0 == .old } == 13)
    #expect(
      sides(many?.lines.suffix(7)) == #"""
        - "line 13\n"
        + "new line 11\n"
        + "new line 12\n"
        + "new line 13\n"
        - … 24 more lines
        + … 24 more lines
        = 1 line below
        """#
    )
  }

  @Test("A long line shows every change or counts those that do not fit")
  func changesInLine() {
    let filler = String(repeating: "blah ", count: 20)
    let old = "one \(filler)two \(filler)three \(filler)four"
    let new = "1 \(filler)two \(filler)3 \(filler)4"
    let wide = StringPairText(old, new, width: 160)
    #expect(
      wide.old.text
        == "\"one blah blah b… 181 characters …h blah blah three blah blah b… 77 characters …h blah blah four\""
    )
    #expect(
      wide.new.text
        == "\"1 blah blah b… 181 characters …h blah blah 3 blah blah b… 77 characters …h blah blah 4\""
    )
    let narrow = StringPairText(old, new, width: 60)
    #expect(narrow.old.text == "\"one… 2 more changes …\"")
    #expect(narrow.new.text == "\"1… 2 more changes …\"")
  }

  @Test("Differing words are marked")
  func words() {
    let pair = StringPairText(
      "open from 10:00 to 18:00",
      "open from 11:00 till 18:00",
      width: 80,
      marksWords: true
    )
    #expect(marked(pair.old) == "\"open from [10]:00 [to] 18:00\"")
    #expect(marked(pair.new) == "\"open from [11]:00 [till] 18:00\"")
    let other = StringPairText("tea", "coffee", width: 80, marksWords: true)
    #expect(marked(other.old) == "\"tea\"")
    let plain = StringPairText("open from 10", "open from 11", width: 80)
    #expect(marked(plain.old) == "\"open from 10\"")
    let style = Style(isColored: true)
    #expect(style.red(pair.old).contains("\u{1B}[31;7mto\u{1B}[0m"))
  }

  @Test("Common parts of long texts are omitted and counted")
  func long() {
    let shared = String(repeating: "むかし", count: 40)
    let pair = StringPairText("\(shared)甲\(shared)", "\(shared)乙丙\(shared)", width: 80)
    #expect(pair.old.text == "\"… 114 characters …むかしむかし甲むかしむかし… 114 characters …\"")
    #expect(pair.new.text == "\"… 114 characters …むかしむかし乙丙むかしむかし… 114 characters …\"")
  }
}
