public import Foundation
import TaneCore

/// A timestamp in a Firestore document.
///
/// Firestore stores whole microseconds: a timestamp is truncated when it is written.
///
/// ```swift
/// try await post.setData(["createdAt": Timestamp(date: .now)])
/// ```
public struct Timestamp: Sendable, Hashable, Codable {
  /// The whole seconds since 1970.
  public let seconds: Int64
  /// The nanoseconds after the whole seconds, 0 to 999,999,999, even before 1970.
  public let nanoseconds: Int32

  /// Creates a timestamp from seconds since 1970 and nanoseconds from 0 to 999,999,999.
  public init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Creates a timestamp from a date; an out-of-range date becomes the nearest timestamp.
  public init(date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard let whole = Int64(exactly: seconds) else {
      (self.seconds, nanoseconds) = (seconds < 0 ? .min : .max, 0)
      return
    }
    self.seconds = whole
    let fraction = date.timeIntervalSince1970 - seconds
    nanoseconds = min(Int32(fraction * 1_000_000_000), 999_999_999)
  }

  /// Creates a timestamp of the current time.
  public init() {
    self.init(date: Date())
  }

  /// Returns the time as a date, which is less precise.
  ///
  /// ```swift
  /// let date = Timestamp(seconds: 1_714_555_800, nanoseconds: 0).dateValue()
  /// ```
  public func dateValue() -> Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1_000_000_000)
  }
}

extension Timestamp: Comparable {
  /// Returns true if the first timestamp is earlier than the second.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The time in RFC 3339 format.
  public var description: String { stored.description }
}

extension Timestamp {
  init(_ stored: DocumentTimestamp) {
    let (quotient, rest) = stored.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let seconds = rest < 0 ? quotient - 1 : quotient
    self.init(
      seconds: seconds,
      nanoseconds: Int32(stored.microseconds - seconds * 1_000_000) * 1000
    )
  }

  /// The timestamp in the format of the stores, truncated to microseconds.
  var stored: DocumentTimestamp {
    let (product, productOverflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, sumOverflows) = product.addingReportingOverflow(Int64(nanoseconds) / 1000)
    let isOutOfRange = productOverflows || sumOverflows
    return DocumentTimestamp(microseconds: isOutOfRange ? (seconds < 0 ? .min : .max) : sum)
  }
}
