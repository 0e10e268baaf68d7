import Foundation
import TaneCore

/// The forms of a string that are searched for originals: the string itself, and its decodings.
///
/// Case, width, composition and white space are ignored. These encodings are decoded, nested up to
/// three levels: percent-encoding, `+` for a space, commas for the dots of an email address, JSON
/// escapes, HTML entities and Base64; in bytes, also UTF-16.
struct SearchedForms {
  /// A string folded for comparison: without differences of case, width and composition.
  struct Form {
    /// The text in UTF-8.
    let text: [UInt8]
    /// The text without white space.
    let textWithoutSpaces: [UInt8]
    /// The offset in `text` of each byte of `textWithoutSpaces`, or nil if the text has no white
    /// space.
    private let offsets: [Int]?
    /// The minimum length in bytes of the originals to search for in this form; shorter ones may
    /// occur by chance.
    let minimumLength: Int
    /// A Boolean value indicating whether the form is a string without the separators between
    /// digits.
    let hasJoinedDigits: Bool

    init(_ text: [UInt8], minimumLength: Int = 1, hasJoinedDigits: Bool = false) {
      (self.text, self.minimumLength, self.hasJoinedDigits) = (text, minimumLength, hasJoinedDigits)
      guard text.contains(where: Self.isSpace) else {
        (textWithoutSpaces, offsets) = (text, nil)
        return
      }
      let kept = text.indices.filter { !Self.isSpace(text[$0]) }
      (textWithoutSpaces, offsets) = (kept.map { text[$0] }, kept)
    }

    /// Returns the range in `text` that corresponds to a range in `textWithoutSpaces`.
    func range(of part: Range<Int>) -> Range<Int> {
      guard let offsets, !part.isEmpty else { return part }
      return offsets[part.lowerBound]..<(offsets[part.upperBound - 1] + 1)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
  }

  private static let maximumDepth = 3
  /// The minimum lengths of originals to search for in bytes that are not text, and in decoded
  /// Base64; shorter originals may occur by chance.
  private static let minimumInBytes = 4
  private static let minimumInEncodedBytes = 8

  private(set) var forms: [Form] = []
  private var known: Set<String> = []

  init(_ text: String) { add(text, depth: 0, minimum: 1) }

  /// Creates the forms of bytes, whether or not they are text.
  init(bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
      add(text, depth: 0, minimum: 1)
    } else {
      add(bytes, depth: 0, minimum: Self.minimumInBytes)
    }
  }

  private mutating func add(_ text: String, depth: Int, minimum: Int) {
    guard depth == 0 || known.insert(text).inserted else { return }
    let form = Form(Array(TextNormalization.folded(text).utf8), minimumLength: minimum)
    forms.append(form)
    if let digits = Self.joinedDigits(form.text) {
      forms.append(Form(digits, minimumLength: minimum, hasJoinedDigits: true))
    }
    guard depth < Self.maximumDepth else { return }
    for decoded in Self.decoded(text) { add(decoded, depth: depth + 1, minimum: minimum) }
    for bytes in EncodedBytes.found(in: text) {
      let isText = String(validating: bytes, as: UTF8.self).map(Self.isPlain) ?? false
      if isText {
        let text = String(decoding: bytes, as: UTF8.self)
        add(text, depth: depth + 1, minimum: max(minimum, Self.minimumInBytes))
      } else {
        add(bytes, depth: depth + 1, minimum: Self.minimumInEncodedBytes)
      }
    }
  }

  private mutating func add(_ bytes: [UInt8], depth: Int, minimum: Int) {
    add(String(decoding: bytes, as: UTF8.self), depth: depth, minimum: minimum)
    for (start, isLittleEndian) in [(0, true), (0, false), (1, true), (1, false)] {
      let units = UTF16Units(bytes.dropFirst(start), isLittleEndian: isLittleEndian)
      if start == 0, let text = units.text, Self.isPlain(text) {
        add(text, depth: depth, minimum: depth == 0 ? 1 : minimum)
      } else {
        forms.append(Form(units.folded, minimumLength: minimum))
      }
    }
  }

  /// Returns true if a string has no control characters except line breaks and tabs, and no
  /// unassigned or replacement characters.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n" || scalar == "\r" || scalar == "\t"
      case .unassigned, .privateUse, .surrogate: false
      default: scalar != "\u{FFFD}"
      }
    }
  }

  // MARK: Encodings

  private static func decoded(_ text: String) -> [String] {
    var decoded: [String] = []
    func has(_ character: Unicode.Scalar) -> Bool {
      text.utf8.contains(UInt8(ascii: character))
    }
    if has("%") { decoded.append(PercentEncoding.decode(text)) }
    if has("+") { decoded.append(text.replacing("+", with: " ")) }
    // In keys of a Realtime Database, commas replace the dots of an email address.
    if has(","), has("@") { decoded.append(text.replacing(",", with: ".")) }
    if has("\\") { decoded.append(unescaped(text)) }
    if has("&"), has(";") { decoded.append(HTMLEntities.decode(text)) }
    return decoded
  }

  /// Returns a string with JSON escapes decoded.
  private static func unescaped(_ text: String) -> String {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      guard unit == 0x5C, let escape = rest.first else {
        units.append(unit)
        continue
      }
      let digits = rest.dropFirst().prefix(4)
      if escape == 0x75, digits.count == 4,
        let unit = UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
      {
        units.append(unit)
        rest = rest.dropFirst(5)
      } else if "\"\\/".utf16.contains(escape) {
        units.append(escape)
        rest.removeFirst()
      } else if "bfnrt".utf16.contains(escape) {
        units.append(escape == 0x6E ? 0x0A : 0x20)
        rest.removeFirst()
      } else {
        units.append(unit)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns a form without the separators of phone numbers, or nil if it has no separators or
  /// fewer than nine digits.
  private static func joinedDigits(_ form: [UInt8]) -> [UInt8]? {
    guard form.contains(where: TextNormalization.isSeparator),
      form.count(where: TextNormalization.isDigit) >= 9
    else { return nil }
    return form.filter { !TextNormalization.isSeparator($0) }
  }
}

/// UTF-16 code units, created from bytes.
private struct UTF16Units {
  private let units: [UInt16]

  init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) {
    let (low, high) = isLittleEndian ? (0, 1) : (1, 0)
    units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
    }
  }

  /// The text of the code units, or nil if they are invalid.
  var text: String? { String(validating: units, as: UTF16.self) }

  /// A table of folded code units, since folding whole strings would be slow for arbitrary bytes.
  private static let folded: [[UInt8]] = (0...UInt16.max).map { unit in
    Array(TextNormalization.folded(String(decoding: [unit], as: UTF16.self)).utf8)
  }

  /// The code units in UTF-8, without differences of case and width.
  var folded: [UInt8] { units.flatMap { Self.folded[Int($0)] } }
}

/// The decoding of Base64 in strings, in either alphabet and with or without padding.
private enum EncodedBytes {
  /// The minimum number of consecutive Base64 characters to decode.
  private static let shortest = 6
  /// The minimum length of a Base64 line that may continue on the next line.
  private static let lineLength = 60

  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for (index, byte) in letters.utf8.enumerated() { values[Int(byte)] = UInt8(index) }
    for (byte, value) in zip("+-/_".utf8, [62, 62, 63, 63] as [UInt8]) { values[Int(byte)] = value }
    return values
  }()

  /// Returns the bytes of each substring that may be Base64, decoded once from each of its first
  /// four characters.
  static func found(in text: String) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for run in runs(in: text) {
      for start in 0..<4 where run.count - start >= shortest {
        found.append(decoded(run[start...]))
      }
    }
    return found
  }

  /// Returns the 6-bit values of each run of consecutive Base64 characters.
  private static func runs(in text: String) -> [[UInt8]] {
    var runs: [[UInt8]] = []
    var run: [UInt8] = []
    var lineStart = 0
    func end() {
      if run.count >= shortest { runs.append(run) }
      (run, lineStart) = ([], 0)
    }
    for byte in text.utf8 {
      if let value = values[Int(byte)] {
        run.append(value)
      } else if byte == 0x0A, run.count - lineStart >= lineLength {
        lineStart = run.count
      } else if byte != 0x0D || run.count - lineStart < lineLength {
        end()
      }
    }
    end()
    return runs
  }

  private static func decoded(_ run: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(run.count * 3 / 4)
    var (bits, count) = (UInt32(0), 0)
    for value in run {
      bits = (bits << 6 | UInt32(value)) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }
}
