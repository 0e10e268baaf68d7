import TaneCore

/// The resolution of plain scalars in YAML's core schema.
///
/// The rules are defined in <https://yaml.org/spec/1.2.2/#103-core-schema>.
enum CoreSchema {
  /// The resolved value of a plain scalar.
  enum Scalar: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// A number that no 64-bit type represents exactly, and that is stored as its digits.
    case decimal
    /// An integer in hexadecimal or octal digits that exceeds `Int64`.
    case oversized
    case string
  }

  /// Resolves a plain scalar.
  static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> Scalar {
    guard let first = text.first else { return .null }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      return number(text)
    case UInt8(ascii: "~"):
      return text.count == 1 ? .null : .string
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      return text.isOne(of: "null", "Null", "NULL") ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return text.isOne(of: "true", "True", "TRUE") ? .bool(true) : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return text.isOne(of: "false", "False", "FALSE") ? .bool(false) : .string
    default:
      return .string
    }
  }

  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Scalar {
    let number = ScannedNumber(text, from: 0)
    let hasDigits = number.integerDigits + (number.fractionDigits ?? 0) > 0
    guard number.end == text.count, hasDigits, number.exponentDigits != 0 else {
      return radixNumber(text) ?? specialNumber(text)
    }
    if number.isWhole { return number.integer.map(Scalar.integer) ?? .decimal }
    return number.double(in: text, from: 0).map(Scalar.double) ?? .decimal
  }

  /// Resolves a number such as `0o17` or `0x1F`, or returns nil for any other text.
  private static func radixNumber(_ text: UnsafeBufferPointer<UInt8>) -> Scalar? {
    guard text.count > 2, text[0] == UInt8(ascii: "0") else { return nil }
    let shift: UInt64
    switch text[1] {
    case UInt8(ascii: "o"): shift = 3
    case UInt8(ascii: "x"): shift = 4
    default: return nil
    }
    var value: UInt64 = 0
    var isOversized = false
    for byte in text[2...] {
      guard let digit = byte.hexadecimalValue, digit < 1 << shift else { return nil }
      isOversized = isOversized || value >> (63 - shift) != 0
      value = value << shift | UInt64(digit)
    }
    return isOversized ? .oversized : .integer(Int64(bitPattern: value))
  }

  /// Returns true if a plain scalar is text in the core schema, but a Boolean in YAML 1.1, which
  /// many tools still use.
  static func isYAML11Boolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text.count {
    case 2: text.isOne(of: "no", "No", "NO") || text.isOne(of: "on", "On", "ON")
    case 3: text.isOne(of: "yes", "Yes", "YES") || text.isOne(of: "off", "Off", "OFF")
    default: false
    }
  }

  private static func specialNumber(_ text: UnsafeBufferPointer<UInt8>) -> Scalar {
    if text.isOne(of: ".nan", ".NaN", ".NAN") { return .double(.nan) }
    let isSigned = text[0] != UInt8(ascii: ".")
    let unsigned = isSigned ? UnsafeBufferPointer(rebasing: text[1...]) : text
    guard unsigned.isOne(of: ".inf", ".Inf", ".INF") else { return .string }
    return .double(text[0] == UInt8(ascii: "-") ? -.infinity : .infinity)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if the bytes are one of the three spellings of a word.
  fileprivate func isOne(of first: StaticString, _ second: StaticString, _ third: StaticString)
    -> Bool
  {
    // All spellings of a word have the same length.
    first.utf8CodeUnitCount == count
      && (hasBytes(of: first, at: 0) || hasBytes(of: second, at: 0) || hasBytes(of: third, at: 0))
  }
}
