import TaneCore
import TaneFormats
import Testing

@Suite("Reading limits")
struct ReadingLimitTests {
  @Test(
    "A file over 2 GB is rejected without reading it",
    arguments: [TreeFormat.yaml, .json]
  )
  func size(format: TreeFormat) {
    let size = Int(Int32.max) + 1
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { _, count in count = size }
    #expect(
      findings(bytes, format)
        == "a: error: the file is 2,147,483,648 bytes in size, but at most 2,147,483,647 can be "
        + "read; split it [file-too-large]"
    )
  }

  @Test("Text of a file in a message is on one line and shortened")
  func longText() {
    let key = String(repeating: "k", count: 1_000)
    #expect(
      findings("{\"\(key)\": 1, \"\(key)\": 2}", .json) == """
        a:1:1009: error: duplicate key "\(key.prefix(64))…" in this map; rename or remove one of \
        the two [duplicate-key]
        a:1:2: note: first defined here
        """
    )
    #expect(
      findings("!!int '\(key)\n\n\(key)'", .yaml)
        == "a:1:1: error: the tag !!int expects a whole number, not \"\(key.prefix(64))…\" [wrong-tag]"
    )
  }
}
