/// A recognizer for people's names, based on common names.
package enum PersonName {
  /// Returns true if a string is probably a name: in Japanese, a common family name before a given
  /// name; in English, a common given name first or a common family name last.
  package static func isLikely(_ text: String) -> Bool {
    isJapanese(text) || isEnglish(text)
  }

  private static func isJapanese(_ text: String) -> Bool {
    guard (3...10).contains(text.count), text.unicodeScalars.allSatisfy(isNameCharacter) else {
      return false
    }
    return FakeWords.ja.familyNames.contains { family in
      guard text.hasPrefix(family.written) else { return false }
      let given = text.dropFirst(family.written.count).drop(while: \.isWhitespace)
      let isApart = given.count + family.written.count < text.count
      return (1...4).contains(given.count)
        && (isApart || FakeWords.ja.givenNames.contains { $0.written == given })
    }
  }

  private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x30FF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
      || scalar == "々" || scalar == " " || scalar == "\u{3000}"
  }

  private static func isEnglish(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard (2...3).contains(words.count), words.allSatisfy({ $0.first?.isUppercase == true }) else {
      return false
    }
    let isName: ([FakeWords.Name], Substring) -> Bool = { names, word in
      names.contains { $0.written == word }
    }
    return isName(FakeWords.en.givenNames, words[0])
      || isName(FakeWords.en.familyNames, words[words.count - 1])
  }
}
