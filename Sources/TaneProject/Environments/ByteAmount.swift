/// Amounts of bytes as people write them: `64MB`, `64 MiB`, `500`.
enum ByteAmount {
  private static let units: [String: Int] = [
    "": 1, "b": 1,
    "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
  ]

  /// The number of bytes, or nil where the text is not a whole number with a unit.
  static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
    guard let number = Int(digits), let factor = units[unit] else { return nil }
    let (amount, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : amount
  }
}
