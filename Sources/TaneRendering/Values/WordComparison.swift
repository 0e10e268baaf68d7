import TaneCore

/// A comparison that splits two strings into sequences of shared and differing words.
struct WordComparison {
  enum Part: Equatable {
    case same(String)
    case changed(old: String, new: String)
  }

  private(set) var parts: [Part] = []

  init(_ old: String, _ new: String) {
    let (oldWords, newWords) = (Self.words(of: old), Self.words(of: new))
    var numbers = StringInterner()
    let partners = ListAlignment.orderedPartners(
      from: oldWords.map { numbers.number(of: $0) },
      to: newWords.map { numbers.number(of: $0) }
    )
    var next = 0
    var oldText = ""
    var newText = ""
    for (word, partner) in zip(newWords, partners) {
      guard partner >= 0 else {
        newText += word
        continue
      }
      oldText += oldWords[next..<partner].joined()
      next = partner + 1
      add(changed: oldText, newText)
      (oldText, newText) = ("", "")
      add(same: String(word))
    }
    add(changed: oldText + oldWords[next...].joined(), newText)
    joinThroughFiller()
  }

  private mutating func add(changed old: String, _ new: String) {
    if !old.isEmpty || !new.isEmpty { parts.append(.changed(old: old, new: new)) }
  }

  private mutating func add(same text: String) {
    guard case .same(var before)? = parts.last else { return parts.append(.same(text)) }
    // Remove the part first, so that its string is extended in place.
    parts.removeLast()
    before += text
    parts.append(.same(before))
  }

  /// Joins changes separated only by punctuation, spaces or a short word.
  private mutating func joinThroughFiller() {
    var joined: [Part] = []
    for part in parts {
      if case .changed(let old, let new) = part, joined.count > 1,
        case .same(let filler) = joined[joined.count - 1], Self.isFiller(filler),
        case .changed(var oldBefore, var newBefore) = joined[joined.count - 2]
      {
        joined.removeLast(2)
        oldBefore += filler + old
        newBefore += filler + new
        joined.append(.changed(old: oldBefore, new: newBefore))
      } else {
        joined.append(part)
      }
    }
    parts = joined
  }

  private static func isFiller(_ text: String) -> Bool {
    !text.contains { $0.isLetter || $0.isNumber } || DisplayWidth.of(text) <= 3
  }

  /// Splits a string into words and the text between them; each Japanese character is a word.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var kind = Kind.other
    for index in text.indices {
      let next = Kind(text[index])
      if index > start, next != kind || next == .other {
        words.append(text[start..<index])
        start = index
      }
      kind = next
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
  }

  private enum Kind {
    case letter, blank, other

    init(_ character: Character) {
      switch character {
      case "a"..."z", "A"..."Z", "0"..."9", "_": self = .letter
      case " ", "\t": self = .blank
      default:
        let isAlone = character.unicodeScalars.contains { $0.isKanaOrKanji }
        self = !isAlone && (character.isLetter || character.isNumber) ? .letter : .other
      }
    }
  }
}
