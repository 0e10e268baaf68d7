extension DocumentTimestamp {
  /// Parses a time in RFC 3339 format, with an offset and 0 to 9 fractional digits.
  ///
  /// Fractions of a microsecond are rounded down. Returns nil if the text is not a valid time, or
  /// is outside the years 1 to 9999.
  package init?(parsing text: some StringProtocol) {
    var reader = TimeReader(bytes: Array(text.utf8))
    guard let year = reader.number(digits: 4), reader.skip("-"),
      let month = reader.number(digits: 2), reader.skip("-"),
      let day = reader.number(digits: 2), reader.skip("T") || reader.skip("t"),
      let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
      let minute = reader.number(digits: 2), minute < 60, reader.skip(":"),
      let second = reader.number(digits: 2), second < 60,
      let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd,
      year >= 1, (1...12).contains(month), day >= 1,
      day <= CivilDate.dayCount(of: Int(month), in: Int(year))
    else { return nil }
    let days = CivilDate(year: Int(year), month: Int(month), day: Int(day)).daysSince1970
    let seconds = Int64(days) * 86_400 + hour * 3600 + minute * 60 + second - offset
    let microseconds = seconds * 1_000_000 + fraction
    guard Self.range.contains(microseconds) else { return nil }
    self.init(microseconds: microseconds)
  }
}

/// A parser for the components of a time.
private struct TimeReader {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int64? {
    guard position < bytes.count, bytes[position].isASCIIDigit else { return nil }
    defer { position += 1 }
    return Int64(bytes[position] - UInt8(ascii: "0"))
  }

  mutating func number(digits count: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Returns the fraction in microseconds, 0 if there is no fraction, or nil if it does not have 1
  /// to 9 digits.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    var (value, count): (Int64, Int) = (0, 0)
    while let digit = digit() {
      if count < 6 { value = value * 10 + digit }
      count += 1
    }
    guard (1...9).contains(count) else { return nil }
    return (count..<max(count, 6)).reduce(value) { value, _ in value * 10 }
  }

  /// Returns the offset from UTC in seconds, positive to the east, or nil if it is invalid.
  mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isWestOfUTC = skip("-")
    guard isWestOfUTC || skip("+"), let hours = number(digits: 2), hours < 24, skip(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWestOfUTC ? -seconds : seconds
  }
}
