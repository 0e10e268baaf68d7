import TaneCore
import Testing

@Suite("JSON patches")
struct JSONPatchTests {
  /// An example of RFC 6902, appendix A; without a result if the patch must fail.
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let document: TreeLiteral
    let patch: TreeLiteral
    let result: TreeLiteral?

    var testDescription: String { name }
  }

  private static let operations: [Example] = [
    Example(
      name: "A.1 adding an object member",
      document: ["foo": "bar"],
      patch: [["op": "add", "path": "/baz", "value": "qux"]],
      result: ["baz": "qux", "foo": "bar"]
    ),
    Example(
      name: "A.2 adding an array element",
      document: ["foo": ["bar", "baz"]],
      patch: [["op": "add", "path": "/foo/1", "value": "qux"]],
      result: ["foo": ["bar", "qux", "baz"]]
    ),
    Example(
      name: "A.3 removing an object member",
      document: ["baz": "qux", "foo": "bar"],
      patch: [["op": "remove", "path": "/baz"]],
      result: ["foo": "bar"]
    ),
    Example(
      name: "A.4 removing an array element",
      document: ["foo": ["bar", "qux", "baz"]],
      patch: [["op": "remove", "path": "/foo/1"]],
      result: ["foo": ["bar", "baz"]]
    ),
    Example(
      name: "A.5 replacing a value",
      document: ["baz": "qux", "foo": "bar"],
      patch: [["op": "replace", "path": "/baz", "value": "boo"]],
      result: ["baz": "boo", "foo": "bar"]
    ),
    Example(
      name: "A.6 moving a value",
      document: ["foo": ["bar": "baz", "waldo": "fred"], "qux": ["corge": "grault"]],
      patch: [["op": "move", "from": "/foo/waldo", "path": "/qux/thud"]],
      result: ["foo": ["bar": "baz"], "qux": ["corge": "grault", "thud": "fred"]]
    ),
    Example(
      name: "A.7 moving an array element",
      document: ["foo": ["all", "grass", "cows", "eat"]],
      patch: [["op": "move", "from": "/foo/1", "path": "/foo/3"]],
      result: ["foo": ["all", "cows", "eat", "grass"]]
    ),
  ]

  private static let edges: [Example] = [
    Example(
      name: "A.8 testing a value: success",
      document: ["baz": "qux", "foo": ["a", 2, "c"]],
      patch: [
        ["op": "test", "path": "/baz", "value": "qux"],
        ["op": "test", "path": "/foo/1", "value": 2],
      ],
      result: ["baz": "qux", "foo": ["a", 2, "c"]]
    ),
    Example(
      name: "A.9 testing a value: error",
      document: ["baz": "qux"],
      patch: [["op": "test", "path": "/baz", "value": "bar"]],
      result: nil
    ),
    Example(
      name: "A.10 adding a nested member object",
      document: ["foo": "bar"],
      patch: [["op": "add", "path": "/child", "value": ["grandchild": [:]]]],
      result: ["foo": "bar", "child": ["grandchild": [:]]]
    ),
    Example(
      name: "A.11 ignoring unrecognized elements",
      document: ["foo": "bar"],
      patch: [["op": "add", "path": "/baz", "value": "qux", "xyz": 123]],
      result: ["foo": "bar", "baz": "qux"]
    ),
    Example(
      name: "A.12 adding to a nonexistent target",
      document: ["foo": "bar"],
      patch: [["op": "add", "path": "/baz/bat", "value": "qux"]],
      result: nil
    ),
    Example(
      name: "A.14 ~ escape ordering",
      document: ["/": 9, "~1": 10],
      patch: [["op": "test", "path": "/~01", "value": 10]],
      result: ["/": 9, "~1": 10]
    ),
    Example(
      name: "A.15 comparing strings and numbers",
      document: ["/": 9, "~1": 10],
      patch: [["op": "test", "path": "/~01", "value": "10"]],
      result: nil
    ),
    Example(
      name: "A.16 adding an array value",
      document: ["foo": ["bar"]],
      patch: [["op": "add", "path": "/foo/-", "value": ["abc", "def"]]],
      result: ["foo": ["bar", ["abc", "def"]]]
    ),
  ]

  @Test("JSON patches give the results of the examples in RFC 6902", arguments: operations + edges)
  func examples(_ example: Example) throws {
    let patch = try JSONPatch(Tree(example.patch))
    if let result = example.result {
      #expect(try patch.apply(to: Tree(example.document)) == Tree(result))
    } else {
      #expect(throws: JSONPatch.Failure.self) { try patch.apply(to: Tree(example.document)) }
    }
  }

  private func listed(_ old: TreeLiteral, _ new: TreeLiteral) -> Tree {
    JSONPatch(from: Tree(old), to: Tree(new)).tree
  }

  @Test("A JSON patch of two trees escapes keys with / and ~")
  func finding() {
    #expect(
      listed(["a/b": 1, "~": [1, 2], "c": 1], ["a/b": 2, "~": [1], "d": nil])
        == Tree([
          ["op": "replace", "path": "/a~1b", "value": 2], ["op": "remove", "path": "/c"],
          ["op": "add", "path": "/d", "value": nil], ["op": "remove", "path": "/~0/1"],
        ])
    )
    #expect(listed(["a": 1], nil) == Tree([["op": "replace", "path": "", "value": nil]]))
    #expect(listed(nil, 1) == Tree([["op": "replace", "path": "", "value": 1]]))
  }

  @Test("Move operations of a JSON patch use the indices at the time of the move")
  func moves() {
    #expect(
      listed(
        [["id": 1], ["id": 2], ["id": 3, "n": 1], ["id": 4]],
        [["id": 3, "n": 2], ["id": 9], ["id": 1], ["id": 4]]
      )
        == Tree([
          ["op": "remove", "path": "/1"], ["op": "move", "from": "/1", "path": "/0"],
          ["op": "add", "path": "/1", "value": ["id": 9]],
          ["op": "replace", "path": "/0/n", "value": 2],
        ])
    )
  }

  @Test(
    "An invalid JSON patch is rejected with the reason",
    arguments: [
      (["op": "add"], "a JSON patch is a list of operations, found a map"),
      ([[:]], "operation 0: expected a string under \"op\""),
      (
        [["op": "set", "path": ""]],
        "operation 0: \"set\" is not an operation; expected add, remove, replace, move, copy or test"
      ),
      ([["op": "remove", "path": "a"]], "operation 0: expected a JSON pointer under \"path\""),
      ([["op": "remove", "path": "/~2"]], "operation 0: expected a JSON pointer under \"path\""),
      ([["op": "add", "path": "/a"]], "operation 0: expected a value under \"value\""),
      (
        [["op": "test", "path": "/a/1", "value": 2], ["op": "remove", "path": "/a/01"]],
        "operation 1: there is nothing at \"/a/01\""
      ),
      (
        [["op": "add", "path": "/a/3", "value": 1]],
        "operation 0: there is nothing at \"/a/3\""
      ),
      (
        [["op": "test", "path": "/a/0", "value": 2]],
        "operation 0: the value at \"/a/0\" is not the one tested for"
      ),
      ([["op": "remove", "path": ""]], "operation 0: the root cannot be removed"),
      (
        [["op": "move", "from": "/a", "path": "/a/0"]],
        "operation 0: \"/a\" cannot move into itself"
      ),
    ] as [(TreeLiteral, String)]
  )
  func failures(_ patch: TreeLiteral, _ message: String) throws {
    let failure = #expect(throws: JSONPatch.Failure.self) {
      try JSONPatch(Tree(patch)).apply(to: Tree(["a": [1, 2]]))
    }
    #expect(failure?.description == message)
  }

  @Test("Changing a copied value leaves the original unchanged")
  func copy() throws {
    let patch = JSONPatch([
      .copy(from: "/a", to: "/b"), .replace("/b/x", Tree(2)), .move(from: "/b", to: "/b"),
    ])
    #expect(try patch.apply(to: Tree(["a": ["x": 1]])) == Tree(["a": ["x": 1], "b": ["x": 2]]))
    #expect(try JSONPatch(patch.tree).tree == patch.tree)
  }
}
