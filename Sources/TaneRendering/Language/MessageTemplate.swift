/// A message with numbered placeholders, such as `{1} is not a valid {2}`.
///
/// This is a class so that templates are not copied when a text is matched with thousands of them.
package final class MessageTemplate: Sendable {
  /// The literal text before the first placeholder, between placeholders, and after the last one.
  private let literals: [[UInt8]]
  /// The numbers of the placeholders, in text order.
  package let numbers: [Int]
  /// The numbers of the placeholders for names (`{1!}`), whose arguments are not translated.
  package let names: Set<Int>
  /// The number of bytes of literal text, without placeholders.
  package let weight: Int
  /// The number of ASCII letters in the literal text.
  package let letterCount: Int

  package init(_ text: String) {
    // With regular expressions, matching would take most of the time of a command in Japanese.
    let bytes = Array(text.utf8)
    var literals: [[UInt8]] = []
    var numbers: [Int] = []
    var names: Set<Int> = []
    var (start, next) = (0, 0)
    while next < bytes.count {
      guard let place = Self.place(in: bytes[next...]) else {
        next += 1
        continue
      }
      literals.append(Array(bytes[start..<next]))
      numbers.append(place.number)
      if place.isName { names.insert(place.number) }
      (start, next) = (place.end, place.end)
    }
    literals.append(Array(bytes[start...]))
    self.literals = literals
    self.numbers = numbers
    self.names = names
    weight = literals.reduce(0) { $0 + $1.count }
    letterCount = literals.reduce(0) { count, literal in
      count + literal.count { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }
  }

  /// Parses a placeholder (`{1}` or `{1!}`) at the start of the bytes.
  private static func place(
    in bytes: ArraySlice<UInt8>
  ) -> (number: Int, isName: Bool, end: Int)? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    var rest = bytes.dropFirst()
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    rest = rest[digits.endIndex...]
    let isName = rest.first == UInt8(ascii: "!")
    if isName { rest = rest.dropFirst() }
    guard rest.first == UInt8(ascii: "}") else { return nil }
    return (number, isName, rest.startIndex + 1)
  }

  /// The first byte of the text, or nil if it begins with a placeholder.
  package var firstByte: UInt8? { literals[0].first }

  /// A Boolean value indicating whether the text begins with a placeholder.
  package var beginsWithPlaceholder: Bool { literals[0].isEmpty }

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
    guard bytes.count >= weight, bytes.holds(literals[0], at: 0),
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
      isLatin(left.last) && isLetter(right.first) || isLetter(left.last) && isLatin(right.first)
    return left + (isMixed ? " " : "") + right
  }

  private static func isWide(_ character: Character?) -> Bool {
    character.map { DisplayWidth.of($0) == 2 } ?? false
  }

  /// Returns true if a character is a Japanese letter rather than punctuation.
  private static func isLetter(_ character: Character?) -> Bool {
    character.map { DisplayWidth.of($0) == 2 && $0.isLetter } ?? false
  }

  private static func isLatin(_ character: Character?) -> Bool {
    character.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "\"") } ?? false
  }
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
