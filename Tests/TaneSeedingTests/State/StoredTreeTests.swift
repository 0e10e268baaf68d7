import Foundation
import GRDB
import TaneCore
import TaneFormats
import Testing

@testable import TaneSeeding

@Suite("Encoded trees in plans and the journal")
struct StoredTreeTests {
  @Test(
    "Any tree is unchanged after encoding and decoding, including tags and numbers",
    arguments: [
      "!timestamp 2026-01-31T09:00:00Z", "{a: !bytes aGk=, b: [!reference posts/p1, 1, 1.5, null]}",
      "!geopoint {latitude: 1.5, longitude: -2}", "{n: .nan, p: .inf, m: -.inf}",
      "!server-timestamp",
      "{'!map': 1}", "{'!map': {'!timestamp': x}}", "{'!timestamp': 2026-01-31T09:00:00Z}",
      "{'!double': '.nan'}", "{'!unknown': {a: !timestamp 2026-01-31T09:00:00Z}}", "text", "[]",
      "{}",
    ]
  )
  func roundTrip(text: String) throws {
    let tree = try #require(TreeParser.parse(Array(text.utf8), named: "t", as: .yaml).tree)
    let text = try JSONWriter().write(StoredTree.encoded(tree))
    for bytes in [Array(StoredTree.encode(tree)), Array(text.utf8)] {
      #expect(StoredTree.decode(bytes) == tree, "\(text)")
    }
    #expect(Array(StoredTree.sealed(tree).digest()) == TreeDigest(of: tree).bytes)
  }

  @Test("An encoded tree with a missing or changed byte is rejected")
  func damaged() {
    let tree = Tree(["shops": [["id": 0, "name": "麺屋"], ["id": 1, "name": "Sauna"]]])
    let kept = Array(StoredTree.encode(tree))
    #expect(StoredTree.decode(kept) == tree)
    for index in kept.indices {
      var other = kept
      other[index] ^= 0x10
      #expect(StoredTree.decode(other) == nil)
      #expect(StoredTree.decode(Array(kept[..<index])) == nil)
    }
  }

  @Test(
    "Rows of a tree have the same bytes whether written at once or in pieces",
    arguments: [1, 20_000]
  )
  func rows(count: Int) throws {
    let tree = Tree(.list((0..<count).map { ["id": .integer(Int64($0)), "name": "麺屋"] }))
    let changes = [
      StoredChange(path: "/a", old: nil, new: Tree("x"), unit: "/a"),
      StoredChange(path: "/b", old: Tree(["c": 1]), new: tree, unit: "/b"),
      StoredChange(path: "/c", old: tree, new: nil, unit: "/c"),
    ]
    let sealed = StoredChange.sealed(changes)
    let digest = sealed.digest()
    let bytes = try DatabaseQueue().write { database in
      try database.execute(sql: "CREATE TABLE kept (id INTEGER PRIMARY KEY, content BLOB)")
      // The second insertion replaces the first.
      for _ in 0..<2 {
        try sealed.insert(
          into: "kept",
          statement: "INSERT OR REPLACE",
          values: ["id": 7],
          column: "content",
          after: digest,
          in: database
        )
      }
      return try Data.fetchAll(database, sql: "SELECT content FROM kept WHERE id = 7")
    }
    #expect(bytes == [sealed.data(behind: digest)])
    let read = try #require(StoredChange.decode(Array(bytes[0])))
    #expect(read.map(\.path) == ["/a", "/b", "/c"])
    #expect(read.map(\.old) == [nil, Tree(["c": 1]), tree])
    #expect(read.map(\.new) == [Tree("x"), tree, nil])
  }

  @Test("Changes are unchanged after encoding in plans and in the journal")
  func changes() throws {
    var edited = StoredChange(path: "/b", old: Tree(["!map": 1]), new: nil, unit: "/b")
    edited.recorded = RecordedValue(value: Tree(["!map": 2]))
    var null = StoredChange(path: "/d", old: .null, new: Tree(1), unit: "/d")
    null.recorded = RecordedValue(value: .null)
    var absent = StoredChange(path: "/e", old: Tree(1), new: .null, unit: "/e")
    absent.recorded = RecordedValue(value: nil)
    let changes = [
      StoredChange(path: "/a/0", old: nil, new: Tree("x"), unit: "/a"), edited,
      StoredChange(path: "/c", old: Tree(1), new: Tree([2, .double(.infinity)]), unit: "/c"),
      null, absent,
    ]
    let plan = try JSONWriter().write(Tree(.list(changes.map(\.planned))))
    let sealed = StoredChange.sealed(changes)
    for bytes in [Array(sealed.data(behind: sealed.digest())), Array(plan.utf8)] {
      let read = try #require(StoredChange.decode(bytes))
      #expect(read.map(\.path) == ["/a/0", "/b", "/c", "/d", "/e"])
      #expect(read.map(\.unit) == ["/a", "/b", "/c", "/d", "/e"])
      #expect(read.map(\.old) == [nil, Tree(["!map": 1]), Tree(1), .null, Tree(1)])
      #expect(read.map(\.new) == [Tree("x"), nil, Tree([2, .double(.infinity)]), Tree(1), .null])
      #expect(read.map { $0.recorded != nil } == [false, true, false, true, true])
      #expect(read.map { $0.recorded?.value } == [nil, Tree(["!map": 2]), nil, .null, nil])
    }
  }
}
