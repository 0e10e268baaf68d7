import TaneCore
import TaneFormats
import Testing

@Suite("Bad YAML input")
struct YAMLBadInputTests {
  @Test(
    "YAML syntax errors are described in plain words at their position",
    arguments: [
      ("a:\n\tb: 1\n", "a:2:1: error: YAML cannot be indented with tabs; use spaces [yaml-syntax]"),
      (
        "a: x\n\tb: 1\n",
        "a:2:1: error: YAML cannot be indented with tabs; use spaces [yaml-syntax]"
      ),
      ("a: |\n\tx\n", "a:2:1: error: YAML cannot be indented with tabs; use spaces [yaml-syntax]"),
      ("a: \"x\nb: 1\n", "a:1:4: error: the quote that opens here is never closed [yaml-syntax]"),
      ("a: 'x\n---\n", "a:1:4: error: the quote that opens here is never closed [yaml-syntax]"),
      ("a: [1, 2\n", "a:1:4: error: the \"[\" that opens here is never closed [yaml-syntax]"),
      ("a: {b: 2\n", "a:1:4: error: the \"{\" that opens here is never closed [yaml-syntax]"),
      (
        "a: [1, 2\nb: 3\n",
        """
        a:2:2: error: a comma or "]" is expected here [yaml-syntax]
        a:1:4: note: the list begins here
        """
      ),
      (
        "a: {b: 1 c: 2}\n",
        """
        a:1:11: error: a comma or "}" is expected here [yaml-syntax]
        a:1:4: note: the map begins here
        """
      ),
      (
        "a: 1\n]\n",
        """
        a:2:1: error: this closing "]" has no opening bracket [yaml-syntax]
        a:1:1: note: the map begins here
        """
      ),
      ("a: [1, }\n", "a:1:8: error: a value is expected here, not \"}\" [yaml-syntax]"),
      (
        "a: b: c\n",
        "a:1:5: error: a colon is not allowed here; put a value that contains \": \" in quotes, or "
          + "check the indentation of this line [yaml-syntax]"
      ),
      (
        "a: 1\nfoo\nb: 2\n",
        "a:2:1: error: this key has no colon; write \"key: value\", or check the indentation of "
          + "this line [yaml-syntax]"
      ),
      (
        "a:\n  - b\n c: 1\n",
        """
        a:3:2: error: the indentation of this line matches no level of the enclosing map; check \
        it, and the quotes and colons above [yaml-syntax]
        a:1:1: note: the map begins here
        """
      ),
      (
        "- a\nb: 1\n",
        """
        a:2:1: error: the indentation of this line matches no level of the enclosing list; check \
        it, or begin the element with "-" [yaml-syntax]
        a:1:1: note: the list begins here
        """
      ),
      (
        "a: - b\n",
        "a:1:4: error: a list element cannot begin here; put \"-\" on a line of its own [yaml-syntax]"
      ),
      ("a: @b\n", "a:1:4: error: a value cannot begin with \"@\"; put it in quotes [yaml-syntax]"),
      ("a: `b\n", "a:1:4: error: a value cannot begin with \"`\"; put it in quotes [yaml-syntax]"),
      ("a: %b\n", "a:1:4: error: a value cannot begin with \"%\"; put it in quotes [yaml-syntax]"),
      (
        "a: **b**\n",
        "a:1:5: error: the name of an alias can contain only letters, digits, \"-\" and \"_\"; put "
          + "a value that begins with \"*\" in quotes [yaml-syntax]"
      ),
      (
        "a: & b\n",
        "a:1:5: error: the name of an anchor can contain only letters, digits, \"-\" and \"_\"; "
          + "put a value that begins with \"&\" in quotes [yaml-syntax]"
      ),
      (
        "a: \"\\q\"\n",
        "a:1:5: error: unknown escape in double quotes; write \\\\ for a backslash, "
          + "or use single quotes [yaml-syntax]"
      ),
      (
        "a: \"\\uD83D\\uDE00\"\n",
        "a:1:7: error: this escape is not a character; write characters beyond U+FFFF as \\U with "
          + "eight digits [yaml-syntax]"
      ),
      (
        "a: \"\\xZZ\"\n",
        "a:1:7: error: this escape lacks hexadecimal digits; \\x needs two, \\u four and \\U eight "
          + "[yaml-syntax]"
      ),
      (
        "a: |x\n  b\n",
        "a:1:5: error: only a comment is allowed in the rest of this line [yaml-syntax]"
      ),
      (
        "a: !x!y b\n",
        "a:1:4: error: this tag has an undeclared prefix; Tane's tags begin with a single \"!\" "
          + "[yaml-syntax]"
      ),
      (
        "'a' b\n",
        "a:1:5: error: unexpected text after the end of the value; check the indentation of this "
          + "line [yaml-syntax]"
      ),
      (
        "%YAML 3.0\n---\na: 1\n",
        "a:1:1: error: a line that begins with \"%\" is a YAML directive, and this one is not "
          + "supported; remove it, or put text that begins with \"%\" in quotes [yaml-syntax]"
      ),
      (
        "%FOO\n---\na: 1\n",
        "a:1:5: error: a line that begins with \"%\" is a YAML directive, and this one is not "
          + "supported; remove it, or put text that begins with \"%\" in quotes [yaml-syntax]"
      ),
      (
        "a: {b: !now}\n",
        "a:1:12: error: a tag must be followed by a space; add one before \"}\" [yaml-syntax]"
      ),
      (
        "a: [!now]\n",
        "a:1:9: error: a tag must be followed by a space; add one before \"]\" [yaml-syntax]"
      ),
      (
        "a: !<x\n",
        "a:1:7: error: this is not a valid tag; write \"!\" and a name of letters, digits, \"-\" "
          + "and \"_\", such as !now [yaml-syntax]"
      ),
      (
        "a: |0\n  b\n",
        "a:1:5: error: the indentation after \"|\" or \">\" must be a digit from 1 to 9 "
          + "[yaml-syntax]"
      ),
      (
        "a: [b:,c]\n",
        "a:1:6: error: a colon in brackets must be followed by a space; add one, or put the text "
          + "in quotes [yaml-syntax]"
      ),
    ]
  )
  func syntax(text: String, expected: String) {
    #expect(findings(text, .yaml) == expected)
  }

  @Test(
    "All semantic errors in YAML are reported in one run",
    arguments: [
      (
        "name: 1\nx: {b: 1, b: 2}\nname: 3\n",
        """
        a:2:11: error: duplicate key "b" in this map; rename or remove one of the two [duplicate-key]
        a:2:5: note: first defined here
        a:3:1: error: duplicate key "name" in this map; rename or remove one of the two [duplicate-key]
        a:1:1: note: first defined here
        """
      ),
      (
        "a: 1\n\"a\": 2\n'a': 3\n",
        """
        a:2:1: error: duplicate key "a" in this map; rename or remove one of the two [duplicate-key]
        a:1:1: note: first defined here
        a:3:1: error: duplicate key "a" in this map; rename or remove one of the two [duplicate-key]
        a:1:1: note: first defined here
        """
      ),
      (
        "{a: 1, a: 2}: x\nb: 1\nb: 2\nc: {{ d }}\n",
        """
        a:1:1: error: expected a key, found a map; a key is text, so put a value that begins with "{" \
        in quotes [non-scalar-key]
        a:1:8: error: duplicate key "a" in this map; rename or remove one of the two [duplicate-key]
        a:1:2: note: first defined here
        a:3:1: error: duplicate key "b" in this map; rename or remove one of the two [duplicate-key]
        a:2:1: note: first defined here
        a:4:5: error: expected a key, found a map; a key is text, so put a value that begins with "{" \
        in quotes [non-scalar-key]
        """
      ),
      (
        "a: !timestmp x\nb: !!int abc\nc: !geopoint [1]\nd: !!binary x\n",
        """
        a:1:4: error: unknown tag !timestmp; did you mean "!timestamp"? [unknown-tag]
        a:2:4: error: the tag !!int expects a whole number, not "abc" [wrong-tag]
        a:3:4: error: the tag !geopoint expects a map, not a list [wrong-tag]
        a:4:4: error: unknown tag !!binary; known tags are !!str !!int !!float !!bool !!null !!map !!seq \
        !timestamp !geopoint !reference !bytes !server-timestamp [unknown-tag]
        """
      ),
      (
        "!timestamp a: 1\n!x b: 2\nc: !<x:y> {}\n",
        """
        a:1:1: error: the tag !timestamp precedes a key; it belongs before a value [wrong-tag]
        a:2:1: error: unknown tag !x; known tags are !!str !!int !!float !!bool !!null !!map !!seq \
        !timestamp !geopoint !reference !bytes !server-timestamp [unknown-tag]
        a:3:4: error: unknown tag !<x:y>; known tags are !!str !!int !!float !!bool !!null !!map !!seq \
        !timestamp !geopoint !reference !bytes !server-timestamp [unknown-tag]
        """
      ),
      (
        "- !!int 1.5\n- !!float x\n- !!bool yes\n- !!null x\n- !!map []\n- !!seq {}\n- !!str {}\n- !!map x\n",
        """
        a:1:3: error: the tag !!int expects a whole number, not "1.5" [wrong-tag]
        a:2:3: error: the tag !!float expects a number, not "x" [wrong-tag]
        a:3:3: error: the tag !!bool expects true or false, not "yes" [wrong-tag]
        a:4:3: error: the tag !!null expects null or no value, not "x" [wrong-tag]
        a:5:3: error: the tag !!map expects a map, not a list [wrong-tag]
        a:6:3: error: the tag !!seq expects a list, not a map [wrong-tag]
        a:7:3: error: the tag !!str expects text, not a map [wrong-tag]
        a:8:3: error: the tag !!map expects a map, not "x" [wrong-tag]
        """
      ),
      (
        "- !server-timestamp x\n- !timestamp\n- !geopoint x\n- !bytes {}\n",
        """
        a:1:3: error: the tag !server-timestamp expects nothing, not "x" [wrong-tag]
        a:2:3: error: the tag !timestamp expects text, not nothing [wrong-tag]
        a:3:3: error: the tag !geopoint expects a map, not "x" [wrong-tag]
        a:4:3: error: the tag !bytes expects text, not a map [wrong-tag]
        """
      ),
      (
        "a: 0xFFFFFFFFFFFFFFFF\nb: !!int 0o7777777777777777777777\n",
        """
        a:1:4: error: the number 0xFFFFFFFFFFFFFFFF is greater than 9,223,372,036,854,775,807, \
        the largest 64-bit integer; write it in decimal digits, or quote it to keep it as a string \
        [number-too-large]
        a:2:4: error: the number 0o7777777777777777777777 is greater than \
        9,223,372,036,854,775,807, the largest 64-bit integer; write it in decimal digits, or \
        quote it to keep it as a string [number-too-large]
        """
      ),
      (
        "a: 1\na: 2\nb: [\n",
        "a:4:1: error: the file ends inside brackets; a closing bracket is missing [yaml-syntax]"
      ),
      (
        "x: {a: 1, a: 2}\nb: *c\nb: [\n",
        """
        a:1:11: error: duplicate key "a" in this map; rename or remove one of the two [duplicate-key]
        a:1:5: note: first defined here
        a:2:4: error: the alias *c has no anchor &c before it [undefined-alias]
        a:4:1: error: the file ends inside brackets; a closing bracket is missing [yaml-syntax]
        """
      ),
    ]
  )
  func semantics(text: String, expected: String) {
    #expect(findings(text, .yaml) == expected)
  }

  @Test(
    "A second YAML document is reported with its line",
    arguments: [
      ("a: 1\n---\nb: 2\n", 2), ("---\na: 1\n...\n\n---\n- b\n", 5),
    ]
  )
  func documents(text: String, line: Int) {
    #expect(
      findings(text, .yaml) == "a:\(line):1: error: a second document begins on line \(line); a "
        + "file can contain only one, so move this one to another file [multiple-documents]"
    )
  }

  @Test("One YAML document between markers is accepted")
  func oneDocument() throws {
    #expect(contents(try tree("%YAML 1.2\n---\na: 1\n...\n# end\n", .yaml)) == #"{"a": int 1}"#)
  }

  @Test(
    "Bytes that are not text are reported at their position",
    arguments: [
      ([0xFF], "the byte 0xFF is not valid UTF-8; save the file as UTF-8"),
      ([0xE3, 0x81], "the byte 0xE3 is not valid UTF-8; save the file as UTF-8"),
      ([0xC0, 0x80], "the byte 0xC0 is not valid UTF-8; save the file as UTF-8"),
      ([0xED, 0xA0, 0x80], "the byte 0xED is not valid UTF-8; save the file as UTF-8"),
      (
        [0x00],
        "the file contains a NUL byte; YAML is text, so if the file is UTF-16, save it as "
          + "UTF-8"
      ),
      (
        [0x07],
        "the file contains a control character; YAML allows one only in double quotes, as "
          + "an escape"
      ),
      (
        [0x7F],
        "the file contains a control character; YAML allows one only in double quotes, as "
          + "an escape"
      ),
      (
        [0xC2, 0x80],
        "the file contains a control character; YAML allows one only in double "
          + "quotes, as an escape"
      ),
    ] as [([UInt8], String)]
  )
  func encoding(bytes: [UInt8], message: String) {
    let text = Array("a: 1\r\n日本: 語".utf8) + bytes + Array("\n".utf8)
    #expect(findings(text, .yaml) == "a:2:6: error: \(message) [invalid-encoding]")
    #expect(
      findings([0xEF, 0xBB, 0xBF] + text, .yaml) == "a:2:6: error: \(message) [invalid-encoding]"
    )
  }

  @Test("An unpaired surrogate in UTF-16 is reported at its position")
  func utf16() {
    #expect(
      findings([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x00, 0xD8, 0x63, 0], .yaml)
        == "a:2:2: error: the UTF-16 text contains an unpaired surrogate; save the file as "
        + "UTF-8 [invalid-encoding]"
    )
    #expect(
      findings([0xFE, 0xFF, 0, 0x61, 0], .yaml)
        == "a:1:2: error: the UTF-16 text ends in the middle of a character [invalid-encoding]"
    )
  }

  @Test(
    "YAML with too many levels is rejected, in flow and block style",
    arguments: [512, 513, 100_000]
  )
  func levels(count: Int) throws {
    let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    let message =
      "error: lists and maps are nested more than 512 levels deep; flatten the data "
      + "[too-many-levels]"
    if count == 512 {
      #expect(try tree(text, .yaml).depth == 512)
    } else {
      #expect(findings(text, .yaml) == "a:1:513: \(message)")
      let dashes = String(repeating: "- ", count: count)
      #expect(findings(dashes, .yaml) == "a:1:1025: \(message)")
    }
  }
}
