import TaneCore
import Testing

@testable import TaneRendering

@Suite("Texts of values")
struct ValueTextTests {
  @Test(
    "Wide characters count as two columns and combining marks as none",
    arguments: [
      ("abc", 3), ("麺屋", 4), ("ｱｲｳ", 3), ("ＡＢ", 4), ("e\u{301}", 1), ("が", 2), ("か\u{3099}", 2),
      ("👩‍👩‍👧", 2), ("😀", 2), ("한글", 4), ("𠮷", 2), ("", 0),
    ]
  )
  func width(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test("Padding and cutting count columns and do not split wide characters")
  func columns() {
    #expect(DisplayWidth.padded("麺屋", to: 6) == "麺屋  ")
    #expect(DisplayWidth.prefix(of: "麺屋はる", columns: 5) == "麺屋")
    #expect(DisplayWidth.suffix(of: "麺屋はる", columns: 5) == "はる")
  }

  @Test(
    "Byte counts use powers of a thousand",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (7249, "7.2 KB"), (222_000, "222 KB"),
      (999_600, "1.0 MB"), (1_300_000_000, "1.3 GB"),
    ]
  )
  func bytes(count: Int, text: String) {
    #expect(ByteCountText.render(count) == text)
  }

  @Test("Scalars and small containers are shown as JSON, and large ones by size")
  func values() {
    #expect(ValueText.render(Tree("a\n\"b\""), width: 80) == #""a\n\"b\"""#)
    #expect(ValueText.render(Tree(1.0), width: 80) == "1.0")
    #expect(
      ValueText.render(Tree(["b": [1, 2], "a": nil]), width: 80) == #"{"a":null,"b":[1,2]}"#
    )
    #expect(
      ValueText.render(Tree(.list((0..<20).map { .integer($0) })), width: 80)
        == "list of 20 entries, 20 values"
    )
    #expect(ValueText.render(Tree(.serverTimestamp), width: 80) == "!server-timestamp")
    #expect(
      ValueText.render(Tree(.string(String(repeating: "店", count: 100))), width: 60)
        == "\"店店店店店店店店… 84 characters …店店店店店店店店\""
    )
  }
}
