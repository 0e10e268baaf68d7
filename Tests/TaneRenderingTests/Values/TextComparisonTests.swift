import TestSupport
import Testing

@testable import TaneRendering

@Suite("Comparison of texts")
struct TextComparisonTests {
  private static let words = [
    "open", "closed", "10:00", "麺屋", "はる", " ", " ", ", ", "\n", "\u{3000}", "👩‍👩‍👧", "が", "か\u{3099}",
    "",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in
      words.randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test("The parts of a word comparison join to both texts", arguments: 1...20)
  func parts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let (old, new) = (Self.text(&random), Self.text(&random))
      var (oldParts, newParts) = ("", "")
      for part in WordComparison(old, new).parts {
        switch part {
        case .same(let text): (oldParts, newParts) = (oldParts + text, newParts + text)
        case .changed(let left, let right):
          #expect(!left.utf8.elementsEqual(right.utf8))
          (oldParts, newParts) = (oldParts + left, newParts + right)
        }
      }
      #expect(oldParts.utf8.elementsEqual(old.utf8), "\(old.debugDescription)")
      #expect(newParts.utf8.elementsEqual(new.utf8), "\(new.debugDescription)")
    }
  }

  @Test("Equal texts have no changed part")
  func equal() {
    #expect(WordComparison("麺屋 はるかぜ", "麺屋 はるかぜ").parts == [.same("麺屋 はるかぜ")])
    #expect(WordComparison("", "").parts == [])
  }

  @Test("The common start and end of two texts do not split characters", arguments: 1...20)
  func shared(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let (old, new) = (Self.text(&random), Self.text(&random))
      let shared = SharedText(old, new, atCharacters: true)
      for (side, text) in [(shared.old, old), (shared.new, new)] {
        let parts = [side.start, side.middle, side.end]
        #expect(parts.joined().utf8.elementsEqual(text.utf8))
        #expect(parts.map(\.count).reduce(0, +) == text.count, "\(text.debugDescription)")
      }
      #expect(shared.old.start.utf8.elementsEqual(shared.new.start.utf8))
      #expect(shared.old.end.utf8.elementsEqual(shared.new.end.utf8))
    }
  }
}
