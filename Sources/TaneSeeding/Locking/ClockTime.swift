#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
  /// Returns the time of day in a time zone, preceded by the date unless both times are on the same
  /// day.
  func clockTime(on now: Date, in zone: TimeZone = .current) -> String {
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
    let (time, now) = (formatted(style), now.formatted(style))
    return String(
      time.prefix(10) == now.prefix(10) ? time.dropFirst(11).prefix(5) : time.prefix(16)
    )
  }
}
