import TaneCore

/// A parser of natural-language dates: `next friday 18:00 Asia/Tokyo`, `2026-04-01`, `3 days ago`.
struct FixtureDateReader {
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let units = [
    "second": "s", "minute": "m", "hour": "h", "day": "d", "week": "w", "month": "mo", "year": "y",
  ]
  private static let words =
    weekdays + [
      "now", "today", "tomorrow", "yesterday", "next", "last", "this", "noon", "midnight",
    ]

  private let anchor: Int64
  private var zone: FixtureZone
  private var date: CivilDate?
  private var clock: (hour: Int, minute: Int, second: Int)?
  private var durations: [FixtureDuration] = []
  /// A Boolean value indicating whether the date depends on the time of the run.
  private(set) var isRelative = false

  init(anchor: Int64, zone: FixtureZone) { (self.anchor, self.zone) = (anchor, zone) }

  /// The time of the run, in the time zone of the date.
  private var now: CivilTime { CivilTime(localSeconds: anchor + zone.offset(at: anchor)) }

  mutating func read(_ text: String) throws(FixtureDateError) -> FixtureInstant {
    var words = text.split(separator: " ").map(String.init)
    if words.isEmpty { throw problem(with: text) }
    if words.count == 1, let instant = try Self.instant(words[0]) { return instant }
    try consumeZone(from: &words)
    var rest = words[...]
    while let word = rest.popFirst() { try consumeWord(word, &rest, of: text) }
    // Without a date, a duration or a time of day is relative to the time of the run.
    if date == nil { isRelative = true }
    return try instant(text)
  }

  // MARK: Words

  private mutating func consumeZone(from words: inout [String]) throws(FixtureDateError) {
    guard let index = words.firstIndex(where: { Self.looksLikeZone($0) }) else { return }
    let name = words.remove(at: index)
    guard let zone = FixtureZone(name) else {
      throw FixtureDateError(
        message:
          "\"\(name.escapingControls)\" is not a time zone; expected a name such as Asia/Tokyo, UTC or +09:00"
          + FixtureZone.suggestion(for: name)
      )
    }
    self.zone = zone
  }

  private static func looksLikeZone(_ word: String) -> Bool {
    ["UTC", "GMT", "Z"].contains(word) || word.wholeMatch(of: /[+-]\d\d:\d\d/) != nil
      || word.wholeMatch(of: /[A-Za-z][\w+-]*(?:\/[\w+-]+)+/) != nil
  }

  private mutating func consumeWord(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    of text: String
  ) throws(FixtureDateError) {
    let lower = word.lowercased()
    switch lower {
    case "now":
      isRelative = true
      (date, clock) = (now.date, (now.hour, now.minute, now.second))
    case "today": setDay(0)
    case "tomorrow": setDay(1)
    case "yesterday": setDay(-1)
    case "noon": clock = (12, 0, 0)
    case "midnight": clock = (0, 0, 0)
    case "next", "last", "this":
      guard let noun = rest.popFirst() else { throw problem(with: text) }
      try consumeRelativeDate(lower, noun.lowercased(), of: text)
    case "in":
      guard let amount = rest.popFirst(), let unit = rest.popFirst(),
        let duration = Self.duration(amount, unit, sign: "+")
      else { throw problem(with: text) }
      shift(duration)
    case _ where Self.weekdays.contains(lower): setWeekday(lower, from: 0)
    default:
      if let duration = FixtureDuration(lower) { return shift(duration) }
      if let unit = rest.first, let duration = Self.duration(lower, unit, sign: "-") {
        rest.removeFirst()
        guard rest.popFirst()?.lowercased() == "ago" else { throw problem(with: text) }
        return shift(duration)
      }
      if let day = try Self.day(word) { return date = day }
      if let time = try Self.clock(word) { return clock = time }
      throw problem(with: text, at: word)
    }
  }

  private mutating func consumeRelativeDate(_ which: String, _ noun: String, of text: String)
    throws(FixtureDateError)
  {
    let sign = which == "next" ? "+" : "-"
    if Self.weekdays.contains(noun) {
      setWeekday(noun, from: which == "this" ? 0 : which == "next" ? 1 : -7)
    } else if ["week", "month", "year"].contains(noun),
      let duration = Self.duration(which == "this" ? "0" : "1", noun, sign: sign)
    {
      shift(duration)
    } else {
      throw problem(with: text, at: noun)
    }
  }

  private mutating func setDay(_ offset: Int) {
    isRelative = true
    date = CivilDate(daysSince1970: now.date.daysSince1970 + offset)
  }

  /// Sets the date to the first day with the given weekday that is at least `offset` days from
  /// today.
  private mutating func setWeekday(_ name: String, from offset: Int) {
    let wanted = Self.weekdays.firstIndex(of: name) ?? 0
    let first = CivilDate(daysSince1970: now.date.daysSince1970 + offset)
    setDay(offset + (wanted - first.weekday + 7) % 7)
  }

  private mutating func shift(_ duration: FixtureDuration) {
    durations.append(duration)
  }

  private static func duration(_ amount: String, _ unit: String, sign: String) -> FixtureDuration? {
    let unit = unit.lowercased()
    let singular = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    guard let number = Int(amount), number >= 0, let short = units[singular] else { return nil }
    return FixtureDuration("\(sign)\(number)\(short)")
  }

  // MARK: Dates and times

  private static func day(_ word: String) throws(FixtureDateError) -> CivilDate? {
    guard let match = word.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    guard (1...12).contains(month) else {
      throw FixtureDateError(message: "\(word) is not a date: a year has 12 months")
    }
    let count = CivilDate.dayCount(of: month, in: year)
    guard (1...count).contains(day) else {
      throw FixtureDateError(
        message: "\(word) is not a date: \(word.prefix(7)) has \(count) days"
      )
    }
    return CivilDate(year: year, month: month, day: day)
  }

  private static func clock(_ word: String) throws(FixtureDateError) -> (
    hour: Int, minute: Int, second: Int
  )? {
    guard let match = word.wholeMatch(of: /(\d{1,2}):(\d\d)(?::(\d\d))?/), let hour = Int(match.1),
      let minute = Int(match.2)
    else { return nil }
    let second = match.3.flatMap { Int($0) } ?? 0
    guard hour < 24, minute < 60, second < 60 else {
      throw FixtureDateError(message: "\(word) is not a time of day; expected 00:00 to 23:59")
    }
    return (hour, minute, second)
  }

  /// Parses a time in the format of RFC 3339, or returns nil for other text.
  private static func instant(_ word: String) throws(FixtureDateError) -> FixtureInstant? {
    guard
      let match = word.wholeMatch(
        of: /(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)/
      ), let date = try day(String(match.1)), let clock = try clock(String(match.2))
    else { return nil }
    guard let zone = FixtureZone(match.3.uppercased()) else {
      throw FixtureDateError(
        message: "\(match.3) is not a time zone; expected Z or an offset such as +09:00"
      )
    }
    var time = CivilTime(date: date)
    (time.hour, time.minute, time.second) = clock
    return zone.seconds(of: time).map { FixtureInstant(seconds: $0, zone: zone) }
  }

  private func instant(_ text: String) throws(FixtureDateError) -> FixtureInstant {
    var time = date.map { CivilTime(date: $0) } ?? now
    if let clock {
      (time.hour, time.minute, time.second) = clock
    }
    // Days and months follow the calendar; hours are elapsed time.
    for duration in durations {
      time.date = time.date.adding(months: duration.months)
      time.date = CivilDate(daysSince1970: time.date.daysSince1970 + duration.days)
    }
    guard let start = zone.seconds(of: time) else {
      throw FixtureDateError(
        message:
          "\(time.date.text) \(time.clockText) does not exist in \(zone.name): clocks are set "
          + "forward past it; choose a time one hour later"
      )
    }
    let seconds = start + Int64(durations.reduce(0) { $0 + $1.seconds })
    guard (1...9999).contains(CivilTime(localSeconds: seconds).date.year) else {
      throw FixtureDateError(message: "\"\(text.escapingControls)\" is outside the years 1 to 9999")
    }
    return FixtureInstant(seconds: seconds, zone: zone)
  }

  private func problem(with text: String, at word: String? = nil) -> FixtureDateError {
    FixtureDateError(
      message:
        "\"\(text.escapingControls)\" is not a date; expected a date such as 2026-04-01, today, "
        + "next friday 18:00 Asia/Tokyo, -3d or 2 weeks ago"
        + (word.map { Suggestion.clause(for: $0, among: Self.words) } ?? "")
    )
  }
}
