import TaneCore
import TaneFormats
import Testing

@Suite("YAML positions")
struct YAMLPositionTests {
  private static let text = """
    # 店
    店舗:
      - 名前: 麺屋 # 😀
        😀: "二

          行"
        tags: [甲, {乙: 丙}]
    last:
      ? 長い
      : !timestamp x

    """

  private static let places = [
    "/ key 2:1 value 2:1", "/last key 8:1 value 9:3", "/last/長い key 9:5 value 10:5",
    "/店舗 key 2:1 value 3:3", "/店舗/0 key 3:5 value 3:5", "/店舗/0/tags key 7:5 value 7:11",
    "/店舗/0/tags/0 key 7:12 value 7:12", "/店舗/0/tags/1 key 7:15 value 7:15",
    "/店舗/0/tags/1/乙 key 7:16 value 7:19", "/店舗/0/名前 key 3:5 value 3:9",
    "/店舗/0/😀 key 4:5 value 4:8",
  ]

  @Test(
    "Positions count lines and characters from 1 with any line end",
    arguments: ["\n", "\r\n", "\r"]
  )
  func lineEnds(lineEnd: String) throws {
    let text = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: lineEnd)
    #expect(outline(try tree(text, .yaml)) == Self.places)
    #expect(outline(try tree("\u{FEFF}" + text, .yaml)) == Self.places)
  }

  @Test("Positions in UTF-16 are the same as in UTF-8", arguments: [false, true])
  func utf16(isBigEndian: Bool) throws {
    let units = Array(("\u{FEFF}" + Self.text).utf16)
    let bytes = units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    #expect(outline(try tree(bytes, .yaml)) == Self.places)
  }

  @Test("Positions contain the file name")
  func file() throws {
    let tree = try #require(YAMLReader().read(Array("a: 1".utf8), named: "shops.yaml").tree)
    #expect(tree["a"]?.position?.description == "shops.yaml:1:4")
    #expect(tree.fileName == "shops.yaml")
  }

  @Test("An absent value has the position where it would be")
  func absent() throws {
    #expect(
      outline(try tree("a:\nb: !server-timestamp\nc: ''\n", .yaml)) == [
        "/ key 1:1 value 1:1", "/a key 1:1 value 1:3", "/b key 2:1 value 2:4",
        "/c key 3:1 value 3:4",
      ]
    )
    #expect(outline(try tree("", .yaml)) == ["/ key 1:1 value 1:1"])
  }

  @Test("Positions are right across many lines and long text")
  func long() throws {
    let block = String(repeating: "  長い\n", count: 30_000)
    let map = try tree("a: |\n\(block)\nb: 1\nc:\n  - 2\n", .yaml)
    #expect(map["b"]?.keyPosition?.description == "a:30003:1")
    #expect(map["c"]?[0].position?.description == "a:30005:5")
  }
}
