import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The current time in HTTP's format, formatted at most once a second.
final class HTTPClock: Sendable {
  private struct Reading {
    var second = -1
    var text = ""
  }

  private let reading = Mutex(Reading())

  /// The current time as text.
  var text: String {
    let second = max(0, Int(Date().timeIntervalSince1970))
    return reading.withLock { reading in
      if reading.second != second {
        reading = Reading(second: second, text: HTTPDate.text(secondsSince1970: second))
      }
      return reading.text
    }
  }
}
