import TestSupport
import TaneCore
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
  @Test(
    "Percent-decoding accepts exactly two hexadecimal digits after a percent sign",
    arguments: [
      ("%2F%2f", "//"), ("%+5", "%+5"), ("%-1", "%-1"), ("% 5", "% 5"), ("%5", "%5"), ("%", "%"),
      ("100%", "100%"), ("%E9%BA%BA", "麺"), ("%FF", "%FF"), ("a+b", "a+b"),
    ]
  )
  func decodes(encoded: String, text: String) {
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test("Percent-decoding turns + into a space only on request")
  func plus() {
    let bytes = PercentEncoding.decode("a+b%2Bc".utf8, plusIsSpace: true)
    #expect(String(decoding: bytes, as: UTF8.self) == "a b+c")
  }

  @Test("Percent-encoding for URLs leaves only the unreserved characters of RFC 3986")
  func urlParts() {
    #expect(PercentEncoding.encodeURLPart("aZ0-._~") == "aZ0-._~")
    #expect(PercentEncoding.encodeURLPart("a b/麺?") == "a%20b%2F%E9%BA%BA%3F")
    #expect(PercentEncoding.encodeURLPath("a b/麺") == "a%20b/%E9%BA%BA")
  }

  @Test("Any text percent-encoded and decoded is unchanged")
  func roundTrip() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(PercentEncoding.decode(PercentEncoding.encode(text)).utf8.elementsEqual(text.utf8))
      #expect(
        PercentEncoding.decode(PercentEncoding.encodeURLPart(text)).utf8.elementsEqual(text.utf8)
      )
    }
  }
}
