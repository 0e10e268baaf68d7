/// A decimal number scanned from a string, such as `-12.50e3`.
///
/// Scanning accepts more than JSON or YAML allows; the parser of each format checks the required
/// digits.
struct ScannedNumber {
  private(set) var isNegative = false
  /// The number of digits before the point.
  private(set) var integerDigits = 0
  /// The number of digits after the point, or nil if there is no point.
  private(set) var fractionDigits: Int?
  /// The number of digits of the exponent, or nil if there is no `e`.
  private(set) var exponentDigits: Int?
  /// The index after the number.
  private(set) var end: Int

  private var mantissa: UInt64 = 0
  private var significantDigits = 0
  private var exponent = 0

  /// The maximum number of digits that always fit in 64 bits.
  private static let exactDigits = 19

  /// Scans a number at an index; its sign, digits, point and exponent are all optional.
  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    end = start
    if end < text.count, text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: "+") {
      isNegative = text[end] == UInt8(ascii: "-")
      end += 1
    }
    integerDigits = scanDigits(text)
    if end < text.count, text[end] == UInt8(ascii: ".") {
      end += 1
      fractionDigits = scanDigits(text)
    }
    if end < text.count, text[end] | 0x20 == UInt8(ascii: "e") { scanExponent(text) }
  }

  /// A Boolean value indicating whether the number has neither a point nor an exponent.
  var isWhole: Bool { fractionDigits == nil && exponentDigits == nil }

  /// The number as an integer, or nil if it has a point or an exponent or does not fit in 64 bits.
  var integer: Int64? {
    guard isWhole, significantDigits <= Self.exactDigits else { return nil }
    return isNegative
      ? Int64(exactly: -Int128(mantissa)) : Int64(exactly: mantissa)
  }

  /// Returns the nearest floating-point number, or nil if it overflows or underflows.
  ///
  /// If the digits fit in 53 bits and the power of ten is small, both are exact, and the result is
  /// rounded only once (Clinger, "How to read floating point numbers accurately"); otherwise the
  /// standard library converts the number.
  func double(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Double? {
    let power = exponent - (fractionDigits ?? 0)
    if significantDigits <= Self.exactDigits, mantissa <= 1 << 53, (-22...22).contains(power) {
      let magnitude =
        power < 0
        ? Double(mantissa) / Self.powersOfTen[-power] : Double(mantissa) * Self.powersOfTen[power]
      return isNegative ? -magnitude : magnitude
    }
    let digits = String(decoding: text[start..<end], as: UTF8.self)
    guard let value = Double(digits), value.isFinite, value != 0 || mantissa == 0 else {
      return nil
    }
    return value
  }

  private mutating func scanDigits(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let start = end
    while end < text.count {
      let digit = text[end] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      if significantDigits < Self.exactDigits { mantissa = mantissa &* 10 &+ UInt64(digit) }
      if mantissa != 0 { significantDigits += 1 }
      end += 1
    }
    return end - start
  }

  private mutating func scanExponent(_ text: UnsafeBufferPointer<UInt8>) {
    end += 1
    var isNegative = false
    if end < text.count, text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: "+") {
      isNegative = text[end] == UInt8(ascii: "-")
      end += 1
    }
    let start = end
    while end < text.count {
      let digit = text[end] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      // Beyond this limit any number is infinite or zero, regardless of its other digits.
      if exponent < 100_000_000 { exponent = exponent * 10 + Int(digit) }
      end += 1
    }
    exponentDigits = end - start
    if isNegative { exponent = -exponent }
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
