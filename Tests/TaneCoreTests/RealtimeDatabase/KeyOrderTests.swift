import TaneCore
import Testing

@Suite("Key order")
struct KeyOrderTests {
  @Test("Keys that are 32-bit integers come first by value, then text by UTF-16 code unit")
  func order() {
    let keys = [
      "-2147483648", "-1", "0", "1", "01", "2", "10", "2147483647", "-", "-2147483649",
      "1a", "2147483648", "A", "a", "a\u{0}", "ab", "é", "店", "😀", "\u{FF5E}",
    ]
    #expect(keys.reversed().sorted(by: KeyOrder.precedes) == keys)
  }

  @Test("The key order is strict")
  func strictness() {
    let keys = ["", "-", "-0", "0", "00", "1", "01", "12345678901", "00000000000000000001", "x"]
    for left in keys {
      for right in keys {
        #expect(
          KeyOrder.precedes(left, right) == (left != right && !KeyOrder.precedes(right, left)),
          "\(left) and \(right)"
        )
      }
    }
  }
}
