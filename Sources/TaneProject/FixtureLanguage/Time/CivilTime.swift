/// A day of the Gregorian calendar.
struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  static func dayCount(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The days since 1970-01-01.
  ///
  /// See <https://howardhinnant.github.io/date_algorithms.html>.
  var days: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  init(days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day of the week, 0 for Monday.
  var weekday: Int { ((days + 3) % 7 + 7) % 7 }

  /// Returns the same day some months later, or the last day of a shorter month.
  func adding(months: Int) -> CivilDate {
    let index = year * 12 + month - 1 + months
    let (year, month) = (index >= 0 ? index / 12 : (index - 11) / 12, ((index % 12) + 12) % 12 + 1)
    return CivilDate(
      year: year,
      month: month,
      day: min(day, Self.dayCount(of: month, in: year))
    )
  }

  var text: String {
    "\(CivilTime.padded(year, to: 4))-\(CivilTime.padded(month, to: 2))-\(CivilTime.padded(day, to: 2))"
  }
}

/// A day and a time of day, without a zone.
struct CivilTime {
  var date: CivilDate
  var hour = 0
  var minute = 0
  var second = 0

  init(date: CivilDate) { self.date = date }

  init(localSeconds seconds: Int64) {
    let days = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
    let rest = Int(seconds) - days * 86_400
    date = CivilDate(days: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  var localSeconds: Int64 { Int64(date.days * 86_400 + hour * 3600 + minute * 60 + second) }

  var clockText: String {
    [hour, minute, second].map { Self.padded($0, to: 2) }.joined(separator: ":")
  }

  static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
