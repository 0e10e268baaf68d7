import Foundation

/// The reference time for relative dates in fixtures, such as `!now` and `!date next friday`.
package struct FixtureAnchor: Sendable, Hashable {
  /// An error for a string that is not a valid time.
  package struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason the string is invalid.
    package let description: String
  }

  /// The time in seconds since 1970.
  package let seconds: Int64

  /// Creates a time from the seconds since 1970.
  package init(seconds: Int64) { self.seconds = seconds }

  /// The current time.
  package static var now: FixtureAnchor {
    FixtureAnchor(seconds: Int64(Date.now.timeIntervalSince1970))
  }

  /// Parses a time in the format of `!date`: `now`, `2026-04-01`, `next friday 18:00 Asia/Tokyo`.
  package init(parsing text: String) throws(Invalid) {
    do {
      seconds = try FixtureRun.anchor(text, now: Self.now.seconds)
    } catch {
      throw Invalid(description: error.message)
    }
  }
}

extension FixtureAnchor: CustomStringConvertible {
  /// The time in UTC in the format of RFC 3339.
  package var description: String { FixtureRun.text(ofAnchor: seconds) }
}

extension FixtureAnchor: Comparable {
  /// Returns true if the first time is earlier than the second.
  package static func < (left: FixtureAnchor, right: FixtureAnchor) -> Bool {
    left.seconds < right.seconds
  }
}
