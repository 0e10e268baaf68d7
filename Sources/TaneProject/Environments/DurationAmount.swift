/// A parser for durations in settings, such as `90s`, `2m`, `500ms` and `30`.
package enum DurationAmount {
  private static let units: [String: Int64] = [
    "ms": 1, "": 1000, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000,
  ]

  /// The maximum number of milliseconds: 100 years, which still fits in a 64-bit number of
  /// nanoseconds.
  private static let maximum: Int64 = 876_000 * 3_600_000

  /// Parses a duration, in seconds if it has no unit, or returns nil if the text is not a positive
  /// integer with an optional unit or the duration exceeds 100 years.
  package static func parse(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
    guard let number = Int64(digits), number > 0, let factor = units[unit] else { return nil }
    let (amount, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow || amount > maximum ? nil : .milliseconds(amount)
  }
}
