import TaneCore
import TaneFormats
import Testing

@Suite("Editing YAML in place")
struct YAMLEditTests {
  /// Edits a text so that it contains another tree, and checks that the result is read back.
  private func edit(_ text: String, to new: TreeLiteral) throws -> (text: String, isInPlace: Bool) {
    let old = try #require(YAMLReader().read(Array(text.utf8), named: "a.yaml").tree)
    let result = YAMLEdit.edit(Array(text.utf8), from: old, to: Tree(new))
    let edited = String(decoding: result.text, as: UTF8.self)
    #expect(YAMLReader().read(result.text, named: "a.yaml").tree == Tree(new), "\(edited)")
    return (edited, result.isInPlace)
  }

  private func expect(_ text: String, to new: TreeLiteral, gives expected: String) throws {
    let result = try edit(text, to: new)
    #expect(result.text == expected)
    #expect(result.isInPlace)
  }

  @Test("Changing a value keeps the comments and spelling around it")
  func values() throws {
    try expect(
      """
      # shops of the demo
      - id: 0x10 # sixteen
        name: "麺屋"   # the first
        open: yes
        tags: [a, "b", c]

      # the second
      - { id: 2, name: 'x' }

      """,
      to: [
        ["id": 16, "name": "麺屋: 本店", "open": "yes", "tags": ["a", "b, d", "c"]],
        ["id": 3, "name": "x"],
      ],
      gives: """
        # shops of the demo
        - id: 0x10 # sixteen
          name: "麺屋: 本店"   # the first
          open: yes
          tags: [a, 'b, d', c]

        # the second
        - { id: 3, name: 'x' }

        """
    )
  }

  @Test("Entries are added to a map or list in brackets without changing its lines and comments")
  func flowEntries() throws {
    try expect(
      """
      c: {
        z: 1, # first
        y: two # second
      }
      list: [
        a, # one
        {b: }, # two
      ]
      n: {k: , l: 1}

      """,
      to: [
        "c": ["y": "three", "z": 1, "yes": true, "zz": ["x, y"]],
        "list": ["a", ["b": 5, "d": 6], 7],
        "n": ["k": 4, "l": 1, "m": .null],
      ],
      gives: """
        c: {
          z: 1, zz: ['x, y'], # first
          y: three, "yes": true # second
        }
        list: [
          a, # one
          {b: 5, d: 6}, 7, # two
        ]
        n: {k: 4, l: 1, m: null}

        """
    )
  }

  @Test("Entries are inserted behind the previous one and removed with their lines")
  func entries() throws {
    try expect(
      """
      b: 1 # one
      # about d
      d:
        x: |
          two
          lines

      e:
      """,
      to: [
        "a": [1, 2], "b": 1, "c": "new", "d": ["x": "two\nlines\n", "y": ["k": true]], "e": 5,
      ],
      gives: """
        b: 1 # one
        c: new
        # about d
        d:
          x: |
            two
            lines
          y:
            k: true

        e: 5
        a:
          - 1
          - 2
        """
    )
    try expect(
      "- a: 1\n  b: 2 # two\n  c: 3\n- 4\n- 5\n",
      to: [["b": 2], 4],
      gives: "- b: 2 # two\n- 4\n"
    )
    try expect(
      "- 1 # one\n",
      to: [1, ["a": 1, "b": [2]]],
      gives: "- 1 # one\n- a: 1\n  b:\n    - 2\n"
    )
    try expect("x: {a: 1}\n", to: ["x": ["a": 1, "b": "t,u"]], gives: "x: {a: 1, b: 't,u'}\n")
  }

  @Test("A scalar can be replaced by a map and a map by a scalar")
  func kinds() throws {
    try expect(
      "a: 1 # one\nb:\n  c: 2\n",
      to: ["a": ["x": 1], "b": .null],
      gives: "a:\n  x: 1 # one\nb: null\n"
    )
    try expect("- 1\n- a: 2\n", to: [["k": "v"], "text"], gives: "- k: v\n- text\n")
    try expect("7\n", to: "text\nof lines", gives: "|-\n  text\n  of lines\n")
  }

  @Test(
    "Aliases and merged entries are overridden if equivalent, otherwise all is rewritten"
  )
  func anchors() throws {
    try expect(
      "base: &b { x: 1 }\nshop:\n  <<: *b\n  y: 2\n",
      to: ["base": ["x": 1], "shop": ["x": 5, "y": 2]],
      gives: "base: &b { x: 1 }\nshop:\n  <<: *b\n  y: 2\n  x: 5\n"
    )
    let shared = try edit(
      "a: &v # shared\n  x: 1\nb: *v\n",
      to: ["a": ["x": 2], "b": ["x": 1]]
    )
    #expect(shared.text == "a:\n  x: 2\nb:\n  x: 1\n")
    #expect(!shared.isInPlace)
  }

  @Test(
    "Any tree can be changed into any other, mostly in place",
    arguments: 0..<200 as Range<UInt64>
  )
  func any(seed: UInt64) throws {
    var random = RandomTree(seed: seed, isYAML: true)
    let (old, new) = (random.tree(), random.tree())
    let text = Array(YAMLWriter().write(old).utf8)
    let read = try #require(YAMLReader().read(text, named: "a.yaml").tree)
    let result = YAMLEdit.edit(text, from: read, to: new)
    #expect(YAMLReader().read(result.text, named: "a.yaml").tree == new)
  }
}
