/// A message with numbered placeholders, such as `{1} is not a valid {2}`.
///
/// The text is parsed when it is first needed, because a command uses few of its templates. This is
/// a class so that templates are not copied when a text is matched with thousands of them.
package final class MessageTemplate {
  private let text: String
  private lazy var content = Content(text)

  /// The parts of a text.
  private struct Content {
    /// The literal text before the first placeholder, between placeholders, and after the last one.
    var literals: [[UInt8]] = []
    var numbers: [Int] = []
    var names: Set<Int> = []

    init(_ text: String) {
      // Regular expressions would be too slow: matching would take most of a command's time in
      // Japanese.
      let bytes = Array(text.utf8)
      var (start, next) = (0, 0)
      while next < bytes.count {
        guard let place = MessageTemplate.place(in: bytes[next...]) else {
          next += 1
          continue
        }
        literals.append(Array(bytes[start..<next]))
        numbers.append(place.number)
        if place.isName { names.insert(place.number) }
        (start, next) = (place.end, place.end)
      }
      literals.append(Array(bytes[start...]))
    }
  }

  package init(_ text: String) { self.text = text }

  private var literals: [[UInt8]] { content.literals }

  /// The numbers of the placeholders, in text order.
  package var numbers: [Int] { content.numbers }

  /// The numbers of the placeholders for names (`{1!}`), whose arguments are not translated.
  package var names: Set<Int> { content.names }

  /// The number of bytes of the text outside placeholders, or nil if it has no placeholder.
  ///
  /// The text is not parsed, because this number is needed for each entry of a catalog.
  var literalCount: Int? {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      var count = bytes.count
      var next = 0
      while next < bytes.count {
        guard bytes[next] == UInt8(ascii: "{"), let place = Self.place(in: bytes[next...]) else {
          next += 1
          continue
        }
        count -= place.end - next
        next = place.end
      }
      return count == bytes.count ? nil : count
    }
  }

  /// A Boolean value indicating whether the template may match unrelated strings, because it has
  /// few letters outside placeholders.
  var isAmbiguous: Bool {
    text.utf8.count(where: \.isASCIILetter) < (beginsWithPlaceholder ? 8 : 4)
  }

  /// Parses a placeholder (`{1}` or `{1!}`) at the start of the bytes.
  fileprivate static func place<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes
  ) -> (number: Int, isName: Bool, end: Int)? where Bytes.Index == Int {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    var next = bytes.startIndex + 1
    var number = 0
    while next < bytes.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[next]) {
      number = number * 10 + Int(bytes[next] - UInt8(ascii: "0"))
      next += 1
    }
    guard next > bytes.startIndex + 1, next < bytes.endIndex else { return nil }
    let isName = bytes[next] == UInt8(ascii: "!")
    if isName { next += 1 }
    guard next < bytes.endIndex, bytes[next] == UInt8(ascii: "}") else { return nil }
    return (number, isName, next + 1)
  }

  /// A Boolean value indicating whether the text begins with a placeholder.
  package var beginsWithPlaceholder: Bool {
    text.utf8.first == UInt8(ascii: "{") && Self.place(in: Array(text.utf8)) != nil
  }

  /// Returns true if the text ends with the placeholder at an index.
  package func ends(withPlaceholder index: Int) -> Bool {
    index == numbers.count - 1 && literals[index + 1].isEmpty
  }

  /// Returns true if the placeholder at an index is in quotation marks, so that its argument is
  /// data.
  package func isQuoted(_ index: Int) -> Bool {
    literals[index].last == UInt8(ascii: "\"") && literals[index + 1].first == UInt8(ascii: "\"")
  }

  /// Returns true if only a space separates the placeholder at an index from another placeholder.
  package func isNextToPlaceholder(_ index: Int) -> Bool {
    let space = [UInt8(ascii: " ")]
    return index > 0 && literals[index] == space
      || index < numbers.count - 1 && literals[index + 1] == space
  }

  /// Returns the arguments in a string that matches the template, or nil if it does not match.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - effort: The number of remaining attempts; each attempt decrements it, and matching fails
  ///     at 0.
  ///   - accepts: Returns true if a string may be the argument of the placeholder at an index.
  /// - Returns: The arguments, in the order of the placeholders in the template.
  package func arguments(
    of bytes: [UInt8],
    effort: inout Int,
    where accepts: (_ index: Int, _ argument: String) -> Bool = { _, _ in true }
  ) -> [String]? {
    let last = literals[literals.count - 1]
    guard bytes.count >= max(literals[0].count, last.count), bytes.holds(literals[0], at: 0),
      bytes.holds(last, at: bytes.count - last.count)
    else { return nil }
    var arguments: [String] = []
    let isMatch = matchPlaceholders(
      appendingTo: &arguments,
      in: bytes,
      from: literals[0].count,
      effort: &effort,
      where: accepts
    )
    return isMatch ? arguments : nil
  }

  /// Matches the remaining placeholders, each with the shortest possible argument.
  private func matchPlaceholders(
    appendingTo arguments: inout [String],
    in bytes: [UInt8],
    from start: Int,
    effort: inout Int,
    where accepts: (Int, String) -> Bool
  ) -> Bool {
    let index = arguments.count
    guard index < numbers.count else { return start == bytes.count }
    let literal = literals[index + 1]
    var end = index == numbers.count - 1 ? bytes.count - literal.count : start
    while end >= start, end + literal.count <= bytes.count, effort > 0 {
      effort -= 1
      if bytes.holds(literal, at: end),
        let argument = String(validating: bytes[start..<end], as: UTF8.self),
        accepts(index, argument)
      {
        arguments.append(argument)
        let isMatch = matchPlaceholders(
          appendingTo: &arguments,
          in: bytes,
          from: end + literal.count,
          effort: &effort,
          where: accepts
        )
        if isMatch { return true }
        arguments.removeLast()
      }
      end += 1
    }
    return false
  }

  /// Returns the text with each placeholder replaced by the argument with the same number.
  package func filled(with arguments: [Int: String]) -> String {
    var text = String(decoding: literals[0], as: UTF8.self)
    for (index, number) in numbers.enumerated() {
      let argument = arguments[number] ?? ""
      let literal = String(decoding: literals[index + 1], as: UTF8.self)
      // Data in quotation marks is inserted without additional spaces.
      text =
        isQuoted(index)
        ? text + argument + literal : Self.joined(Self.joined(text, argument), literal)
    }
    return text
  }

  /// Joins two strings, with a space between Latin and Japanese but not within Japanese.
  static func joined(_ left: String, _ right: String) -> String {
    if left.last == " ", isWide(left.dropLast().last), isWide(right.first) {
      return left.dropLast() + right
    }
    if right.first == " ", isWide(left.last), isWide(right.dropFirst().first) {
      return left + right.dropFirst()
    }
    let isMixed =
      isLatin(left.last) && isJapaneseLetter(right.first)
      || isJapaneseLetter(left.last) && isLatin(right.first)
    return left + (isMixed ? " " : "") + right
  }

  private static func isWide(_ character: Character?) -> Bool {
    character.map { DisplayWidth.of($0) == 2 } ?? false
  }

  /// Returns true if a character is a Japanese letter rather than punctuation.
  private static func isJapaneseLetter(_ character: Character?) -> Bool {
    character.map { DisplayWidth.of($0) == 2 && $0.isLetter } ?? false
  }

  private static func isLatin(_ character: Character?) -> Bool {
    character.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "\"") } ?? false
  }
}

/// A Bloom filter of words: it never misses a word, but may report words that it does not contain.
struct WordSet {
  private var bits = SIMD2<UInt64>()

  /// Creates the set of the words (runs of ASCII letters) of a text in UTF-8.
  init(_ text: some Sequence<UInt8>) { self.init(text, isKey: false) }

  /// Creates the set of the words of a key, omitting words next to a placeholder, since they may be
  /// parts of longer words.
  init(key: String) { self.init(key.utf8, isKey: true) }

  private init(_ text: some Sequence<UInt8>, isKey: Bool) {
    var hash: UInt32 = 0
    var isPart = false
    for byte in text {
      if byte.isASCIILetter {
        hash = (hash ^ UInt32(byte)) &* 16_777_619 &+ 1
        continue
      }
      if hash != 0, !isPart, !isKey || byte != UInt8(ascii: "{") { insert(hash) }
      hash = 0
      isPart = isKey && byte == UInt8(ascii: "}")
    }
    if hash != 0, !isPart { insert(hash) }
  }

  private mutating func insert(_ hash: UInt32) {
    let bit = Int(hash >> 25)
    bits[bit / 64] |= 1 << UInt64(bit % 64)
  }

  /// Returns false if this set certainly lacks a word of the other set.
  func isSuperset(of other: WordSet) -> Bool { bits & other.bits == other.bits }
}

extension UInt8 {
  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension [UInt8] {
  /// Returns true if the array contains the given bytes at an offset; the bytes must not extend
  /// beyond the array's end.
  fileprivate func holds(_ part: [UInt8], at offset: Int) -> Bool {
    guard let first = part.first else { return true }
    guard self[offset] == first else { return false }
    return withUnsafeBytes { bytes in
      part.withUnsafeBytes { bytes[offset..<offset + $0.count].elementsEqual($0) }
    }
  }
}
