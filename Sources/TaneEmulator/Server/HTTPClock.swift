import Synchronization
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The current time in HTTP's format, formatted at most once a second.
final class HTTPClock: Sendable {
  private struct Reading {
    var second: Int64 = -1
    var text = ""
  }

  private let reading = Mutex(Reading())

  /// The current time as the value of a `Date` field.
  var text: String {
    let second = max(0, Int64(Date().timeIntervalSince1970))
    return reading.withLock { reading in
      if reading.second != second {
        let time = DocumentTimestamp(microseconds: second * 1_000_000)
        reading = Reading(second: second, text: time.httpDate)
      }
      return reading.text
    }
  }
}
