import TaneCore
import TaneProject
import Testing

@Suite("Tags that generate records")
struct RepeatTests {
  @Test("References in deeply nested records are found in one walk")
  func deepReferences() {
    var builder = TreeBuilder()
    for _ in 0..<100 {
      builder.beginMap()
      builder.setKey("a")
    }
    builder.append("reference", tag: .expression)
    for _ in 0..<100 { builder.endContainer() }
    #expect(FixtureReferences.first(in: builder.finish())?.string == "reference")
    #expect(FixtureReferences.first(in: Tree(["a": [1, 2]])) == nil)
  }

  @Test("A !repeat generates a list, or a map if it has a key")
  func records() {
    #expect(Example("!repeat { count: 2, do: x }").json == #"["x","x"]"#)
    #expect(
      Example("!repeat { count: 2, as: n, from: 0, do: { id: !template \"u{n:03}\" } }").json
        == #"[{"id":"u000"},{"id":"u001"}]"#
    )
    let users = Example(
      """
      !repeat
        count: 2
        as: n
        key: "user{n:06}"
        do:
          id: !template { text: "{n+100}", as: integer }
          name: !template "User {n}"
      """
    )
    #expect(users.messages == [])
    #expect(
      users.json
        == #"{"user000001":{"id":101,"name":"User 1"},"user000002":{"id":102,"name":"User 2"}}"#
    )
    #expect(
      Example(
        "!repeat { count: 2, as: a, do: !repeat { count: 2, as: b, do: !template \"{a}{b}\" } }"
      )
      .json == #"[["11","12"],["21","22"]]"#
    )
  }

  @Test("A template calculates with the counters of nested repeats")
  func calculations() {
    func example(_ template: String) -> Example {
      let inner = "!repeat { count: 2, as: m, from: 0, do: !template \"\(template)\" }"
      return Example("!repeat { count: 2, as: n, do: \(inner) }")
    }
    #expect(example("{n*m}").json == #"[["0","1"],["0","2"]]"#)
    #expect(example("{m*10+n:03}").json == #"[["001","011"],["002","012"]]"#)
    #expect(
      example("{n/m}").messages == [
        "a.yaml:1:72: error: the template \"{n/m}\" divides by the counter \"m\", which is 0 "
          + "[invalid-expression]"
      ]
    )
    #expect(
      example("{n*k}").messages == [
        "a.yaml:1:72: error: the template \"{n*k}\" uses the counter \"k\", but the enclosing "
          + "!repeat has n, m; did you mean \"m\"? [invalid-expression]"
      ]
    )
  }

  @Test("Generated values keep the line that generated them")
  func positions() {
    let tree = Example(
      "list: !repeat\n  count: 2\n  as: n\n  do:\n    a: 1\n    b: !template \"{n}\"\n"
    ).tree
    let positions = ["/list", "/list/1", "/list/1/a", "/list/1/b"].map {
      tree[TreePath(parsing: $0)]?.position?.description
    }
    #expect(positions == ["a.yaml:1:7", "a.yaml:5:5", "a.yaml:5:8", "a.yaml:6:8"])
    #expect(tree[TreePath(parsing: "/list/1/a")]?.keyPosition?.description == "a.yaml:5:5")
  }

  @Test("All mistakes in a !repeat are reported in one run, and in a record only once")
  func misuse() {
    let example = Example(
      """
      a: !repeat 3
      b: !repeat { cont: 3, do: x }
      c: !repeat { count: -1, do: x }
      d: !repeat { count: 3, as: n, do: !template "{m}" }
      e: !template "{n}"
      f: !repeat { count: 2, key: same, do: x }
      g: !repeat { count: 1, as: n, do: !repeat { count: 1, as: n, do: x } }
      h: !template "{n"
      i: !repeat { count: 2, key: [1], do: x }
      """
    )
    let use = "!repeat { count: 3, as: n, do: { name: !template \"user{n}\" } }"
    #expect(
      example.messages == [
        "a.yaml:1:4: error: the tag !repeat expects a map with \"count\" and \"do\", and "
          + "optionally \"as\", \"from\" and \"key\", not 3; for example \(use) [wrong-tag]",
        "a.yaml:2:14: error: unknown key \"cont\" of !repeat (known: count, do, as, from, key); did you mean"
          + " \"count\"? [unknown-key]",
        "a.yaml:2:4: error: !repeat needs the key \"count\"; for example \(use) [missing-value]",
        "a.yaml:3:21: error: \"count\" of !repeat must be a whole number from 0 to 10,000,000, not -1"
          + " [invalid-expression]",
        "a.yaml:4:35: error: the template \"{m}\" uses the counter \"m\", but the enclosing "
          + "!repeat has n; did you mean \"n\"? [invalid-expression]",
        "a.yaml:5:4: error: the template \"{n}\" uses the counter \"n\" outside a !repeat; define "
          + "one with \"as: n\" [invalid-expression]",
        "a.yaml:6:29: error: this !repeat generates the key \"same\" twice; put a counter into its "
          + "key, as in \"key: user{n}\" [duplicate-key]",
        "a.yaml:7:59: error: \"as\" of !repeat must be a name that no enclosing !repeat uses, not "
          + "\"n\" [invalid-expression]",
        "a.yaml:8:4: error: the template \"{n\" has \"{\" without \"}\"; write \"{{\" for a brace"
          + " [invalid-expression]",
        "a.yaml:9:29: error: \"key\" of !repeat must be text, such as \"user{n:06}\"; found a list "
          + "[invalid-expression]",
      ]
    )
  }

  @Test("Each of many generated records equals the record generated by itself")
  func many() {
    func text(_ count: Int, from first: Int) -> String {
      """
      !repeat
        count: \(count)
        as: n
        from: \(first)
        key: "user{n:06}"
        do:
          name: !template "User {n}"
          tags: !pick [[a, b], [c], []]
          visits: !range [1, 500]
      """
    }
    let all = Example(text(3000, from: 1))
    #expect(all.messages == [])
    #expect(all.tree.children.count == 3000)
    let some = Example(text(2, from: 2500))
    for key in ["user002500", "user002501"] {
      #expect(some.tree[key] != nil)
      #expect(all.tree[key] == some.tree[key])
    }
    let last = all.tree["user003000"]
    #expect(last?["name"]?.string == "User 3000")
    #expect(last?["name"]?.position?.description == "a.yaml:7:11")
    #expect(last?["visits"]?.keyPosition?.description == "a.yaml:9:5")
    #expect(last?.position?.description == "a.yaml:7:5")
  }

  @Test("Generation ends at the limit of values before reserving room for all records")
  func room() {
    let body = Array(repeating: "x", count: 40).joined(separator: ", ")
    let example = Example("!repeat { count: 10000000, do: [\(body)] }", limit: 60_000)
    #expect(
      example.messages == [
        "a.yaml:1:78: error: the tags of these fixtures generate more than 60,000 values; lower "
          + "the counts of !repeat [expansion-limit]"
      ]
    )
  }

  @Test("Nested repeats generate no more values than the limit")
  func limit() {
    let example = Example(
      "!repeat { count: 100000, do: !repeat { count: 100000, do: !repeat { count: 9, do: x } } }",
      limit: 1000
    )
    #expect(
      example.messages == [
        "a.yaml:1:83: error: the tags of these fixtures generate more than 1,000 values; lower the "
          + "counts of !repeat [expansion-limit]"
      ]
    )
  }

  @Test("A tag defined by a set is replaced by its definition with overrides")
  func definitions() {
    let example = Example(
      "a: !customer\nb: !customer { rank: S, extra: 1 }\nc: !customer { rank: !customer }\nd: !customer 3\n"
        + "e: !loop\n"
    ) { $0.define(["!customer": "{ name: x, rank: A }", "!loop": "[!loop ]"]) }
    #expect(
      example.json
        == #"{"a":{"name":"x","rank":"A"},"b":{"extra":1,"name":"x","rank":"S"},"#
        + #""c":{"name":"x","rank":{"name":"x","rank":"A"}},"d":null,"e":[null]}"#
    )
    #expect(
      example.messages == [
        "a.yaml:4:4: error: the tag !customer expects nothing or a map of members to change, not "
          + "3; for example !customer { key: value } [wrong-tag]",
        "set.yaml:1:2: error: the definition of !loop includes itself: !loop → !loop [expression-cycle]",
      ]
    )
  }
}
