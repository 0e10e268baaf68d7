import TestSupport
import TaneCore
import Testing

@Suite("Pieces of a large tree")
struct TreeCuttingTests {
  private static func tree(of keys: [Int], _ value: (Int) -> Int = { $0 }) -> Tree {
    func users(_ keys: [Int]) -> TreeLiteral {
      .map(keys.map { ("\($0)", ["name": "名", "of": [.integer(Int64(value($0))), true]]) })
    }
    return Tree(["few": ["a": 1], "users": users(keys), "last": users(Array(keys.prefix(3)))])
  }

  /// Returns the bytes of all pieces by the paths of their maps.
  private func pieces(of tree: Tree) -> [String: [[UInt8]]] {
    let pieces = tree.dividedMaps().map { map in
      let bytes = map.pieces.map { entries in
        var bytes: [UInt8] = []
        map.map.forEachByteChunk(ofEntries: entries) { bytes += $0 }
        return bytes
      }
      return ("\(map.path)", bytes)
    }
    return Dictionary(uniqueKeysWithValues: pieces)
  }

  @Test("Small trees, lists and scalars are not split")
  func none() {
    #expect(Self.tree(of: [1, 2]).dividedMaps().isEmpty)
    #expect(Tree(.list((0..<9000).map { .integer($0) })).dividedMaps().isEmpty)
    #expect(Tree(7).dividedMaps().isEmpty)
  }

  @Test("The pieces of a tree contain every entry once")
  func all() throws {
    let tree = Self.tree(of: Array(0..<5000))
    let maps = tree.dividedMaps()
    #expect(maps.map(\.path) == ["/", "/users"])
    for (map, bytes) in zip(maps, maps.compactMap { pieces(of: tree)["\($0.path)"] }) {
      let entries = try bytes.flatMap { Array(try #require(Tree(bytes: $0)).children) }
      let expected = map.map.children.filter { $0.key != "users" }
      #expect(entries.map(\.key) == expected.map(\.key))
      #expect(zip(entries, expected).allSatisfy { $0 == $1 })
    }
    #expect(maps[1].pieces.count > 5)
  }

  @Test("Editing one entry changes at most two pieces")
  func few() {
    var random = SeededGenerator(seed: 2)
    let before = Set(pieces(of: Self.tree(of: Array(0..<5000)))["/users"] ?? [])
    for _ in 0..<20 {
      let key = Int.random(in: 0..<5000, using: &random)
      for tree in [
        Self.tree(of: Array(0..<5000)) { $0 == key ? -1 : $0 },
        Self.tree(of: (0..<5000).filter { $0 != key }),
      ] {
        let after = Set(pieces(of: tree)["/users"] ?? [])
        #expect((1...2).contains(after.subtracting(before).count))
        #expect(before.subtracting(after).count <= 2)
      }
    }
  }
}
