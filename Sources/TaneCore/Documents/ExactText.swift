/// Comparison of text by the bytes of its UTF-8.
///
/// Swift takes "é" as one scalar and as two for equal text; Firestore does not.
enum ExactText {
  /// Negative, zero or positive as the left text comes before, equals or comes after the right one.
  static func compare(_ left: String, _ right: String) -> Int {
    compare(Array(left.utf8), Array(right.utf8))
  }

  /// The same for bytes.
  static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left.lexicographicallyPrecedes(right) { return -1 }
    return left.count == right.count && left == right ? 0 : 1
  }

  /// Whether two texts are the same bytes.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
