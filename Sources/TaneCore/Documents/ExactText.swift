/// Comparisons of text by its UTF-8 bytes.
///
/// Swift considers precomposed and decomposed text equal, such as "é" as one scalar and as two;
/// Firestore does not.
enum ExactText {
  /// Returns a negative number, zero or a positive number if the left text comes before, equals or
  /// comes after the right one.
  static func compare(_ left: String, _ right: String) -> Int {
    with(left, right, compare)
  }

  /// Returns a negative number, zero or a positive number if the left bytes come before, equal or
  /// come after the right ones.
  static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { compare(left, $0) } }
  }

  private static func compare(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count - right.count
  }

  /// Returns true if two strings are equal byte for byte.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    with(left, right) { $0.hasSameBytes(as: $1) }
  }

  /// Calls a closure with the bytes of two strings, which are copied only if they are not native.
  private static func with<Result>(
    _ left: String,
    _ right: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let result = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { body(left, $0) }
    }
    if let result = result ?? nil { return result }
    return Array(left.utf8).withUnsafeBufferPointer { left in
      Array(right.utf8).withUnsafeBufferPointer { body(left, $0) }
    }
  }
}
