import TaneCore
import Testing

@Suite("JSON merge patches")
struct JSONMergePatchTests {
  /// The cases of RFC 7396, appendix A: original, patch, result.
  static let examples: [(TreeLiteral, TreeLiteral, TreeLiteral)] = [
    (["a": "b"], ["a": "c"], ["a": "c"]),
    (["a": "b"], ["b": "c"], ["a": "b", "b": "c"]),
    (["a": "b"], ["a": nil], [:]),
    (["a": "b", "b": "c"], ["a": nil], ["b": "c"]),
    (["a": ["b"]], ["a": "c"], ["a": "c"]),
    (["a": "c"], ["a": ["b"]], ["a": ["b"]]),
    (["a": ["b": "c"]], ["a": ["b": "d", "c": nil]], ["a": ["b": "d"]]),
    (["a": [["b": "c"]]], ["a": [1]], ["a": [1]]),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    (["a": "b"], ["c"], ["c"]),
    (["a": "foo"], nil, nil),
    (["a": "foo"], "bar", "bar"),
    (["e": nil], ["a": 1], ["e": nil, "a": 1]),
    ([1, 2], ["a": "b", "c": nil], ["a": "b"]),
    ([:], ["a": ["bb": ["ccc": nil]]], ["a": ["bb": [:]]]),
  ]

  @Test("Merge patches give the results of the examples in RFC 7396", arguments: examples)
  func apply(_ original: TreeLiteral, _ patch: TreeLiteral, _ result: TreeLiteral) {
    #expect(JSONMergePatch(Tree(patch)).apply(to: Tree(original)) == Tree(result))
  }

  @Test("A merge patch contains only changes")
  func finding() throws {
    let patch = try JSONMergePatch(
      from: Tree(["a": ["x": 1, "y": [1, 2]], "b": 1, "n": nil]),
      to: Tree(["a": ["x": 1, "y": [1, nil]], "c": [:], "n": nil])
    )
    #expect(patch.tree == Tree(["a": ["y": [1, nil]], "b": nil, "c": [:]]))
    #expect(try JSONMergePatch(from: Tree(["a": 1]), to: Tree(["a": 1])).tree == Tree(.map([])))
    #expect(try JSONMergePatch(from: Tree(1), to: Tree(1)).tree == Tree(1))
  }

  @Test("A merge patch reports a null that it cannot express")
  func nulls() {
    let failure = #expect(throws: JSONMergePatch.NullMember.self) {
      try JSONMergePatch(from: Tree(["a": 1]), to: Tree(["a": 1, "b": ["c": ["d/e": nil]]]))
    }
    #expect(
      failure?.description
        == "a merge patch cannot set /b/c/d%2Fe to null, because null removes a member; use a JSON "
        + "patch"
    )
  }
}
