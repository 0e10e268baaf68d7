import StoreConformance
import Testing

@testable import TaneRendering
@testable import tane

@Suite("Text in which nothing is hidden")
struct VisibleTextTests {
  @Test(
    "spells out what cannot be seen",
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
    "tells apart what looks alike",
    arguments: [
      ("が", "か\u{3099}", #""が""#, #""か\u{3099}""#), ("é", "e\u{301}", "\"é\"", #""e\u{301}""#),
      ("\u{212B}", "\u{C5}", #""\u{212B}""#, #""\u{C5}""#), ("a ", "a", #""a\u{20}""#, "\"a\""),
      ("1〜2", "1～2", #""1\u{301C}2""#, #""1\u{FF5E}2""#),
      ("xAx", "x\u{410}x", "\"xAx\"", #""x\u{410}x""#),
    ]
  )
  func alike(old: String, new: String, oldShown: String, newShown: String) {
    let pair = StringPairText(old, new, width: 60)
    #expect(pair.old.utf8.elementsEqual(oldShown.utf8), "\(pair.old)")
    #expect(pair.new.utf8.elementsEqual(newShown.utf8), "\(pair.new)")
  }

  @Test("shows two different texts differently, whatever they are")
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
        pair.old != pair.new,
        "\(Array(texts[0].unicodeScalars)) \(Array(texts[1].unicodeScalars))"
      )
    }
  }

  @Test("leaves out what long texts share, and counts it")
  func long() {
    let shared = String(repeating: "むかし", count: 40)
    let pair = StringPairText("\(shared)甲\(shared)", "\(shared)乙丙\(shared)", width: 80)
    #expect(pair.old == "\"… 114 characters …むかしむかし甲むかしむかし… 114 characters …\"")
    #expect(pair.new == "\"… 114 characters …むかしむかし乙丙むかしむかし… 114 characters …\"")
  }
}
