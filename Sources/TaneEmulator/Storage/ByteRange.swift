/// A byte range requested with a `Range` field (RFC 9110, section 14.2); only single ranges are
/// supported.
enum ByteRange: Hashable {
  case from(Int)
  case between(Int, Int)
  case last(Int)

  /// Parses the value of a `Range` field.
  ///
  /// Returns nil for an ignored value, such as several ranges.
  init?(_ text: String) {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?) where first <= last: self = .between(first, last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first)
    case (nil, let count?) where ends[0].isEmpty: self = .last(count)
    default: return nil
    }
  }

  /// Returns the offsets of the range's bytes in an object of the given size, or nil if the object
  /// contains none of them.
  func resolved(in size: Int) -> Range<Int>? {
    switch self {
    case .from(let first): first < size ? first..<size : nil
    case .between(let first, let last): first < size ? first..<min(last, size - 1) + 1 : nil
    case .last(let count): count > 0 && size > 0 ? max(0, size - count)..<size : nil
    }
  }
}
