import TaneCore
import TaneFormats
import Testing

@Suite("YAML aliases")
struct YAMLAliasTests {
  @Test(
    "An alias has the value of the last anchor with its name",
    arguments: [
      ("[&a 1, *a]", "[int 1, int 1]"),
      ("[&a [1, {b: c}], *a]", #"[[int 1, {"b": string "c"}], [int 1, {"b": string "c"}]]"#),
      ("[&a 1, *a, &a 2, *a]", "[int 1, int 1, int 2, int 2]"),
      ("{&a 1: *a}", #"{"1": int 1}"#),
      ("{x: &a 1, *a : y}", #"{"1": string "y", "x": int 1}"#),
      ("[&a !timestamp x, *a]", #"[!timestamp string "x", !timestamp string "x"]"#),
      ("&a {x: &b y, z: *b}", #"{"x": string "y", "z": string "y"}"#),
      ("[&a , *a]", "[null, null]"),
    ]
  )
  func values(text: String, meaning: String) throws {
    #expect(contents(try tree(text, .yaml)) == meaning)
  }

  @Test("An aliased value has its original position and its own key position")
  func places() throws {
    let tree = try tree("a: &x {k: 1}\nb: *x\n", .yaml)
    #expect(
      outline(tree) == [
        "/ key 1:1 value 1:1", "/a key 1:1 value 1:4", "/a/k key 1:8 value 1:11",
        "/b key 2:1 value 1:4", "/b/k key 1:8 value 1:11",
      ]
    )
  }

  @Test(
    "Merged keys have lower precedence than the map's own keys",
    arguments: [
      ("<<: *a", #"{"k": int 1, "l": int 2}"#),
      ("{<<: *a, k: own}", #"{"k": string "own", "l": int 2}"#),
      ("{k: own, <<: *a}", #"{"k": string "own", "l": int 2}"#),
      ("{<<: [*a, *b]}", #"{"k": int 1, "l": int 2, "m": int 4}"#),
      ("{<<: [*b, *a]}", #"{"k": int 1, "l": int 3, "m": int 4}"#),
      ("{<<: {x: 1}, y: 2}", #"{"x": int 1, "y": int 2}"#),
      (
        "{<<: [*a, {k: 9, x: &n {y: *a}}], z: *n}",
        #"{"k": int 1, "l": int 2, "x": {"y": {"k": int 1, "l": int 2}}, "#
          + #""z": {"y": {"k": int 1, "l": int 2}}}"#
      ),
      ("{<<: []}", "{}"),
      ("{\"<<\": *a}", #"{"<<": {"k": int 1, "l": int 2}}"#),
      ("{'<<': 1}", #"{"<<": int 1}"#),
      ("{k: {<<: *a}, <<: *b}", #"{"k": {"k": int 1, "l": int 2}, "l": int 3, "m": int 4}"#),
    ]
  )
  func merges(text: String, meaning: String) throws {
    let body = text.hasPrefix("<<") ? "\n  \(text)" : " \(text)"
    let tree = try tree("a: &a {k: 1, l: 2}\nb: &b {l: 3, m: 4}\nc:\(body)\n", .yaml)
    #expect(contents(try #require(tree["c"])) == meaning)
  }

  @Test("A map with merged keys can be merged again")
  func mergedAgain() throws {
    let tree = try tree("a: &a {k: 1}\nb: &b {<<: *a, l: 2}\nc: {<<: *b, m: 3}\n", .yaml)
    #expect(contents(try #require(tree["c"])) == #"{"k": int 1, "l": int 2, "m": int 3}"#)
  }

  @Test(
    "All wrong aliases are reported with a correction",
    arguments: [
      (
        "foods: &foods []\na: *food\nb: *x\n",
        """
        a:2:4: error: the alias *food has no anchor &food before it; did you mean "foods"? [undefined-alias]
        a:3:4: error: the alias *x has no anchor &x before it; known anchors: &foods \
        [undefined-alias]
        """
      ),
      (
        "a: *x\n*x : 1\n<<: *x\nb: {<<: [*x]}\nc: &x 1\n",
        """
        a:1:4: error: the alias *x has no anchor &x before it [undefined-alias]
        a:2:1: error: the alias *x has no anchor &x before it [undefined-alias]
        a:3:5: error: the alias *x has no anchor &x before it [undefined-alias]
        a:4:10: error: the alias *x has no anchor &x before it [undefined-alias]
        """
      ),
      (
        "a: &a\n  b: [*a]\n",
        "a:2:7: error: the alias *a is inside the value of its anchor &a; a value cannot contain "
          + "itself [recursive-alias]"
      ),
      (
        "a: &a {<<: *a}\n",
        "a:1:12: error: the alias *a is inside the value of its anchor &a; a value cannot contain "
          + "itself [recursive-alias]"
      ),
      (
        "a: &a [1]\nb: {<<: *a}\n",
        "a:2:9: error: expected the alias of a map, or a list of such aliases, after \"<<\", found "
          + "a list; quote \"<<\" to use it as a key [invalid-merge]"
      ),
      (
        "b: {<<: 1, c: 1, c: 2}\nd: &d x\ne: {<<: [*d]}\n",
        """
        a:1:9: error: expected the alias of a map, or a list of such aliases, after "<<", found a \
        single value; quote "<<" to use it as a key [invalid-merge]
        a:1:18: error: duplicate key "c" in this map; rename or remove one of the two [duplicate-key]
        a:1:12: note: first defined here
        a:3:10: error: expected the alias of a map, or a list of such aliases, after "<<", found a \
        single value; quote "<<" to use it as a key [invalid-merge]
        """
      ),
      (
        "b: {<<: [[1]]}\n",
        "a:1:10: error: the list that \"<<\" merges contains a list; only maps can be merged "
          + "[invalid-merge]"
      ),
      (
        "a: &a {}\nb:\n  <<: *a\n  <<: *a\n",
        """
        a:4:3: error: duplicate merge key "<<" in this map; merge a list instead, as in <<: [*a, \
        *b] [duplicate-key]
        a:3:3: note: first defined here
        """
      ),
      (
        "a: &a [1]\n*a : 1\n",
        "a:2:1: error: expected a key, found a list; a key is text, so put a value that begins "
          + "with \"[\" in quotes [non-scalar-key]"
      ),
    ]
  )
  func findings(text: String, expected: String) {
    #expect(TaneFormatsTests.findings(text, .yaml) == expected)
  }

  @Test("Multiplying aliases are rejected before they are expanded")
  func bomb() {
    var text = "a: &a [x,x,x,x,x,x,x,x,x]\n"
    for (name, previous) in zip("bcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxy") {
      text +=
        "\(name): &\(name) [*\(previous),*\(previous),*\(previous),*\(previous),*\(previous)]\n"
    }
    // Expanded, they would not fit into the memory of any machine.
    #expect(
      TaneFormatsTests.findings(text, .yaml)
        == "a:8:20: error: with the alias *g, the aliases of this file expand to more than "
        + "1,000,000 values; write large data without aliases [alias-expansion]"
    )
  }

  @Test("Multiplying merge keys are rejected")
  func mergeBomb() {
    let entries = (0..<2_000).map { "k\($0): 1" }.joined(separator: ", ")
    let merges = Array(repeating: "*a", count: 2_000).joined(separator: ", ")
    #expect(
      TaneFormatsTests.findings("a: &a {\(entries)}\nb: {<<: [\(merges)]}\n", .yaml).hasSuffix(
        "with the alias *a, the aliases of this file expand to more than 1,000,000 values; write "
          + "large data without aliases [alias-expansion]"
      )
    )
  }

  @Test("Aliases that nest ever deeper are rejected at the limit of levels")
  func depth() {
    var text = "a0: &a0 []\n"
    for level in 1...600 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(
      TaneFormatsTests.findings(text, .yaml)
        == "a:513:14: error: lists and maps are nested more than 512 levels deep; "
        + "flatten the data [too-many-levels]"
    )
  }
}
