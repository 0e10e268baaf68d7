import TestSupport
import TaneCore
import TaneFormats
import Testing

@Suite("Bad input in both formats")
struct BadInputTests {
  @Test("JSON truncated anywhere is rejected at its end")
  func truncatedJSON() throws {
    let text = #"{"a": [1, -2.5e3, true], "麺": {"b": "x\n\ud83d\ude00"}, "c": null}"#
    let bytes = Array(text.utf8)
    #expect(try tree(bytes, .json).children.count == 3)
    for count in 0..<bytes.count {
      let result = JSONReader().read(Array(bytes.prefix(count)), named: "a")
      try #require(result.tree == nil, "\(count) bytes")
      let place = try #require(result.diagnostics.first?.position, "\(count) bytes")
      try #require(place.line == 1 && (1...count + 1).contains(place.column), "\(count) bytes")
    }
  }

  @Test("YAML truncated anywhere is rejected with a position or is a shorter file")
  func truncatedYAML() throws {
    let bytes = Array("a: [1, {b: 'x'}]\n\"麺\": &m\n  - \"\\u3042\"\n  - |\n    text\nc: *m\n".utf8)
    var refused = 0
    for count in 0...bytes.count {
      let result = YAMLReader().read(Array(bytes.prefix(count)), named: "a")
      guard result.tree == nil else { continue }
      refused += 1
      let places = result.diagnostics.compactMap(\.position)
      try #require(!places.isEmpty, "\(count) bytes")
      try #require(places.allSatisfy { $0.line > 0 && $0.column > 0 }, "\(count) bytes")
    }
    #expect((20..<bytes.count).contains(refused))
  }

  @Test("Random bytes are rejected with a position", arguments: [TreeFormat.yaml, .json])
  func garbage(format: TreeFormat) throws {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<3_000 {
      let count = Int.random(in: 16...300, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let result = TreeParser.parse(bytes, named: "a", as: format)
      try #require(result.tree == nil, "round \(round)")
      try #require(
        result.diagnostics.allSatisfy { ($0.position?.line ?? 0) > 0 },
        "round \(round): \(result.diagnostics)"
      )
    }
  }

  @Test("Errors have the right position in files with mixed line ends")
  func mixedLineEnds() throws {
    let json = "{\r\n\"a\":\r1,\n\r\n\"b\": x}"
    #expect(
      findings(json, .json)
        == "a:5:6: error: unknown word \"x\"; put text in double quotes [json-syntax]"
    )
    let yaml = "a:\r\n- 1\r- 2\n\r\nb: @x\r"
    #expect(
      findings(yaml, .yaml)
        == "a:5:4: error: a value cannot begin with \"@\"; put it in quotes [yaml-syntax]"
    )
    #expect(
      outline(try tree("a:\r\n- 1\r- 2\n\r\nb: 3\r", .yaml)) == [
        "/ key 1:1 value 1:1", "/a key 1:1 value 2:1", "/a/0 key 2:3 value 2:3",
        "/a/1 key 3:3 value 3:3", "/b key 5:1 value 5:4",
      ]
    )
    #expect(
      outline(try tree("{\r\n\"a\":\r[1,\n2],\r\n\"b\": 3}\r", .json)) == [
        "/ key 1:1 value 1:1", "/a key 2:1 value 3:1", "/a/0 key 3:2 value 3:2",
        "/a/1 key 4:1 value 4:1", "/b key 5:1 value 5:6",
      ]
    )
  }

  @Test(
    "Numbers beyond 64 bits are accepted and their digits are kept",
    arguments: [
      "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e400", "-1e400",
      "1e-400", "123456789012345678901234567890123456789012345678901234567890",
    ]
  )
  func largeNumbers(digits: String) throws {
    for format in [TreeFormat.yaml, .json] {
      let list = try tree("[\(digits)]", format)
      #expect(list[0].decimal == digits)
      #expect(try JSONWriter(.compact).write(list) == "[\(digits)]")
      #expect(YAMLWriter().write(list) == "- \(digits)\n")
    }
  }
}
