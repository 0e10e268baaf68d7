/// Which bytes of an upload a request carries: `bytes 0-9/20`, `bytes 0-9/*`, `bytes */20`, `bytes */*`.
///
/// See <https://cloud.google.com/storage/docs/performing-resumable-uploads>.
struct ContentRange: Hashable {
  /// The bytes that the body holds; nil where the request only asks how far the upload is.
  let range: ClosedRange<Int>?
  /// The length of the whole object, where it is known.
  let total: Int?

  /// Reads the header field's value; nil where it is none of the forms.
  init?(_ text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let sides = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    if sides[1] == "*" {
      total = nil
    } else {
      guard let length = Int(sides[1]), length >= 0 else { return nil }
      total = length
    }
    if sides[0] == "*" {
      range = nil
      return
    }
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first,
      last < .max, total.map({ last < $0 }) ?? true
    else { return nil }
    range = first...last
  }
}
