/// Tells texts that differ and yet look the same: composed in another way, of another alphabet's
/// letters, with another width or number of spaces.
package enum Lookalikes {
  /// Whether a reader would take the one for the other, as `VisibleText` shows them.
  package static func areAlike(
    _ left: String,
    _ right: String,
    shownIn detail: VisibleText.Detail
  ) -> Bool {
    // What is told apart as it stands is told apart escaped as well.
    if differVisibly(left, right, from: sharedByteCount(left, right)) { return false }
    return areAlike(VisibleText.escaped(left, detail), VisibleText.escaped(right, detail))
  }

  /// Whether a reader would take the one for the other, as they stand.
  private static func areAlike(_ left: String, _ right: String) -> Bool {
    // Text of very different lengths differs visibly, however often a mark is written out.
    guard left.utf8.count <= 4 * right.utf8.count + 16, right.utf8.count <= 4 * left.utf8.count + 16
    else { return false }
    let shared = sharedByteCount(left, right)
    if differVisibly(left, right, from: shared) { return false }
    let areASCII = left.utf8.allSatisfy { $0 < 0x80 } && right.utf8.allSatisfy { $0 < 0x80 }
    if areASCII { return left.utf8.lazy.filter(isInk).elementsEqual(right.utf8.lazy.filter(isInk)) }
    // Swift compares by canonical equivalence, so that both ways to compose a text are equal.
    if left == right { return true }
    // Marks of their own may stand for a composed letter: only a whole outline tells.
    if holdsMark(left) || holdsMark(right) { return outline(of: left) == outline(of: right) }
    return haveSameOutline(left, right, from: shared)
  }

  /// Compares outlines letter by letter, up to the first that differs: most texts differ early.
  private static func haveSameOutline(
    _ left: String,
    _ right: String,
    from shared: Int
  ) -> Bool {
    // What is equal has one outline. An index inside of a letter is that of the letter.
    var leftIndex = left.utf8.index(left.startIndex, offsetBy: shared)
    var rightIndex = right.utf8.index(right.startIndex, offsetBy: shared)
    let (left, right) = (left.unicodeScalars, right.unicodeScalars)
    while true {
      while leftIndex < left.endIndex, isSpace(left[leftIndex]) {
        left.formIndex(after: &leftIndex)
      }
      while rightIndex < right.endIndex, isSpace(right[rightIndex]) {
        right.formIndex(after: &rightIndex)
      }
      guard leftIndex < left.endIndex, rightIndex < right.endIndex else {
        return leftIndex == left.endIndex && rightIndex == right.endIndex
      }
      let (leftLetter, rightLetter) = (left[leftIndex], right[rightIndex])
      if leftLetter != rightLetter,
        twins[leftLetter, default: leftLetter] != twins[rightLetter, default: rightLetter]
      {
        return false
      }
      left.formIndex(after: &leftIndex)
      right.formIndex(after: &rightIndex)
    }
  }

  /// Whether the first letters that differ are two that are told apart at a glance, which most are, and nothing
  /// behind them combines with them.
  private static func differVisibly(_ left: String, _ right: String, from shared: Int) -> Bool {
    guard let left = lone(in: left, at: shared), let right = lone(in: right, at: shared) else {
      return false
    }
    return twins[left, default: left] != twins[right, default: right]
  }

  /// The letter that a byte belongs to, if it and what follows are plain, kana or kanji; a null at the end.
  private static func lone(in text: String, at offset: Int) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    guard index < scalars.endIndex else { return "\0" }
    let (letter, next) = (scalars[index], scalars.index(after: index))
    let follows = next == scalars.endIndex || scalars[next].isPlain || scalars[next].isKanaOrKanji
    return follows && letter != " " && (letter.isPlain || letter.isKanaOrKanji) ? letter : nil
  }

  private static func sharedByteCount(_ left: String, _ right: String) -> Int {
    var count = 0
    for (left, right) in zip(left.utf8, right.utf8) {
      guard left == right else { break }
      count += 1
    }
    return count
  }

  private static func holdsMark(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x300...0x36F).contains($0.value) || (0x3099...0x309A).contains($0.value)
    }
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
    if scalar.isASCII { return scalar.value <= 0x20 }
    return scalar.value <= 0x3000 && scalar.properties.isWhitespace
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
