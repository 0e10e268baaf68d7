import Foundation
import TestSupport
import TaneCore
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test("Base64 in both alphabets matches Foundation and decodes to the same bytes")
  func roundTrip() {
    var random = SeededGenerator(seed: 5)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.text(of: bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.bytes(of: text) == bytes)
      let urlText = Base64.urlText(of: bytes)
      #expect(!urlText.contains { "+/=".contains($0) })
      #expect(Base64.bytes(of: urlText) == bytes)
    }
  }

  @Test(
    "Invalid Base64 is rejected",
    arguments: ["a", "ab=", "a===", "ab=c", "ä", "abc!", "abcde", "QUJD====", "===="]
  )
  func invalid(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }

  @Test("Base64 may contain line breaks")
  func lines() {
    #expect(Base64.bytes(of: "YWJj\n ZGVm\r\n") == Array("abcdef".utf8))
  }
}
