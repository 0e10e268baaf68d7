/// A point in time from the year 1 to the year 9999, with the microsecond precision of Firestore.
///
/// See <https://cloud.google.com/firestore/docs/concepts/data-types>.
public struct DocumentTimestamp: Sendable, Hashable {
  /// The range of Firestore's timestamps, in microseconds since 1970.
  package static let range: ClosedRange<Int64> =
    -62_135_596_800_000_000...253_402_300_799_999_999

  /// The time in microseconds since 1970.
  package let microseconds: Int64

  /// Creates a time from microseconds since 1970, clamped to Firestore's range.
  package init(microseconds: Int64) {
    self.microseconds = min(max(microseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Creates a time from milliseconds since 1970, clamped to Firestore's range.
  package init(milliseconds: Int64) {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
    self.init(microseconds: overflow ? (milliseconds < 0 ? .min : .max) : product)
  }

  /// The time in seconds since 1970, with the precision of a double.
  package var secondsSince1970: Double {
    let (seconds, rest) = Self.floorDivide(microseconds, by: 1_000_000)
    return Double(seconds) + Double(rest * 1000) / 1_000_000_000
  }

  /// The time rounded down to whole milliseconds.
  package var flooredToMilliseconds: DocumentTimestamp {
    DocumentTimestamp(microseconds: Self.floorDivide(microseconds, by: 1000).quotient * 1000)
  }
}

extension DocumentTimestamp: Comparable {
  /// Returns true if the left time is earlier than the right one.
  public static func < (left: DocumentTimestamp, right: DocumentTimestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension DocumentTimestamp: CustomStringConvertible {
  /// The time in RFC 3339 format, with six fractional digits.
  public var description: String { text(fractionDigits: 6) }

  /// Returns the time in UTC in RFC 3339 format, with 0 to 6 fractional digits.
  package func text(fractionDigits: Int) -> String {
    let (seconds, fraction) = Self.floorDivide(microseconds, by: 1_000_000)
    let (days, secondOfDay) = Self.floorDivide(seconds, by: 86_400)
    let date = CivilDate(daysSince1970: Int(days))
    let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
    let day = [(date.year, 4), (date.month, 2), (date.day, 2)]
      .map { String($0).leftPadded(to: $1) }.joined(separator: "-")
    let time = clock.map { String($0).leftPadded(to: 2) }.joined(separator: ":")
    guard fractionDigits > 0 else { return "\(day)T\(time)Z" }
    let digits = String(fraction).leftPadded(to: 6).prefix(fractionDigits)
    return "\(day)T\(time).\(digits)Z"
  }

  /// The time in HTTP's format (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  package var httpDate: String {
    let (seconds, _) = Self.floorDivide(microseconds, by: 1_000_000)
    let (days, secondOfDay) = Self.floorDivide(seconds, by: 86_400)
    let date = CivilDate(daysSince1970: Int(days))
    let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
      .map { String($0).leftPadded(to: 2) }.joined(separator: ":")
    let day = String(date.day).leftPadded(to: 2)
    let year = String(date.year).leftPadded(to: 4)
    return "\(date.weekdayName), \(day) \(date.monthName) \(year) \(clock) GMT"
  }

  static func floorDivide<Value: FixedWidthInteger>(
    _ value: Value,
    by divisor: Value
  ) -> (quotient: Value, rest: Value) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
