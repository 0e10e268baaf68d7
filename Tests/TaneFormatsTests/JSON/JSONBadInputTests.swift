import TaneCore
import TaneFormats
import Testing

@Suite("Bad JSON input")
struct JSONBadInputTests {
  private static let listNote = "\na:1:1: note: the list begins here"
  private static let mapNote = "\na:1:1: note: the map begins here"
  private static let escapes = #"valid escapes are \" \\ \/ \b \f \n \r \t and \u with four digits"#

  @Test(
    "JSON syntax errors are described in plain words at their position",
    arguments: [
      ("", "1:1", "the file is empty; a JSON file must contain one value, such as null", ""),
      (" \n ", "2:2", "the file is empty; a JSON file must contain one value, such as null", ""),
      (
        "[1,]", "1:4", "JSON does not allow a comma before the closing \"]\"; remove it", ""
      ),
      (
        "{\"a\":1,}", "1:8",
        "JSON does not allow a comma before the closing \"}\"; remove it", ""
      ),
      ("[,1]", "1:2", "expected a value, found a comma", ""),
      ("[1,,2]", "1:4", "expected a value, found a comma", ""),
      ("[1 2]", "1:4", "expected a comma or \"]\", found \"2\"", listNote),
      ("[1 \"a\"]", "1:4", "expected a comma or \"]\", found a double quote", listNote),
      ("{\"a\":1 \"b\":2}", "1:8", "expected a comma or \"}\", found a double quote", mapNote),
      ("[1}", "1:3", "expected a comma or \"]\", found \"}\"", listNote),
      ("[1", "1:3", "the file ends inside a list; \"]\" is missing", listNote),
      ("{\"a\":1\n", "2:1", "the file ends inside a map; \"}\" is missing", mapNote),
      ("{", "1:2", "the file ends inside a map; \"}\" is missing", mapNote),
      ("{,", "1:2", "expected a key in double quotes, found a comma", ""),
      ("[", "1:2", "the file ends where a value is expected", ""),
      ("{\"a\"", "1:5", "the file ends where a colon after the key is expected", ""),
      ("{\"a\":", "1:6", "the file ends where a value is expected", ""),
      ("{\"a\" 1}", "1:6", "expected a colon after the key, found \"1\"", ""),
      ("{\"a\"::1}", "1:6", "expected a value, found a colon", ""),
      ("{a: 1}", "1:2", "the key \"a\" has no quotes; JSON requires keys in double quotes", ""),
      ("{1: 1}", "1:2", "the key \"1\" has no quotes; JSON requires keys in double quotes", ""),
      ("{[1]: 1}", "1:2", "expected a key in double quotes, found \"[\"", ""),
      ("['a']", "1:2", "unexpected single quote; JSON requires text in double quotes", ""),
      ("{'a': 1}", "1:2", "unexpected single quote; JSON requires text in double quotes", ""),
      ("[1] // x", "1:5", "JSON has no comments; remove this or use a YAML file", ""),
      ("[1 /* x */]", "1:4", "JSON has no comments; remove this or use a YAML file", ""),
      ("# x\n1", "1:1", "JSON has no comments; remove this or use a YAML file", ""),
      ("[NaN]", "1:2", "JSON has no NaN; use null, text in quotes or a YAML file", ""),
      ("[Infinity]", "1:2", "JSON has no Infinity; use null, text in quotes or a YAML file", ""),
      ("[-Infinity]", "1:2", "JSON has no -Infinity; use null, text in quotes or a YAML file", ""),
      ("[True]", "1:2", "unknown word \"True\"; did you mean \"true\"?", ""),
      ("[nul]", "1:2", "unknown word \"nul\"; did you mean \"null\"?", ""),
      ("[truefalse]", "1:2", "unknown word \"truefalse\"; put text in double quotes", ""),
      ("[abc]", "1:2", "unknown word \"abc\"; put text in double quotes", ""),
      ("[麺屋]", "1:2", "unknown word \"麺屋\"; put text in double quotes", ""),
      ("[+1]", "1:2", "a number cannot begin with a plus sign in JSON; remove it", ""),
      ("[.5]", "1:2", "a number needs a digit before its decimal point, as in 0.5", ""),
      ("[-]", "1:2", "a number needs a digit after its minus sign", ""),
      ("[1.]", "1:2", "a number needs a digit after its decimal point", ""),
      ("[1.e1]", "1:2", "a number needs a digit after its decimal point", ""),
      ("[1e]", "1:2", "a number needs a digit in its exponent", ""),
      ("[1e+]", "1:2", "a number needs a digit in its exponent", ""),
      (
        "[01]", "1:2",
        "a number cannot begin with a zero before other digits; remove the zero, or quote the "
          + "number to keep it as a string", ""
      ),
      (
        "[-01]", "1:2",
        "a number cannot begin with a zero before other digits; remove the zero, or quote the "
          + "number to keep it as a string", ""
      ),
      ("[0x1F]", "1:3", "expected a comma or \"]\", found \"x1F\"", listNote),
      ("[1a]", "1:3", "expected a comma or \"]\", found \"a\"", listNote),
      (
        "[1] x", "1:5", "found \"x\" after the end of the value; a JSON file contains one value", ""
      ),
      ("1 2", "1:3", "found \"2\" after the end of the value; a JSON file contains one value", ""),
      ("[]]", "1:3", "found \"]\" after the end of the value; a JSON file contains one value", ""),
      ("[\u{B}]", "1:2", "expected a value, found \"\\u{B}\"", ""),
      ("[\"a", "1:2", "the quote that opens here is never closed", ""),
      ("[\"a\\", "1:2", "the quote that opens here is never closed", ""),
      ("[\"a\\\"", "1:2", "the quote that opens here is never closed", ""),
      (
        "[\"店\nb\"]", "1:4",
        "this string contains a line break; close the quotation mark on the line where the string "
          + "begins, or write the line break as \\n",
        "\na:1:2: note: the string begins here"
      ),
      (
        "[\"a\tb\"]", "1:4", "this string contains a tab; write it as \\t",
        "\na:1:2: note: the string begins here"
      ),
      (
        "[\"a\u{0}\"]", "1:4", "this string contains a control character; write it as \\u0000",
        "\na:1:2: note: the string begins here"
      ),
      (
        "[\"\u{1F}\"]", "1:3", "this string contains a control character; write it as \\u001f",
        "\na:1:2: note: the string begins here"
      ),
      (#"["\x"]"#, "1:3", "unknown escape \\x; \(escapes)", ""),
      (#"["\麺"]"#, "1:3", "unknown escape \\麺; \(escapes)", ""),
      (#"["\u12"]"#, "1:3", #"\u needs four hexadecimal digits, as in \u00e9"#, ""),
      (#"["\u123g"]"#, "1:3", #"\u needs four hexadecimal digits, as in \u00e9"#, ""),
      (
        #"["\ud800"]"#, "1:3",
        #"\ud800 is an unpaired surrogate, not a character"#, ""
      ),
      (
        #"["a\uDC00"]"#, "1:4",
        #"\udc00 is an unpaired surrogate, not a character"#, ""
      ),
      (
        #"["\ud800\ud800"]"#, "1:3",
        #"\ud800 is an unpaired surrogate, not a character"#, ""
      ),
      (
        #"["\ud800a"]"#, "1:3",
        #"\ud800 is an unpaired surrogate, not a character"#, ""
      ),
    ]
  )
  func syntax(text: String, place: String, message: String, notes: String) {
    #expect(findings(text, .json) == "a:\(place): error: \(message) [json-syntax]\(notes)")
  }

  @Test("All duplicate keys in JSON are reported with both positions")
  func duplicateKeys() {
    #expect(
      findings("{\"a\": 1, \"\\u0061\": 2,\r\n \"店\": {\"b\": 1, \"b\": 1}, \"a\": 3}", .json)
        == """
        a:1:10: error: duplicate key "a" in this map; rename or remove one of the two \
        [duplicate-key]
        a:1:2: note: first defined here
        a:2:16: error: duplicate key "b" in this map; rename or remove one of the two \
        [duplicate-key]
        a:2:8: note: first defined here
        a:2:25: error: duplicate key "a" in this map; rename or remove one of the two \
        [duplicate-key]
        a:1:2: note: first defined here
        """
    )
  }

  @Test("Duplicate keys in JSON are reported before other errors")
  func duplicateKeysBeforeErrors() {
    #expect(
      findings("[{\"a\": 1, \"a\": 2}, x]", .json) == """
        a:1:11: error: duplicate key "a" in this map; rename or remove one of the two \
        [duplicate-key]
        a:1:3: note: first defined here
        a:1:20: error: unknown word "x"; put text in double quotes [json-syntax]
        """
    )
  }

  @Test(
    "Invalid UTF-8 in JSON is reported at its position",
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE3, 0x81], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func encoding(bytes: [UInt8]) {
    let byte = String(bytes[0], radix: 16, uppercase: true)
    let message = "error: the byte 0x\(byte) is not valid UTF-8; save the file as UTF-8"
    #expect(
      findings(Array("\n[\"日本".utf8) + bytes + Array("\"]".utf8), .json)
        == "a:2:5: \(message) [invalid-encoding]"
    )
    #expect(
      findings(Array("\n[\"日本".utf8) + bytes, .json) == "a:2:5: \(message) [invalid-encoding]"
    )
    #expect(
      findings(Array("\n[".utf8) + bytes, .json) == "a:2:2: \(message) [invalid-encoding]"
    )
  }

  @Test(
    "A NUL byte in JSON is reported with a possible cause",
    arguments: ["[1]\u{0}", "[1 \u{0}", "{  \u{0}}"]
  )
  func nul(text: String) {
    #expect(
      findings(text, .json) == "a:1:4: error: the file contains a NUL byte; JSON is text, so if "
        + "the file is UTF-16, save it as UTF-8 [invalid-encoding]"
    )
  }

  @Test("JSON with too many levels is rejected", arguments: [512, 513, 200_000])
  func levels(count: Int) throws {
    let lists = String(repeating: "[", count: count)
    let maps = String(repeating: "{\"a\":", count: count)
    let message =
      "error: lists and maps are nested more than 512 levels deep; flatten the data "
      + "[too-many-levels]"
    if count == 512 {
      #expect(try tree(lists + String(repeating: "]", count: count), .json).depth == 512)
    } else {
      #expect(findings(lists, .json) == "a:1:513: \(message)")
      #expect(findings(maps, .json) == "a:1:2561: \(message)")
    }
  }
}
