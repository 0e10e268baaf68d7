/// A parser for byte counts in settings, such as `64MB`, `64 MiB` and `500`.
enum ByteAmount {
  private static let units: [String: Int] = [
    "": 1, "b": 1,
    "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
  ]

  /// Parses a number of bytes, or returns nil if the text is not an integer with an optional unit
  /// or the number does not fit in an `Int`.
  static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
    guard let number = Int(digits), let factor = units[unit] else { return nil }
    let (amount, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : amount
  }
}
