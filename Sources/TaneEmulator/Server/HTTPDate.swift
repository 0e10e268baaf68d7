/// The date format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the text of a time in seconds since 1970, which must not be negative.
  static func text(secondsSince1970 seconds: Int) -> String {
    let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = date(daysSince1970: day)
    let time = [second / 3600, second / 60 % 60, second % 60].map(twoDigits)
    return "\(weekdays[day % 7]), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) "
      + "\(time.joined(separator: ":")) GMT"
  }

  /// Returns the date that is a number of days after 1 January 1970.
  ///
  /// Years are counted from March, so that the leap day is at the end
  /// (<https://howardhinnant.github.io/date_algorithms.html#civil_from_days>).
  private static func date(daysSince1970 days: Int) -> (day: Int, month: Int, year: Int) {
    let shifted = days + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
      month: month,
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    )
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
