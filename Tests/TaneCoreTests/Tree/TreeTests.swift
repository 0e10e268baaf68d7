import Testing

@testable import TaneCore

@Suite("Trees")
struct TreeTests {
  @Test("A tree stores and returns every kind of value")
  func values() {
    let tree: Tree = Tree([
      "null": nil, "bool": true, "integer": 9_223_372_036_854_775_807, "double": 0.5,
      "decimal": .decimal("18446744073709551616"), "string": "麺屋", "list": [1, "two"], "map": [:],
    ])
    #expect(tree["null"]?.isNull == true)
    #expect(tree["bool"]?.bool == true)
    #expect(tree["integer"]?.integer == .max)
    #expect(tree["double"]?.double == 0.5)
    #expect(tree["decimal"]?.decimal == "18446744073709551616")
    #expect(tree["string"]?.string == "麺屋")
    #expect(tree["list"]?[1].string == "two")
    #expect(tree["list"]?["1"]?.string == "two")
    #expect(tree["list"]?["01"] == nil)
    #expect(tree["map"]?.children.count == 0)
    #expect(tree["missing"] == nil)
    #expect(tree[TreePath(["list", "0"])]?.integer == 1)
    #expect(tree.leafCount == 8)
    #expect(tree.depth == 3)
  }

  @Test("The children of a map are in key order")
  func order() {
    let tree = Tree(["b": 1, "10": 2, "a": 3, "9": 4, "-1": 5, "": 6])
    #expect(tree.children.map(\.key) == ["-1", "9", "10", "", "a", "b"])
    #expect(tree[""]?.integer == 6)
  }

  @Test("Every key of a large map is found")
  func search() {
    let tree = Tree(.map((0..<1000).map { ("key\($0 &* 7919 % 1000)", .integer(Int64($0))) }))
    #expect((0..<1000).allSatisfy { tree["key\($0)"] != nil })
  }

  @Test("The first of two entries with one key is kept, and both positions are reported")
  func duplicates() {
    var builder = TreeBuilder()
    builder.beginMap()
    for (offset, key) in ["b", "a", "b"].enumerated() {
      builder.offset = UInt32(offset)
      builder.setKey(key)
      builder.append(Int64(offset))
    }
    builder.endContainer()
    #expect(builder.duplicateKeys.map(\.key) == ["b"])
    #expect(builder.duplicateKeys.map(\.firstOffset) == [0])
    #expect(builder.duplicateKeys.map(\.secondOffset) == [2])
    let tree = builder.finish()
    #expect(tree == Tree(["a": 1, "b": 0]))
  }

  @Test("A finished value is appended again without copying its content")
  func anchors() {
    var builder = TreeBuilder()
    builder.beginList()
    builder.append(.map([("x", 1), ("y", 2)]))
    let anchor = builder.lastValue
    #expect(anchor.nodeCount == 3)
    #expect(anchor.depth == 2)
    builder.append(anchor)
    builder.beginMap()
    builder.setKey("y")
    builder.append(Int64(3))
    builder.mergeEntries(of: [anchor])
    builder.endContainer()
    builder.endContainer()
    let tree = builder.finish()
    #expect(tree == Tree([["x": 1, "y": 2], ["x": 1, "y": 2], ["x": 1, "y": 3]]))
  }

  @Test("A copied tree keeps the position of every node")
  func positions() {
    var lines = LineIndex()
    lines.note(line: 2, start: 10)
    var builder = TreeBuilder()
    builder.file = builder.addSource(SourceFile(name: "shops.yaml", lines: lines))
    builder.beginMap()
    builder.offset = 12
    builder.setKey("name")
    builder.offset = 18
    builder.append("麺屋")
    builder.endContainer()
    let tree = builder.finish()

    var copy = TreeBuilder()
    _ = copy.addSource(SourceFile(name: "other.yaml", lines: LineIndex()))
    copy.append(tree)
    let name = copy.finish()["name"]
    #expect(name?.keyPosition == SourcePosition(file: "shops.yaml", line: 2, column: 3))
    #expect(name?.position == SourcePosition(file: "shops.yaml", line: 2, column: 9))
    #expect(Tree(["a": 1])["a"]?.position == nil)
  }

  @Test("Numbers compare by value, and whole numbers are never rounded")
  func numbers() {
    #expect(Tree(1) == Tree(1.0))
    #expect(Tree(.integer(9_007_199_254_740_993)) != Tree(9_007_199_254_740_992.0))
    #expect(Tree(.integer(.max)) != Tree(9_223_372_036_854_775_807.0))
    #expect(Tree(.integer(.min)) == Tree(-9_223_372_036_854_775_808.0))
    #expect(Tree(.double(.nan)) == Tree(.double(.nan)))
    #expect(Tree(1) != Tree(true))
    #expect(Tree("1") != Tree(1))
    #expect(Tree([]) != Tree([:]))
  }

  @Test("An overlay merges two trees node by node")
  func overlay() {
    let base = Tree(["a": ["x": 1, "y": 2], "b": [1, 2, 3], "c": "gone", "d": 4])
    let upper = Tree(["a": ["y": 9], "b": ["1": "two"], "c": nil, "e": 5])
    #expect(
      base.overlaid(by: upper)
        == Tree([
          "a": ["x": 1, "y": 9], "b": [1, "two", 3], "c": nil, "d": 4, "e": 5,
        ])
    )
    #expect(Tree([1, 2, 3]).overlaid(by: Tree([9])) == Tree([9, 2, 3]))
    #expect(Tree([1]).overlaid(by: Tree(["0": 9, "2": 3])) == Tree(["0": 9, "2": 3]))
  }

  @Test("A node takes 28 bytes")
  func footprint() {
    #expect(MemoryLayout<NodeRecord>.stride == 28)
  }

  @Test("Repeated reservations rarely move memory")
  func roomForMany() {
    var builder = TreeBuilder()
    var capacities: Set<Int> = []
    builder.beginList()
    for _ in 0..<300 {
      builder.beginList()
      for number in 0..<200 {
        builder.append(Int64(number))
        if number == 100 { builder.reserve(moreChildren: 99) }
      }
      builder.endContainer()
      capacities.insert(builder.nodes.capacity)
    }
    builder.endContainer()
    #expect(capacities.count < 30)
  }

  @Test("Reserving room for children moves no memory while they are appended")
  func room() {
    var builder = TreeBuilder()
    func appendRecord(_ number: Int) {
      builder.setKey("k\(number)")
      builder.beginMap()
      builder.setKey("name")
      builder.append("record \(number)")
      builder.endContainer()
    }
    func places() -> [UnsafeRawPointer?] {
      [
        builder.nodes.withUnsafeBytes(\.baseAddress),
        builder.pending.withUnsafeBytes(\.baseAddress),
        builder.text.withUnsafeBytes(\.baseAddress),
      ]
    }
    builder.beginMap()
    builder.reserve(moreChildren: 10)
    for number in 0..<1000 { appendRecord(number) }
    builder.reserve(moreChildren: 9000)
    let before = places()
    for number in 1000..<10000 { appendRecord(number) }
    builder.endContainer()
    #expect(places() == before)
    let tree = builder.finish()
    #expect(tree.children.count == 10000)
    #expect(tree["k9999"]?["name"]?.string == "record 9999")
  }

  @Test("Very many keys are sorted, and the first of equal keys is kept")
  func manyKeys() {
    func built(_ keys: [String]) -> (tree: Tree, duplicates: [String]) {
      var builder = TreeBuilder()
      builder.beginMap()
      for (index, key) in keys.enumerated() {
        builder.setKey(key)
        builder.append(Int64(index))
      }
      builder.endContainer()
      let duplicates = builder.duplicateKeys.map(\.key)
      return (builder.finish(), duplicates)
    }
    // A thousand of these keys at a time have the same first eight bytes.
    let keys = (0..<6000).map { "user" + String(1_000_000 + $0) }
    #expect(built(keys).tree.children.map(\.key) == keys)
    #expect(built(keys).tree["user1004999"] == Tree(4999))
    #expect(built(keys.reversed()).tree.children.map(\.key) == keys)
    let twice = built(keys + ["user1005999"])
    #expect(twice.duplicates == ["user1005999"])
    #expect(twice.tree.children.map(\.key) == keys)
    #expect(twice.tree["user1005999"] == Tree(5999))
  }
}
