import TaneCore
import TaneFormats
import Testing

@Suite("Editing YAML and JSON in place")
struct InPlaceEditTests {
  private static func read(_ text: [UInt8], as format: TreeFormat) -> Tree? {
    format == .json
      ? JSONReader().read(text, named: "a.json").tree
      : YAMLReader().read(text, named: "a.yaml").tree
  }

  /// Edits a text so that it contains another tree, and checks that the result is read back.
  private func edit(
    _ text: String,
    as format: TreeFormat = .yaml,
    to new: TreeLiteral
  ) throws -> (text: String, result: InPlaceEdit.Result) {
    let old = try #require(Self.read(Array(text.utf8), as: format))
    let result = InPlaceEdit.edit(Array(text.utf8), as: format, from: old, to: Tree(new))
    let edited = String(decoding: result.text, as: UTF8.self)
    #expect(Self.read(result.text, as: format) == Tree(new), "\(edited)")
    return (edited, result)
  }

  private func expect(
    _ text: String,
    as format: TreeFormat = .yaml,
    to new: TreeLiteral,
    gives expected: String,
    losing lostCommentCount: Int = 0
  ) throws {
    let (text, result) = try edit(text, as: format, to: new)
    #expect(text == expected)
    #expect(result.isInPlace)
    #expect(result.lostCommentCount == lostCommentCount)
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
          z: 1, # first
          zz: ['x, y'],
          y: three, # second
          "yes": true
        }
        list: [
          a, # one
          {b: 5, d: 6}, # two
          7,
        ]
        n: {k: 4, l: 1, m: null}

        """
    )
  }

  @Test("The elements of a list keep their comments when others are added, removed or moved")
  func lists() throws {
    let shops = """
      # the shops
      - id: a # first
        name: "A"
      # the second
      - id: b
        name: 'B'

      # the third
      - { id: c, name: C } # in brackets

      """
    try expect(
      "shops:\n" + shops,
      to: [
        "shops": [
          ["id": "x"], ["id": "a", "name": "A"], ["id": "b", "name": "B!"],
          ["id": "c", "name": "C"], ["id": "y"],
        ]
      ],
      gives: """
        shops:
        - id: x
        # the shops
        - id: a # first
          name: "A"
        # the second
        - id: b
          name: B!

        # the third
        - { id: c, name: C } # in brackets
        - id: y

        """
    )
    try expect(
      shops,
      to: [["id": "b", "name": "B"], ["id": "c", "name": "C", "n": 1]],
      gives: """
        # the shops
        # the second
        - id: b
          name: 'B'

        # the third
        - { id: c, n: 1, name: C } # in brackets

        """,
      losing: 1
    )
    try expect(
      shops,
      to: [
        ["id": "c", "name": "C"], ["id": "a", "name": "A"], ["id": "b", "name": "B", "n": 2],
      ],
      gives: """
        # the third
        - { id: c, name: C } # in brackets
        # the shops
        - id: a # first
          name: "A"
        # the second
        - id: b
          n: 2
          name: 'B'

        """
    )
  }

  @Test("The comment above the first element stays there if the others have none")
  func headers() throws {
    try expect(
      "# all\n- a # one\n\n- b\n\n- c\n",
      to: ["x", "a", "y", "c"],
      gives: "# all\n- x\n\n- a # one\n\n- y\n\n- c\n"
    )
    try expect("# all\n- a\n\n- b\n\n- c\n", to: ["a", "c"], gives: "# all\n- a\n\n- c\n")
    try expect("# all\n- a\n\n- b\n\n- c\n", to: ["b", "c"], gives: "# all\n- b\n\n- c\n")
  }

  @Test("Lists in lists and in brackets are edited as well")
  func nested() throws {
    try expect(
      "- - a # one\n  - b\n  - c\n- [1, 0x2, 3] # numbers\n",
      to: [["x", "b", "c", "d"], [0, 2, 3, 4]],
      gives: "- - x # one\n  - b\n  - c\n  - d\n- [0, 0x2, 3, 4] # numbers\n"
    )
    try expect("- - a\n  - b\n- c\n", to: [["b"], "c"], gives: "- - b\n- c\n")
    try expect(
      "- - a\n  - b\n- c\n",
      to: [["x", "a", "b"], "c"],
      gives: "- - x\n  - a\n  - b\n- c\n"
    )
    try expect("x: ['a', b, c]\n", to: ["x": ["b", "c", "a"]], gives: "x: [b, c, 'a']\n")
    try expect("x: ['a', b, c]\n", to: ["x": ["c"]], gives: "x: [c]\n")
    try expect(
      "x: [\n  a, # one\n  b, # two\n  c # three\n]\n",
      to: ["x": ["a", "d"]],
      gives: "x: [\n  a, # one\n  d # two\n]\n",
      losing: 1
    )
  }

  @Test("A file with Windows line endings keeps them")
  func lineEndings() throws {
    try expect(
      "a:\r\n  - x: 1\r\n  - y: 2\r\nb: 1\r\n",
      to: ["a": [["z": [1, 2]], ["y": 2], ["x": 1]], "b": 1, "c": ["d": 1]],
      gives:
        "a:\r\n  - z:\r\n      - 1\r\n      - 2\r\n  - y: 2\r\n  - x: 1\r\nb: 1\r\nc:\r\n  d: 1\r\n"
    )
  }

  @Test("A byte order mark, comments of elements and escaped surrogates do not prevent an edit")
  func oddities() throws {
    try expect(
      "\u{FEFF}a: 1 # one\nb: 2 # two\n",
      to: ["a": 1, "b": 5],
      gives: "\u{FEFF}a: 1 # one\nb: 5 # two\n"
    )
    try expect(
      "- id: x # X\n  v: \"1\"\n- # about y\n  id: y # Y\n- {id: z} # Z\n",
      to: [["id": "x", "v": "7"], ["id": "y"], ["id": "z"]],
      gives: "- id: x # X\n  v: \"7\"\n- # about y\n  id: y # Y\n- {id: z} # Z\n"
    )
    try expect(
      "a: | # about a\n  x\nb: x # two\n",
      to: ["a": "new", "b": "n\nb\n"],
      gives: "a: new\nb: \"n\\nb\\n\" # two\n",
      losing: 1
    )
    try expect(
      #"{"a": "\ud83c\udf89", "c": 1.50, "b": "x"}"#,
      as: .json,
      to: ["a": "🎉", "b": "y", "c": 1.5],
      gives: #"{"a": "\ud83c\udf89", "c": 1.50, "b": "y"}"#
    )
  }

  @Test("Removed lines of a file with Windows line endings leave no line break")
  func removedLines() throws {
    try expect(
      "- a\r\n\r\n- b # two\r\n\r\n- c\r\n",
      to: ["a", "c"],
      gives: "- a\r\n\r\n- c\r\n",
      losing: 1
    )
    try expect("- a\r\n\r\n- b\r\n", to: ["b"], gives: "- b\r\n")
    try expect(
      "[\r\n  1,\r\n  2,\r\n  3\r\n]\r\n",
      as: .json,
      to: [1, 3, 4],
      gives: "[\r\n  1,\r\n  3,\r\n  4\r\n]\r\n"
    )
  }

  @Test("JSON keeps its layout")
  func json() throws {
    try expect(
      """
      {
          "shops": [
              {"id": 1, "name": "caf\\u00e9", "tags": ["a", "b"]},
              {"id": 2, "rate": 1.50}
          ],
          "empty": {}, "last": true
      }

      """,
      as: .json,
      to: [
        "empty": ["x": 1], "last": ["y": [1, "z"]],
        "shops": [
          ["id": 0, "tags": ["a"]], ["id": 1, "name": "café", "tags": ["a", "b", "c"]],
          ["id": 2, "rate": 1.5, "n": .null],
        ],
      ],
      gives: """
        {
            "shops": [
                {
                    "id": 0,
                    "tags": [
                        "a"
                    ]
                },
                {"id": 1, "name": "caf\\u00e9", "tags": ["a", "b", "c"]},
                {"id": 2, "n": null, "rate": 1.50}
            ],
            "empty": {
                "x": 1
            }, "last": {
                "y": [
                    1,
                    "z"
                ]
            }
        }

        """
    )
    try expect("{\"a\":1,\"b\":[1,2]}", as: .json, to: ["b": [2]], gives: "{\"b\":[2]}")
    try expect(
      "[\n\t1,\n\t2,\n\t3\n]\n",
      as: .json,
      to: [1, ["k": 2]],
      gives: "[\n\t1,\n\t{\n\t\t\"k\": 2\n\t}\n]\n"
    )
    try expect(
      "[\n\t1,\n\t2,\n\t3\n]\n",
      as: .json,
      to: [2, 4, 5],
      gives: "[\n\t2,\n\t4,\n\t5\n]\n"
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
    #expect(!shared.result.isInPlace)
    #expect(shared.result.lostCommentCount == 1)
    let empty = try edit("# one\n# two # 2\n", to: ["a": 1])
    #expect(empty.text == "a: 1\n")
    #expect(empty.result.lostCommentCount == 2)
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
    let result = InPlaceEdit.edit(text, from: read, to: new)
    #expect(YAMLReader().read(result.text, named: "a.yaml").tree == new)
  }
}
