import TaneCore
import TaneFormats
import Testing

@Suite("YAML scalars")
struct YAMLScalarTests {
  @Test(
    "Scalars follow the YAML core schema",
    arguments: [
      ("", "null"), ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"),
      ("nULL", #"string "nULL""#), ("~~", #"string "~~""#), ("nil", #"string "nil""#),
      ("true", "true"), ("True", "true"), ("TRUE", "true"), ("tRUE", #"string "tRUE""#),
      ("false", "false"), ("False", "false"), ("FALSE", "false"),
      ("yes", #"string "yes""#), ("no", #"string "no""#), ("on", #"string "on""#),
      ("off", #"string "off""#), ("y", #"string "y""#), ("n", #"string "n""#),
      ("0", "int 0"), ("7", "int 7"), ("-7", "int -7"), ("+7", "int 7"), ("-0", "int 0"),
      ("0777", "int 777"), ("0o17", "int 15"), ("0o18", #"string "0o18""#), ("0x1F", "int 31"),
      ("0xff", "int 255"), ("0X1F", #"string "0X1F""#), ("-0x1F", #"string "-0x1F""#),
      ("0x", #"string "0x""#), ("0xG", #"string "0xG""#), ("0b11", #"string "0b11""#),
      ("1_000", #"string "1_000""#), ("1,000", #"string "1,000""#), ("1:30", #"string "1:30""#),
      ("12:30:45", #"string "12:30:45""#), ("2024-01-01", #"string "2024-01-01""#),
      ("9223372036854775807", "int 9223372036854775807"),
      ("-9223372036854775808", "int -9223372036854775808"),
      ("9223372036854775808", "decimal 9223372036854775808"),
      ("-9223372036854775809", "decimal -9223372036854775809"),
      ("+0099999999999999999999", "decimal 99999999999999999999"),
      ("0x7FFFFFFFFFFFFFFF", "int 9223372036854775807"),
      ("1.0", "double 1.0"), ("1.", "double 1.0"), (".5", "double 0.5"), ("-.5", "double -0.5"),
      ("+1.5", "double 1.5"), ("1e3", "double 1000.0"), ("1E+3", "double 1000.0"),
      ("1e-3", "double 0.001"), ("1.5e3", "double 1500.0"), ("-0.0", "double -0.0"),
      ("0.1", "double 0.1"), ("3.141592653589793238", "double 3.141592653589793"),
      ("9007199254740993.0", "double 9007199254740992.0"),
      ("2.2250738585072011e-308", "double 2.225073858507201e-308"),
      ("1.7976931348623157e308", "double 1.7976931348623157e+308"),
      ("1e400", "decimal 1e400"), ("-.5e400", "decimal -0.5e400"), ("1.e400", "decimal 1e400"),
      ("1e-400", "decimal 1e-400"), ("0e999999999999999999999", "double 0.0"),
      (".", #"string ".""#), ("e3", #"string "e3""#), ("1e", #"string "1e""#),
      ("1e+", #"string "1e+""#), (".e3", #"string ".e3""#), ("1.2.3", #"string "1.2.3""#),
      ("+", #"string "+""#), ("-", "[null]"), ("+-1", #"string "+-1""#), ("1a", #"string "1a""#),
      (".inf", "double inf"), (".Inf", "double inf"), (".INF", "double inf"),
      ("-.inf", "double -inf"),
      ("+.inf", "double inf"), ("inf", #"string "inf""#), (".iNF", #"string ".iNF""#),
      ("Infinity", #"string "Infinity""#), (".nan", "double nan"), (".NaN", "double nan"),
      (".NAN", "double nan"), ("-.nan", #"string "-.nan""#), ("nan", #"string "nan""#),
      ("麺屋", #"string "麺屋""#),
    ]
  )
  func coreSchema(text: String, meaning: String) throws {
    let isYAML11Boolean = ["yes", "no", "on", "off"].contains(text)
    #expect(contents(try tree(text, .yaml, hasWarnings: isYAML11Boolean)) == meaning)
    if meaning != "[null]", !text.contains(",") {
      let list = try tree("[\(text)]", .yaml, hasWarnings: isYAML11Boolean)
      #expect(contents(list) == (text.isEmpty ? "[]" : "[\(meaning)]"))
    }
  }

  @Test(
    "Quoted and block scalars are text",
    arguments: [
      ("'1'", "1"), ("\"true\"", "true"), ("''", ""), ("'it''s'", "it's"),
      ("\"a\\n\\t\\x41\\u3042\\U0001F600\"", "a\n\tAあ😀"),
      ("|\n  1\n  2\n", "1\n2\n"), ("|-\n  1\n", "1"), ("|+\n  1\n\n", "1\n\n"),
      (">\n  a\n  b\n\n  c\n", "a b\nc\n"), ("|2\n   a\n", " a\n"), ("a\n  b", "a b"),
    ]
  )
  func quoted(text: String, value: String) throws {
    #expect(
      contents(try tree("key: \(text)", .yaml)) == "{\"key\": string \(value.debugDescription)}"
    )
  }

  @Test("Scalar keys are text as written")
  func keys() throws {
    let map = try tree(
      """
      1: a
      01: b
      true: c
      null: d
      ~: e
      1.0: f
      'quoted key': g
      "": h
      ? long
      : i
      -: j
      """,
      .yaml
    )
    #expect(
      contents(map) == #"{"1": string "a", "01": string "b", "": string "h", "-": string "j", "#
        + #""1.0": string "f", "long": string "i", "null": string "d", "quoted key": string "g", "#
        + #""true": string "c", "~": string "e"}"#
    )
  }

  @Test(
    "Tagged scalars have the type of their tag",
    arguments: [
      ("!!str 1", #"string "1""#), ("!!str", #"string """#), ("! 1", #"string "1""#),
      ("!!int 1", "int 1"), ("!!int \"0x1F\"", "int 31"),
      ("!!int 12345678901234567890", "decimal 12345678901234567890"),
      ("!!float 1", "double 1.0"), ("!!float .inf", "double inf"),
      ("!!float 1e400", "decimal 1e400"),
      ("!!float 12345678901234567890", "double 1.2345678901234567e+19"),
      ("!!bool 'true'", "true"), ("!!null ''", "null"), ("!!null ~", "null"), ("!!null", "null"),
      ("!!map {}", "{}"), ("!!seq []", "[]"), ("!<tag:yaml.org,2002:str> 1", #"string "1""#),
      ("!server-timestamp", "!server-timestamp null"),
      ("!timestamp 2024-01-01T00:00:00Z", #"!timestamp string "2024-01-01T00:00:00Z""#),
      ("!reference saunas/aufguss", #"!reference string "saunas/aufguss""#),
      ("!bytes bnVsbA==", #"!bytes string "bnVsbA==""#), ("!bytes 1234", #"!bytes string "1234""#),
      ("!geopoint {latitude: 1}", #"!geopoint {"latitude": int 1}"#),
    ]
  )
  func tags(text: String, meaning: String) throws {
    #expect(contents(try tree(text, .yaml)) == meaning)
    #expect(contents(try tree("key: \(text)\n", .yaml)) == "{\"key\": \(meaning)}")
  }

  @Test(
    "A file without a value is null",
    arguments: ["", "\n", "# only a comment\n", "---\n", "\u{FEFF}"]
  )
  func empty(text: String) throws {
    #expect(try tree(text, .yaml).isNull)
  }
}
