/// The byte range in an upload request: `bytes 0-9/20`, `bytes 0-9/*`, `bytes */20` or `bytes */*`.
///
/// Clients that send a stream do not know its length: in `bytes 0-*/*` and `bytes 0-*/20` the body
/// is the remainder of the object. See
/// <https://cloud.google.com/storage/docs/performing-resumable-uploads>.
struct ContentRange: Hashable {
  /// The body's range in the object; nil if this is a status request or an empty remainder.
  let range: ClosedRange<Int>?
  /// The size of the whole object, if known.
  let total: Int?
  /// A Boolean value indicating whether the body is the remainder of the object.
  let isRemainder: Bool

  /// Parses the header field for a body of the given length, or returns nil for an unknown format.
  init?(_ text: String, bodyLength: Int) {
    guard text.hasPrefix("bytes ") else { return nil }
    let sides = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    var total: Int?
    if sides[1] != "*" {
      guard let length = Int(sides[1]), length >= 0 else { return nil }
      total = length
    }
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    isRemainder = ends.count == 2 && ends[1] == "*"
    if sides[0] == "*" {
      (range, self.total) = (nil, total)
      return
    }
    guard ends.count == 2, let first = Int(ends[0]), (0...(.max - bodyLength)).contains(first)
    else { return nil }
    if isRemainder {
      let end = first + bodyLength
      guard total.map({ end <= $0 }) ?? true else { return nil }
      range = bodyLength == 0 ? nil : first...(end - 1)
      self.total = total ?? end
      return
    }
    guard let last = Int(ends[1]), last >= first, last < .max, total.map({ last < $0 }) ?? true
    else { return nil }
    (range, self.total) = (first...last, total)
  }
}
