import TaneCore

extension CivilDate {
  /// Returns the same day a number of months later, or the last day of that month if the month is
  /// too short.
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
    date = CivilDate(daysSince1970: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  var localSeconds: Int64 {
    Int64(date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second)
  }

  var clockText: String {
    [hour, minute, second].map { Self.padded($0, to: 2) }.joined(separator: ":")
  }

  static func padded(_ number: Int, to width: Int) -> String {
    String(number).leftPadded(to: width)
  }
}
