/// A day of the proleptic Gregorian calendar.
///
/// Uses the arithmetic of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms"
/// (<https://howardhinnant.github.io/date_algorithms.html>): years begin in March, in eras of 400.
struct CivilDate: Hashable {
  private static let daysPerEra: Int64 = 146_097
  private static let daysFromEraStartTo1970: Int64 = 719_468

  let year: Int64
  let month: Int64
  let day: Int64

  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  init(daysSince1970 days: Int64) {
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
  var daysSince1970: Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = DocumentTimestamp.floorDivide(marchYear, by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysFromEraStartTo1970
  }

  /// The month's English name in three letters.
  var monthName: String {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names[Int(month) - 1]
  }

  /// The weekday's English name in three letters.
  var weekdayName: String {
    // January 1, 1970, was a Thursday.
    let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    return names[Int(DocumentTimestamp.floorDivide(daysSince1970, by: 7).rest)]
  }

  private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
