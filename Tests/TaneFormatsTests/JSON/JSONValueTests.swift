import TestSupport
import TaneCore
import TaneFormats
import Testing

@Suite("JSON values")
struct JSONValueTests {
  @Test(
    "JSON values have the kinds of their text",
    arguments: [
      ("null", "null"), ("true", "true"), ("false", "false"), ("0", "int 0"), ("-1", "int -1"),
      ("-0", "double -0.0"), ("-0.0", "double -0.0"), ("0e1", "double 0.0"), ("1.0", "double 1.0"),
      ("1e2", "double 100.0"), ("1E+2", "double 100.0"), ("1E-2", "double 0.01"),
      ("9223372036854775807", "int 9223372036854775807"),
      ("-9223372036854775808", "int -9223372036854775808"),
      ("9223372036854775808", "decimal 9223372036854775808"),
      ("-9223372036854775809", "decimal -9223372036854775809"),
      ("18446744073709551616", "decimal 18446744073709551616"),
      ("100000000000000000000000", "decimal 100000000000000000000000"),
      ("1e400", "decimal 1e400"), ("-1e400", "decimal -1e400"), ("1e-400", "decimal 1e-400"),
      ("0e-400", "double 0.0"), ("1e99999999999999999999", "decimal 1e99999999999999999999"),
      ("0.1", "double 0.1"), ("1.7976931348623157e308", "double 1.7976931348623157e+308"),
      ("1.7976931348623159e308", "decimal 1.7976931348623159e308"),
      ("4.9406564584124654e-324", "double 5e-324"),
      ("9007199254740993.0", "double 9007199254740992.0"),
      ("9007199254740992.999999999999999999999999", "double 9007199254740992.0"),
      ("0.000000000000000000000000000000000000000000000001", "double 1e-48"),
      ("123456789012345678901234567890.5", "double 1.2345678901234568e+29"),
      (#""""#, #"string """#), (#""a""#, #"string "a""#), (#""é麺😀""#, #"string "é麺😀""#),
      (#""\"\\\/\b\f\n\r\t""#, "string \("\"\\/\u{8}\u{C}\n\r\t".debugDescription)"),
      (#""\u0041\u00e9\u9EBA\uD83D\ude00""#, #"string "Aé麺😀""#),
      (#""a\u0000b""#, "string \("a\0b".debugDescription)"),
      (#""x\ny\nz""#, #"string "x\ny\nz""#), ("\"\u{7F}\"", "string \("\u{7F}".debugDescription)"),
      ("[]", "[]"), ("{}", "{}"), (" [ 1 , [ ] , { } ] ", "[int 1, [], {}]"),
      (
        #"{"b":1,"a":{"x":[true]},"10":0,"9":0}"#,
        #"{"9": int 0, "10": int 0, "a": {"x": [true]}, "b": int 1}"#
      ),
      (#"{"":1,"a\nb":2,"\u0061b":3}"#, #"{"": int 1, "a\nb": int 2, "ab": int 3}"#),
      (#"{".sv": "timestamp"}"#, "!server-timestamp null"),
      (
        #"[{".sv":"timestamp"},{".sv":"timestamp","a":1},{".sv":{"increment":1}}]"#,
        #"[!server-timestamp null, {".sv": string "timestamp", "a": int 1}, "#
          + #"{".sv": {"increment": int 1}}]"#
      ),
    ]
  )
  func values(text: String, meaning: String) throws {
    #expect(contents(try tree(text, .json)) == meaning)
    #expect(contents(try tree("\u{FEFF}\r\n\t [\(text)]\n", .json)) == "[\(meaning)]")
    #expect(contents(try tree("{\"k\":\(text)}", .json)) == "{\"k\": \(meaning)}")
  }

  @Test("JSON numbers decode to the nearest double", arguments: 0..<20)
  func doubles(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(try tree("\(value)", .json).double?.bitPattern == value.bitPattern)
      let short = (value / 1e300).rounded() / 1000
      #expect(try tree("\(short)", .json).double?.bitPattern == short.bitPattern)
    }
  }

  @Test("JSON in UTF-16 is parsed like UTF-8", arguments: [false, true])
  func utf16(isBigEndian: Bool) throws {
    let units = Array("\u{FEFF}{\"店\": [\"😀\", 1]}".utf16)
    let bytes = units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    let tree = try tree(bytes, .json)
    #expect(contents(tree) == #"{"店": [string "😀", int 1]}"#)
    #expect(tree["店"]?[1].position?.description == "a:1:13")
  }

  @Test("JSON values have their line and column in characters", arguments: ["\n", "\r\n", "\r"])
  func positions(lineEnd: String) throws {
    let lines = [
      "{", "  \"店舗\": [{\"😀\": \"二\\n三\", \"b\": 1},", "", "    [ ],  null],", "  \"z\"", "  :",
      "  {}", "}",
    ]
    let text = lines.joined(separator: lineEnd)
    let expected = [
      "/ key 1:1 value 1:1", "/z key 5:3 value 7:3", "/店舗 key 2:3 value 2:9",
      "/店舗/0 key 2:10 value 2:10", "/店舗/0/b key 2:24 value 2:29", "/店舗/0/😀 key 2:11 value 2:16",
      "/店舗/1 key 4:5 value 4:5", "/店舗/2 key 4:11 value 4:11",
    ]
    #expect(outline(try tree(text, .json)) == expected)
    #expect(outline(try tree("\u{FEFF}" + text, .json)) == expected)
  }

  @Test(
    "The file extension determines the format",
    arguments: [
      ("yaml", true), ("YML", true), ("json", false), ("Json", false), ("txt", nil), ("", nil),
    ] as [(String, Bool?)]
  )
  func formats(fileExtension: String, isYAML: Bool?) throws {
    let format = TreeFormat(fileExtension: fileExtension)
    #expect(format.map { $0 == .yaml } == isYAML)
    guard let format else { return }
    #expect((TreeParser.parse(Array("a: 1".utf8), named: "a", as: format).tree != nil) == isYAML)
  }
}
