/// The key order of the Realtime Database.
///
/// Keys that are 32-bit integers come first, by value, then by length; all others follow in the
/// order of their UTF-16 code units
/// (<https://firebase.google.com/docs/database/rest/retrieve-data#orderbykey>).
package enum KeyOrder {
  /// Compares two keys in UTF-8; returns a negative number, zero or a positive number if the left
  /// one comes before, equals or comes after the right one.
  package static func compare(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let leftNumber = integer(left)
    let rightNumber = integer(right)
    switch (leftNumber, rightNumber) {
    case (nil, nil):
      return compareByUTF16(left, right)
    case (_?, nil):
      return -1
    case (nil, _?):
      return 1
    case (let leftNumber?, let rightNumber?):
      if leftNumber != rightNumber { return leftNumber < rightNumber ? -1 : 1 }
      if left.count != right.count { return left.count - right.count }
      return compareByUTF16(left, right)
    }
  }

  /// Returns true if the left key comes before the right one.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    compare(left, right) < 0
  }

  /// Compares two keys; returns a negative number, zero or a positive number if the left one comes
  /// before, equals or comes after the right one.
  package static func compare(_ left: String, _ right: String) -> Int {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { right in compare(left, right) } }
  }

  /// Returns the value of a key that is a signed 32-bit integer, otherwise nil.
  ///
  /// The key may begin with `-` and have any number of leading zeros.
  package static func integer(_ key: UnsafeBufferPointer<UInt8>) -> Int32? {
    guard let first = key.first, first <= UInt8(ascii: "9") else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    guard index < key.count else { return nil }
    while index < key.count - 1, key[index] == UInt8(ascii: "0") { index += 1 }
    guard key.count - index <= 10 else { return nil }
    var value: Int64 = 0
    while index < key.count {
      let digit = key[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int64(digit)
      index += 1
    }
    return Int32(exactly: isNegative ? -value : value)
  }

  /// Compares two UTF-8 strings by their UTF-16 code units.
  ///
  /// The orders of UTF-8 and UTF-16 differ only between characters beyond U+FFFF, whose surrogates
  /// are D800–DFFF, and characters from U+E000 to U+FFFF.
  static func compareByUTF16(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let shared = min(left.count, right.count)
    var index = 0
    while index < shared, left[index] == right[index] { index += 1 }
    guard index < shared else { return left.count - right.count }
    let (leftByte, rightByte) = (left[index], right[index])
    if leftByte >= 0xF0, rightByte == 0xEE || rightByte == 0xEF { return -1 }
    if rightByte >= 0xF0, leftByte == 0xEE || leftByte == 0xEF { return 1 }
    return Int(leftByte) - Int(rightByte)
  }
}
