import TaneCore
import Testing

@Suite("CRC32C")
struct CRC32CTests {
  @Test(
    "CRC32C matches published vectors",
    arguments: [("", 0), ("123456789", 0xE306_9283), ("hello world", 0xC994_65AA)]
      as [(String, UInt32)]
  )
  func vectors(text: String, expected: UInt32) {
    #expect(CRC32C.checksum(of: Array(text.utf8)) == expected)
  }
}
