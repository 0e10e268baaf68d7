import TestSupport
import TaneCore
import Testing

@Suite("Trees encoded as bytes")
struct TreeBytesTests {
  private func bytes(of tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    tree.forEachByteChunk { bytes += $0 }
    return bytes
  }

  @Test("A tree of any kind, tag and size is unchanged after encoding and decoding")
  func roundTrip() throws {
    let long = String(repeating: "あ", count: 50_000)
    let trees: [Tree] = [
      .null, Tree(true), Tree(false), Tree(0), Tree(-1), Tree(.integer(.max)), Tree(.integer(.min)),
      Tree(.double(-0.5)), Tree(.double(.infinity)), Tree(.double(.nan)), Tree(""), Tree("麺屋"),
      Tree(.string(long)), Tree([]), Tree(.map([])),
      Tree(["": 1, "a": [1, ["b": .string(long)], .null], "10": "x", "9": "y"]),
    ]
    for tree in trees {
      let copy = try #require(Tree(bytes: bytes(of: tree)))
      #expect(copy == tree)
      #expect(bytes(of: copy) == bytes(of: tree))
    }
    var builder = TreeBuilder()
    builder.beginList()
    builder.appendDecimal("123456789012345678901234567890")
    for tag in NodeTag.allCases where tag != .expression { builder.append("x", tag: tag) }
    builder.endContainer()
    let tagged = builder.finish()
    let copy = try #require(Tree(bytes: bytes(of: tagged)))
    #expect(copy == tagged)
    #expect(copy.children.map(\.tag) == tagged.children.map(\.tag))
  }

  @Test("Equal numbers have equal bytes on request, and decode to equal trees")
  func equalNumbers() throws {
    func bytes(_ literals: [TreeLiteral]) -> [UInt8] {
      var bytes: [UInt8] = []
      let tree = Tree(["0": "other", "a": .list(literals)])
      tree.forEachByteChunk(ofEntries: 1..<2, withEqualNumbers: true) { bytes += $0 }
      return bytes
    }
    let integers = bytes([1, 0, 0.5, .integer(1 << 53), "1"])
    #expect(bytes([1.0, -0.0, 0.5, .double(0x1p53), "1"]) == integers)
    #expect(bytes([1.0, 0, 0.25, .double(0x1p53), "1"]) != integers)
    #expect(bytes([1.0, 0, 0.5, .double(0x1p53), 1]) != integers)
    let decoded = try #require(Tree(bytes: integers))
    #expect(decoded["a"]?.children.map(\.kind) == [.integer, .integer, .double, .integer, .string])
  }

  @Test("Random trees are decoded from within other bytes")
  func parts() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let tree = Tree(RandomTree.literal(&random, depth: 4))
      let own = bytes(of: tree)
      #expect(Tree(bytes: [7, 7] + own + [7], from: 2, to: own.count + 2) == tree)
    }
  }

  @Test("Invalid bytes are rejected and decoding always ends")
  func others() {
    let own = bytes(of: Tree(["a": [1, 2.5, "text", true], "b": ["c": .null]]))
    for count in own.indices { #expect(Tree(bytes: Array(own[..<count])) == nil) }
    #expect(Tree(bytes: own + [0]) == nil)
    var random = SeededGenerator(seed: 12)
    for _ in 0..<2_000 {
      var other = own
      for _ in 0..<3 {
        other[.random(in: 0..<other.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      // Decoding terminates, even if it fails.
      _ = Tree(bytes: other)?.leafCount
    }
    // A list with a huge element count, and lists nested without end.
    #expect(Tree(bytes: [0x60, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]) == nil)
    #expect(Tree(bytes: [UInt8](repeating: 0x60, count: 100_000)) == nil)
    #expect(Tree(bytes: (0..<100_000).flatMap { _ in [0x60, 0x01] as [UInt8] }) == nil)
  }
}
