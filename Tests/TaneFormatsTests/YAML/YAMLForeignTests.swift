import TaneCore
import TaneFormats
import Testing

@Suite("YAML of other programs")
struct YAMLForeignTests {
  private func documents(_ text: String) throws -> [Tree] {
    let result = YAMLReader().readDocuments(Array(text.utf8), named: "a")
    #expect(result.diagnostics.map(\.description) == [])
    return Array(try #require(result.tree).children)
  }

  @Test("A foreign file may contain several documents, each with its own anchors")
  func documents() throws {
    let documents = try documents("a: &x 1\n---\nb: [2]\n---\n---\n- &x 3\n- *x\n...\n")
    #expect(
      documents.map(contents) == ["{\"a\": int 1}", "{\"b\": [int 2]}", "null", "[int 3, int 3]"]
    )
    #expect(documents[1].position?.line == 3)
    #expect(try self.documents("").isEmpty)
    #expect(try self.documents("a: no\n").map(contents) == ["{\"a\": string \"no\"}"])
    let alias = YAMLReader().readDocuments(Array("a: &x 1\n---\nb: *x\n".utf8), named: "a")
    #expect(
      alias.diagnostics.map(\.description) == [
        "a:3:4: error: the alias *x has no anchor &x before it [undefined-alias]"
      ]
    )
  }

  @Test(
    "A value with a foreign tag becomes a map from the tag to the value",
    arguments: [
      ("!Ref Bucket", #"{"!Ref": string "Bucket"}"#), ("!Ref 12", #"{"!Ref": int 12}"#),
      ("!Ref '12'", #"{"!Ref": string "12"}"#), ("!Ref", #"{"!Ref": null}"#),
      (
        "!Join ['-', [!Ref A, b]]",
        #"{"!Join": [string "-", [{"!Ref": string "A"}, string "b"]]}"#
      ),
      ("{a: !If {b: 1}, c: 2}", #"{"a": {"!If": {"b": int 1}}, "c": int 2}"#),
      ("a: !Sub\n  x: 1\nb: 2", #"{"a": {"!Sub": {"x": int 1}}, "b": int 2}"#),
      ("!!set {a, b}", #"{"!!set": {"a": null, "b": null}}"#),
      ("!!binary aGk=", #"{"!!binary": string "aGk="}"#),
      ("!<tag:x.org,2020:y> z", #"{"!<tag:x.org,2020:y>": string "z"}"#),
      ("!reference [.job, script]", #"{"!reference": [string ".job", string "script"]}"#),
      ("!timestamp 2024-01-01T00:00:00Z", #"!timestamp string "2024-01-01T00:00:00Z""#),
      ("[&a !Ref x, *a]", #"[{"!Ref": string "x"}, {"!Ref": string "x"}]"#),
      ("[&a !Get {x: 1}, *a]", #"[{"!Get": {"x": int 1}}, {"!Get": {"x": int 1}}]"#),
    ]
  )
  func tags(text: String, expected: String) throws {
    #expect(try documents(text).map(contents) == [expected])
  }

  @Test("Foreign YAML has the same limit of levels as fixtures")
  func levels() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try documents(deep).count == 1)
    let deeper = YAMLReader().readDocuments(Array("[\(deep)]".utf8), named: "a")
    #expect(deeper.tree == nil)
  }

  @Test("Several documents and foreign tags are rejected in Tane's own files")
  func own() {
    #expect(
      findings("a: 1\n---\nb: 2\n", .yaml)
        == "a:2:1: error: a second document begins on line 2; a file can contain only one, so move "
        + "this one to another file [multiple-documents]"
    )
    #expect(findings("a: !Ref b\n", .yaml).hasPrefix("a:1:4: error: unknown tag !Ref"))
  }
}

@Suite("Misleading YAML")
struct YAMLMisreadingTests {
  @Test(
    "YAML that is easily misread causes a warning",
    arguments: [
      (
        "a: &an:chor v\n",
        "a:1:4: warning: this is parsed as the anchor &an and the text \":chor v\", but is the "
          + "anchor &an:chor in YAML 1.2; put text in quotes, and name anchors with letters, "
          + "digits, \"-\" and \"_\" [misread-text]"
      ),
      (
        "x: 麺\na: [b?, ?foo, c]\n",
        "a:2:10: warning: this is parsed as the key \"foo\", but is the text \"?foo\" in YAML 1.2; "
          + "put text in quotes, and name anchors with letters, digits, \"-\" and \"_\" "
          + "[misread-text]"
      ),
      (
        "\u{FEFF}{?foo: 1}\n",
        "a:1:3: warning: this is parsed as the key \"foo\", but is the text \"?foo\" in YAML 1.2; "
          + "put text in quotes, and name anchors with letters, digits, \"-\" and \"_\" "
          + "[misread-text]"
      ),
      (
        "a: no\nb: [On]\n",
        "a:1:4: warning: no is text in YAML 1.2, but false in older tools; write \"no\" with "
          + "quotes for text, or false otherwise (and 1 more such value in this file) "
          + "[ambiguous-boolean]"
      ),
      (
        "a: YES\n",
        "a:1:4: warning: YES is text in YAML 1.2, but true in older tools; write \"YES\" with "
          + "quotes for text, or true otherwise [ambiguous-boolean]"
      ),
    ]
  )
  func warnings(text: String, expected: String) {
    let result = TreeParser.parse(Array(text.utf8), named: "a", as: .yaml)
    #expect(result.tree != nil)
    #expect(result.diagnostics.map(\.description).joined(separator: "\n") == expected)
  }

  @Test(
    "YAML that is read as written causes no warning",
    arguments: [
      "a: &an :chor\n", "a: &an v\n", "&a b: *a\n", "?foo: 1\n", "? foo\n: 1\n", "a: ?x\n",
      "a: [x?y, 'a ?b', \"c ?d\", ? e, http://a/?b]\n", "a: [b] # what ?x\n", "on: 1\nno: 2\n",
      "a: \"no\"\nb: 'yes'\nc: !!str off\nd: |\n  no\n", "a: none\nb: yess\nc: y\nd: n\n",
      "a: {b: c ?d}\n",
    ]
  )
  func silent(text: String) throws {
    _ = try tree(text, .yaml)
  }
}
