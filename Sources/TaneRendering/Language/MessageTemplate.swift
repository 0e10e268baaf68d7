/// A text with numbered places to be filled: `{1} is not a valid {2}`.
///
/// It is a class since thousands of them are looked through for each text, none of which is copied so.
package final class MessageTemplate: Sendable {
  /// The text before the first place, between places, and behind the last.
  private let literals: [[UInt8]]
  /// The numbers of the places, in the order in which they stand.
  package let numbers: [Int]
  /// The places, by number, that are filled with names, as `{1!}` says: these stay as they are.
  package let names: Set<Int>
  /// How many bytes are not filled in.
  package let weight: Int
  /// How many letters are not filled in.
  package let letterCount: Int

  package init(_ text: String) {
    var literals: [String] = [""]
    var numbers: [Int] = []
    var names: Set<Int> = []
    var rest = text[...]
    while let match = rest.firstMatch(of: /\{([0-9]+)(!?)\}/) {
      literals[literals.count - 1] += rest[..<match.range.lowerBound]
      literals.append("")
      numbers.append(Int(match.output.1) ?? 0)
      if !match.output.2.isEmpty { names.insert(numbers[numbers.count - 1]) }
      rest = rest[match.range.upperBound...]
    }
    literals[literals.count - 1] += rest
    self.literals = literals.map { Array($0.utf8) }
    self.numbers = numbers
    self.names = names
    weight = self.literals.reduce(0) { $0 + $1.count }
    letterCount = literals.reduce(0) { $0 + $1.count(where: \.isLetter) }
  }

  /// What the text begins with; nil where that is a place.
  package var firstByte: UInt8? { literals[0].first }

  /// Whether nothing stands before the first place.
  package var beginsWithPlace: Bool { literals[0].isEmpty }

  /// Whether nothing stands behind the place of an index.
  package func ends(withPlace index: Int) -> Bool {
    index == numbers.count - 1 && literals[index + 1].isEmpty
  }

  /// Whether a place stands in quotation marks, where people's data is.
  package func isQuoted(_ index: Int) -> Bool {
    literals[index].last == UInt8(ascii: "\"") && literals[index + 1].first == UInt8(ascii: "\"")
  }

  /// Whether nothing but a space stands between a place and the one before or behind it.
  package func isBesidePlace(_ index: Int) -> Bool {
    let space = [UInt8(ascii: " ")]
    return index > 0 && literals[index] == space
      || index < numbers.count - 1 && literals[index + 1] == space
  }

  /// What the places are filled with in a text that was made from the template; nil in any other.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - effort: How many places of the text may be tried, less those that were; nil where it comes to an end.
  ///   - accepts: Whether the place of an index may be filled with a text.
  /// - Returns: What the places are filled with, in the order in which they stand.
  package func arguments(
    of bytes: [UInt8],
    effort: inout Int,
    where accepts: (_ index: Int, _ argument: String) -> Bool = { _, _ in true }
  ) -> [String]? {
    let last = literals[literals.count - 1]
    guard bytes.count >= weight, bytes.holds(literals[0], at: 0),
      bytes.holds(last, at: bytes.count - last.count)
    else { return nil }
    var arguments: [String] = []
    return fill(&arguments, in: bytes, from: literals[0].count, &effort, accepts) ? arguments : nil
  }

  /// Fills the places that are left, each with as little as can be.
  private func fill(
    _ arguments: inout [String],
    in bytes: [UInt8],
    from start: Int,
    _ effort: inout Int,
    _ accepts: (Int, String) -> Bool
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
        if fill(&arguments, in: bytes, from: end + literal.count, &effort, accepts) { return true }
        arguments.removeLast()
      }
      end += 1
    }
    return false
  }

  /// The text with its places filled, by their numbers.
  package func filled(with arguments: [Int: String]) -> String {
    var text = String(decoding: literals[0], as: UTF8.self)
    for (index, number) in numbers.enumerated() {
      let argument = arguments[number] ?? ""
      let literal = String(decoding: literals[index + 1], as: UTF8.self)
      // Data in quotation marks stays as it is.
      text =
        isQuoted(index)
        ? text + argument + literal : Self.joined(Self.joined(text, argument), literal)
    }
    return text
  }

  /// Two parts of a text, with a space between Latin and Japanese, and none between Japanese and Japanese.
  static func joined(_ left: String, _ right: String) -> String {
    if left.last == " ", isWide(left.dropLast().last), isWide(right.first) {
      return left.dropLast() + right
    }
    if right.first == " ", isWide(left.last), isWide(right.dropFirst().first) {
      return left + right.dropFirst()
    }
    let isMixed =
      isLatin(left.last) && isLetter(right.first) || isLetter(left.last) && isLatin(right.first)
    return left + (isMixed ? " " : "") + right
  }

  private static func isWide(_ character: Character?) -> Bool {
    character.map { DisplayWidth.of($0) == 2 } ?? false
  }

  /// Whether a character is of Japanese, and not a mark of punctuation.
  private static func isLetter(_ character: Character?) -> Bool {
    character.map { DisplayWidth.of($0) == 2 && $0.isLetter } ?? false
  }

  private static func isLatin(_ character: Character?) -> Bool {
    character.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "\"") } ?? false
  }
}

extension [UInt8] {
  /// Whether some bytes stand at an offset, with room for all of them.
  fileprivate func holds(_ part: [UInt8], at offset: Int) -> Bool {
    guard let first = part.first else { return true }
    guard self[offset] == first else { return false }
    return withUnsafeBytes { bytes in
      part.withUnsafeBytes { bytes[offset..<offset + $0.count].elementsEqual($0) }
    }
  }
}
