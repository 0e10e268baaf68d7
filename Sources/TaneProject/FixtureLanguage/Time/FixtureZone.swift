package import Foundation
import TaneCore

/// A time zone.
package enum FixtureZone: Sendable {
  /// A fixed number of seconds ahead of UTC.
  case fixed(Int64)
  /// A zone of the time zone database.
  case named(TimeZone, String)

  package static let utc = FixtureZone.fixed(0)

  /// Creates a zone by name, such as `Asia/Tokyo`, `UTC` or `+09:00`, or returns nil for an unknown
  /// name.
  package init?(_ name: String) {
    if ["UTC", "Z", "GMT"].contains(name) {
      self = .utc
    } else if let match = name.wholeMatch(of: /([+-])(\d\d):(\d\d)/), let hours = Int64(match.2),
      let minutes = Int64(match.3), hours < 24, minutes < 60
    {
      self = .fixed((match.1 == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
    } else if Self.names.contains(name), let zone = TimeZone(identifier: name) {
      self = .named(zone, name)
    } else {
      return nil
    }
  }

  private static let names = Set(TimeZone.knownTimeZoneIdentifiers)

  /// Returns a clause that suggests the name most similar to an unknown name, for a message.
  package static func suggestion(for name: String) -> String {
    Suggestion.clause(for: name, among: names.sorted())
  }

  /// Returns the offset from UTC at a time, in seconds.
  func offset(at seconds: Int64) -> Int64 {
    switch self {
    case .fixed(let offset): offset
    case .named(let zone, _):
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
    }
  }

  /// Returns the first time at which clocks of the zone show a civil time, or nil if they skip it.
  func seconds(of time: CivilTime) -> Int64? {
    let local = time.localSeconds
    // Clocks change at most once in two days.
    let offsets = [offset(at: local - 86_400), offset(at: local + 86_400)]
    return offsets.map { local - $0 }.filter { $0 + offset(at: $0) == local }.min()
  }

  var name: String {
    switch self {
    case .fixed(0): "UTC"
    case .fixed: "this zone"
    case .named(_, let name): name
    }
  }
}
