import TaneCore

/// A point in time with the zone in which it is formatted.
struct FixtureInstant {
  /// The time in seconds since 1970.
  let seconds: Int64
  let zone: FixtureZone

  /// The time in UTC, in the format of RFC 3339.
  var iso: String {
    let time = CivilTime(localSeconds: seconds)
    return "\(time.date.text)T\(time.clockText)Z"
  }

  /// Returns the time in its zone, formatted with a pattern, or nil if the pattern contains no
  /// field such as `yyyy`.
  func text(pattern: String) -> String? {
    let time = CivilTime(localSeconds: seconds + zone.offset(at: seconds))
    let fields: [(letters: String, value: Int)] = [
      ("yyyy", time.date.year), ("MM", time.date.month), ("dd", time.date.day), ("HH", time.hour),
      ("mm", time.minute), ("ss", time.second),
    ]
    var (text, rest, isPattern) = ("", pattern[...], false)
    while !rest.isEmpty {
      if let field = fields.first(where: { rest.hasPrefix($0.letters) }) {
        text += CivilTime.padded(field.value, to: field.letters.count)
        rest.removeFirst(field.letters.count)
        isPattern = true
      } else {
        text.append(rest.removeFirst())
      }
    }
    return isPattern ? text : nil
  }
}
