/// A day of the proleptic Gregorian calendar.
///
/// Uses the arithmetic of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms"
/// (<https://howardhinnant.github.io/date_algorithms.html>): years begin in March and are grouped
/// into eras of 400 years.
package struct CivilDate: Sendable, Hashable {
  private static let daysPerEra = 146_097
  private static let daysFromEraStartTo1970 = 719_468

  package let year: Int
  package let month: Int
  package let day: Int

  /// Creates a day without checking that it exists.
  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  package init(daysSince1970 days: Int) {
    let (era, dayOfEra) = DocumentTimestamp.floorDivide(
      days + Self.daysFromEraStartTo1970,
      by: Self.daysPerEra
    )
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since January 1, 1970.
  package var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = DocumentTimestamp.floorDivide(marchYear, by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysFromEraStartTo1970
  }

  /// The three-letter English abbreviation of the month.
  var monthName: String {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names[month - 1]
  }

  /// The three-letter English abbreviation of the weekday.
  var weekdayName: String { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday] }

  /// The day of the week, 0 for Monday.
  package var weekday: Int {
    // January 1, 1970, was a Thursday.
    DocumentTimestamp.floorDivide(daysSince1970 + 3, by: 7).rest
  }

  package static func dayCount(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
