/// Comparisons of text by its UTF-8 bytes.
///
/// Swift considers precomposed and decomposed text equal, such as "é" as one scalar and as two;
/// Firestore does not.
enum ExactText {
  /// Returns a negative number, zero or a positive number if the left text comes before, equals or
  /// comes after the right one.
  static func compare(_ left: String, _ right: String) -> Int {
    compare(Array(left.utf8), Array(right.utf8))
  }

  /// Returns a negative number, zero or a positive number if the left bytes come before, equal or
  /// come after the right ones.
  static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left.lexicographicallyPrecedes(right) { return -1 }
    return left.count == right.count && left == right ? 0 : 1
  }

  /// Returns true if two strings are equal byte for byte.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
