import TaneCore
import TaneFormats
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
  private static let sample = """
    {
      "shops": [
        {
          "id": 0,
          "name": "麺屋"
        },
        [],
        {}
      ],
      "price": 1.0,
      "big": 12345678901234567890,
      "at": {".sv": "timestamp"}
    }

    """

  @Test("The JSON writer writes pretty text in the order of the file")
  func pretty() throws {
    #expect(try JSONWriter().write(tree(Self.sample, .json)) == Self.sample)
  }

  @Test("The JSON writer writes compact text in key order")
  func compact() throws {
    #expect(
      try JSONWriter(.compact, keyOrder: .key).write(tree(Self.sample, .json))
        == #"{"at":{".sv":"timestamp"},"big":12345678901234567890,"price":1.0,"#
        + #""shops":[{"id":0,"name":"麺屋"},[],{}]}"#
    )
  }

  @Test("The JSON writer escapes only characters that JSON requires")
  func escapes() throws {
    #expect(
      try JSONWriter(.compact).write(Tree("a\"\\\n\r\t\u{0}\u{1F}\u{7F}/\u{2028}é"))
        == #""a\"\\\n\r\t\u0000\u001F"# + "\u{7F}/\u{2028}é\""
    )
  }

  @Test(
    "The JSON writer rejects values that JSON cannot represent and names their path",
    arguments: [
      ("a: [1, .nan]", "a:1:8: JSON cannot represent .nan at /a/1; write YAML instead"),
      ("a: {b: -.inf}", "a:1:8: JSON cannot represent -.inf at /a/b; write YAML instead"),
      ("a: .inf", "a:1:4: JSON cannot represent .inf at /a; write YAML instead"),
      ("!timestamp x", "a:1:1: JSON cannot represent !timestamp at /; write YAML instead"),
      ("a: !geopoint {}", "a:1:4: JSON cannot represent !geopoint at /a; write YAML instead"),
    ]
  )
  func refusals(yaml: String, message: String) throws {
    let tree = try tree(yaml, .yaml)
    let error = #expect(throws: JSONWriter.UnrepresentableNodeError.self) {
      try JSONWriter().write(tree)
    }
    #expect(error?.description == message)
  }

  @Test("The JSON writer writes large text in chunks")
  func chunks() throws {
    let tree = Tree(.list((0..<30_000).map { .string("element \($0)") }))
    var sizes: [Int] = []
    var bytes: [UInt8] = []
    try JSONWriter().write(tree) { chunk in
      sizes.append(chunk.count)
      bytes.append(contentsOf: chunk)
    }
    #expect(sizes.count > 5)
    #expect(String(decoding: bytes, as: UTF8.self) == (try JSONWriter().write(tree)))
  }
}
