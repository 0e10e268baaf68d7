/// Functions that detect different strings that look the same, because they differ only in Unicode
/// composition, in spaces, or in similar letters of other alphabets.
package enum Lookalikes {
  /// Returns true if two strings are hard to distinguish when `VisibleText` renders them.
  package static func areAlike(
    _ left: String,
    _ right: String,
    shownIn detail: VisibleText.Detail
  ) -> Bool {
    // Strings that are easy to distinguish unescaped remain so when escaped.
    if differVisibly(left, right, from: sharedByteCount(left, right)) { return false }
    return areAlike(VisibleText.escaped(left, detail), VisibleText.escaped(right, detail))
  }

  /// Returns true if two strings are hard to distinguish when they are not escaped.
  private static func areAlike(_ left: String, _ right: String) -> Bool {
    // Strings of very different lengths differ visibly, even if one contains separate combining
    // marks.
    guard left.utf8.count <= 4 * right.utf8.count + 16, right.utf8.count <= 4 * left.utf8.count + 16
    else { return false }
    let shared = sharedByteCount(left, right)
    if differVisibly(left, right, from: shared) { return false }
    let areASCII = left.utf8.allSatisfy { $0 < 0x80 } && right.utf8.allSatisfy { $0 < 0x80 }
    if areASCII {
      return left.utf8.lazy.filter(isVisibleByte).elementsEqual(
        right.utf8.lazy.filter(isVisibleByte)
      )
    }
    // Swift compares strings by canonical equivalence, so different compositions are equal.
    if left == right { return true }
    // Separate marks may form a composed letter, so complete outlines are compared.
    if containsCombiningMark(left) || containsCombiningMark(right) {
      return outline(of: left) == outline(of: right)
    }
    return haveSameOutline(left, right, from: shared)
  }

  /// Compares outlines letter by letter up to the first difference, which usually occurs early.
  private static func haveSameOutline(
    _ left: String,
    _ right: String,
    from shared: Int
  ) -> Bool {
    // Equal prefixes have equal outlines. An index within a letter is rounded down to its start.
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
        lookalikes[leftLetter, default: leftLetter] != lookalikes[rightLetter, default: rightLetter]
      {
        return false
      }
      left.formIndex(after: &leftIndex)
      right.formIndex(after: &rightIndex)
    }
  }

  /// Returns true if the first differing letters are easy to distinguish and do not combine with
  /// the following letters, which is the usual case.
  private static func differVisibly(_ left: String, _ right: String, from shared: Int) -> Bool {
    guard let left = lone(in: left, at: shared), let right = lone(in: right, at: shared) else {
      return false
    }
    return lookalikes[left, default: left] != lookalikes[right, default: right]
  }

  /// Returns the letter at a byte offset if it and the next letter are printable ASCII, kana or
  /// kanji, otherwise nil; returns a null character at the end of the text.
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

  private static func containsCombiningMark(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x300...0x36F).contains($0.value) || (0x3099...0x309A).contains($0.value)
    }
  }

  private static func isVisibleByte(_ byte: UInt8) -> Bool { byte > 0x20 }

  /// Returns the text without spaces, with each letter replaced by its lookalike.
  private static func outline(of text: String) -> String {
    var outline = ""
    for scalar in text.unicodeScalars where !isSpace(scalar) {
      outline.unicodeScalars.append(lookalikes[scalar] ?? scalar)
    }
    return outline
  }

  /// Returns true if a scalar is a space; the check is fast for most Japanese text, which lies
  /// above the last space, U+3000.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 }
    return scalar.value <= 0x3000 && scalar.properties.isWhitespace
  }

  /// A map of letters to letters that look the same in most typefaces: Cyrillic and Greek to Latin,
  /// katakana to kanji and hiragana, and dashes and tildes that are often confused in Japanese
  /// text.
  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs = [
      ("АВЕКМНОРСТХаеорсухіѕј", "ABEKMHOPCTXaeopcyxisj"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo"),
      ("カロニトエタハリヘベペチ", "力口二卜工夕八りへべぺ千"), ("－‐‑‒–—―−ー一", "----------"),
      ("～〜∼", "~~~"), ("’‘′＇", "''''"), ("．", "."), ("｡", "。"), ("･·", "・・"),
    ]
    var lookalikes: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letters, likenesses) in pairs {
      for (letter, likeness) in zip(letters.unicodeScalars, likenesses.unicodeScalars) {
        lookalikes[letter] = likeness
      }
    }
    return lookalikes
  }()
}
