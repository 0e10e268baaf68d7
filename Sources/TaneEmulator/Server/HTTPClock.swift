import Synchronization
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A clock for `Date` fields, which formats the current time at most once a second.
final class HTTPClock: Sendable {
  private struct CachedTime {
    var second: Int64 = -1
    var text = ""
  }

  private let cachedTime = Mutex(CachedTime())

  /// The current time as the value of a `Date` field.
  var text: String {
    let second = max(0, Int64(Date().timeIntervalSince1970))
    return cachedTime.withLock { cachedTime in
      if cachedTime.second != second {
        let time = DocumentTimestamp(microseconds: second * 1_000_000)
        cachedTime = CachedTime(second: second, text: time.httpDate)
      }
      return cachedTime.text
    }
  }
}
