/// A duration in short notation: `3d`, `+1mo2d`, `-2h30m`.
struct FixtureDuration {
  private static let units: [Substring: (months: Int, seconds: Int)] = [
    "y": (12, 0), "mo": (1, 0), "w": (0, 7 * 86_400), "d": (0, 86_400), "h": (0, 3600),
    "m": (0, 60),
    "min": (0, 60), "s": (0, 1),
  ]

  static let expectation = "a number with y, mo, w, d, h, m or s, such as +3d or -2h30m"

  /// The number of calendar months.
  private(set) var months = 0
  /// The number of calendar days.
  private(set) var days = 0
  /// The hours, minutes and seconds together, in seconds of elapsed time.
  private(set) var seconds = 0

  /// Parses a duration, or returns nil if the text is invalid.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([+-]?)((?:\d{1,6}[a-z]+)+)/) else { return nil }
    let sign = match.1 == "-" ? -1 : 1
    for part in match.2.matches(of: /(\d+)([a-z]+)/) {
      guard let number = Int(part.1), let unit = Self.units[part.2] else { return nil }
      months += sign * number * unit.months
      if unit.seconds >= 86_400 {
        days += sign * number * unit.seconds / 86_400
      } else {
        seconds += sign * number * unit.seconds
      }
    }
  }
}
