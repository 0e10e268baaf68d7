/// Tells texts that differ and yet look the same: composed in another way, of another alphabet's
/// letters, with another width or number of spaces.
enum Lookalikes {
  /// Whether a reader would take the one for the other.
  static func areAlike(_ left: String, _ right: String) -> Bool {
    // Text of very different lengths differs visibly, however often a mark is written out.
    guard left.utf8.count <= 4 * right.utf8.count + 16, right.utf8.count <= 4 * left.utf8.count + 16
    else { return false }
    let areASCII = left.utf8.allSatisfy { $0 < 0x80 } && right.utf8.allSatisfy { $0 < 0x80 }
    if areASCII { return left.utf8.lazy.filter(isInk).elementsEqual(right.utf8.lazy.filter(isInk)) }
    // Swift compares by canonical equivalence, so that both ways to compose a text are equal.
    return left == right || outline(of: left) == outline(of: right)
  }

  private static func isInk(_ byte: UInt8) -> Bool { byte > 0x20 }

  /// The text with every letter replaced by the one that it looks like, without its spaces.
  private static func outline(of text: String) -> String {
    var outline = ""
    for scalar in text.unicodeScalars where !isSpace(scalar) {
      outline.unicodeScalars.append(twins[scalar] ?? scalar)
    }
    return outline
  }

  /// No space stands behind U+3000, where most of the text does that is not ASCII.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x3000 && scalar.properties.isWhitespace
  }

  /// Letters by those that they look like in most typefaces: of Cyrillic and Greek for Latin, of
  /// katakana for kanji and hiragana, and the dashes and tildes that Japanese text mixes up.
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs = [
      ("АВЕКМНОРСТХаеорсухіѕј", "ABEKMHOPCTXaeopcyxisj"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo"),
      ("カロニトエタハリヘベペチ", "力口二卜工夕八りへべぺ千"), ("－‐‑‒–—―−ー一", "----------"),
      ("～〜∼", "~~~"), ("’‘′＇", "''''"), ("．", "."), ("｡", "。"), ("･·", "・・"),
    ]
    var twins: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letters, likenesses) in pairs {
      for (letter, likeness) in zip(letters.unicodeScalars, likenesses.unicodeScalars) {
        twins[letter] = likeness
      }
    }
    return twins
  }()
}
