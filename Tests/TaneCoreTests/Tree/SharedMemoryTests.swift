import TestSupport
import Testing

@testable import TaneCore

/// Tests of edited trees, which share the unchanged nodes of a large original.
@Suite("Trees that share memory with a large tree")
struct SharedMemoryTests {
  private static let count = 3000

  private static func literal(_ value: (Int) -> TreeLiteral) -> TreeLiteral {
    .map((0..<count).map { ("k\($0)", ["name": .string("名 \($0)"), "value": value($0)]) })
  }

  private let large = Tree(Self.literal { .integer(Int64($0)) })

  /// Returns a copy of a tree that shares no memory with it.
  private func copied(_ tree: Tree) -> Tree {
    var builder = TreeBuilder()
    builder.append(tree)
    return builder.finish()
  }

  private func bytes(of tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    tree.forEachByteChunk { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func edited(_ tree: Tree, _ key: String, to value: Int64) -> Tree {
    let path = TreePath([key, "value"])
    let change = Change(path: path, old: tree[path], new: Tree(.integer(value)))
    return tree.applying(Changeset(changes: [change]))
  }

  @Test("An edited tree shares the original's memory and behaves like a copy")
  func edit() throws {
    let changed = edited(large, "k7", to: -7)
    #expect(changed.storage.base === large.storage)
    // The root, its entries, and the two members of the changed record.
    #expect(changed.storage.nodes.count == Self.count + 3)
    let expected = Tree(Self.literal { .integer($0 == 7 ? -7 : Int64($0)) })
    for tree in [changed, copied(changed)] {
      #expect(tree == expected)
      #expect(bytes(of: tree) == bytes(of: expected))
      #expect(tree.leafCount == expected.leafCount)
      #expect(tree.children.map(\.key) == expected.children.map(\.key))
      #expect(tree["k2999"]?["name"]?.string == "名 2999")
      #expect(tree["k3000"] == nil)
      #expect(Changeset(from: expected, to: tree).isEmpty)
    }
    let changes = Changeset(from: large, to: changed).changes
    #expect(changes.map { "\($0.path) \($0.kind)" } == ["/k7/value changed"])
  }

  @Test("An edited tree can be edited again and shares the same memory")
  func edits() {
    var tree = large
    for number in 0..<5 { tree = edited(tree, "k\(number)", to: -1) }
    #expect(tree.storage.base === large.storage)
    #expect(tree == Tree(Self.literal { .integer($0 < 5 ? -1 : Int64($0)) }))
    let added = Change(path: "/new/key", old: nil, new: Tree("x"))
    tree = tree.applying(Changeset(changes: [added]))
    #expect(tree["new"] == Tree(["key": "x"]))
    #expect(tree.children.count == Self.count + 1)
    #expect(tree.children.last?.key == "new")
  }

  @Test("The stored and read-back forms of a list share its elements")
  func stored() {
    let list = Tree(
      .list((0..<Self.count).map { ["id": .integer(Int64($0)), "name": .string("名 \($0)")] })
    )
    let stored = list.storedForm()
    #expect(stored.storage.base === list.storage)
    #expect(stored.storage.nodes.count == 1)
    #expect(list.children.allSatisfy { $0.key == nil && $0.withKeyBytes { $0.isEmpty } })
    #expect(stored.children.map(\.key) == (0..<Self.count).map(String.init))
    #expect(stored["2999"] == Tree(["id": 2999, "name": "名 2999"]))
    let readBack = stored.readBackForm()
    #expect(readBack == list)
    #expect(readBack.storage.nodes.count == 2)
    #expect(readBack.children.allSatisfy { $0.key == nil })
  }

  @Test("Elements of a list have no key")
  func elements() {
    let list = Tree(.list((0..<20).map { .integer($0) }))
    #expect(list.children.allSatisfy { $0.key == nil && $0.withKeyBytes { $0.isEmpty } })
  }

  @Test("The stored form of nested lists omits empty elements")
  func nestedLists() {
    let list = Tree(
      .list(
        (0..<Self.count).map {
          switch $0 % 4 {
          case 0: .list([.list([.integer(Int64($0)), 1]), "a"])
          case 1: $0 == 1 ? .null : ["tags": ["x", "y"]]
          case 2: [:]
          default: .integer(Int64($0))
          }
        }
      )
    )
    let stored = list.storedForm()
    #expect(stored["0"] == Tree(["0": ["0": 0, "1": 1], "1": "a"]))
    #expect(stored["2"] == nil)
    #expect(stored["2997"] == Tree(["tags": ["0": "x", "1": "y"]]))
    #expect(stored.children.count == Self.count - Self.count / 4 - 1)
    #expect(stored.storedForm().storage === stored.storage)
    #expect(stored.readBackForm().storedForm() == stored)
  }

  @Test("An edited tree keeps the position of every node, including nodes of other files")
  func places() {
    func file(_ name: String, _ literal: TreeLiteral) -> Tree {
      var builder = TreeBuilder()
      builder.file = builder.addSource(SourceFile(name: name, lines: LineIndex()))
      builder.beginMap()
      for child in Tree(literal).children {
        builder.offset += 1
        builder.setKey(child.key ?? "")
        builder.append(child.integer ?? 0)
      }
      builder.endContainer()
      return builder.finish()
    }
    let keys = (0..<5000).map { "k\($0)" }
    let lower = file("a.yaml", .map(keys.map { ($0, 1) }))
    let upper = file("b.yaml", ["k3": 2, "other": 3])
    let both = lower.overlaid(by: upper)
    #expect(both.storage.base === lower.storage)
    #expect(both.children.count == 5001)
    #expect(both["k3"] == Tree(2))
    #expect(both["k3"]?.position?.description == "b.yaml:1:2")
    #expect(both["other"]?.keyPosition?.description == "b.yaml:1:3")
    #expect(both["k4"]?.position == lower["k4"]?.position)
    #expect(both["k4"]?.fileName == "a.yaml")
  }

  @Test("A large tree can replace another root without being copied")
  func replaced() {
    let change = Change(path: .root, old: Tree(1), new: large)
    #expect(Tree(1).applying(Changeset(changes: [change])).storage === large.storage)
    let removal = Change(path: .root, old: Tree(1), new: nil)
    #expect(Tree(1).applying(Changeset(changes: [removal])).isNull)
  }

  @Test("A shared tree compares like a copy after any changes")
  func random() {
    var random = SeededGenerator(seed: 3)
    var tree = large
    for _ in 0..<60 {
      let key = "k\(Int.random(in: 0..<Self.count, using: &random))"
      let literal: TreeLiteral? =
        Bool.random(using: &random) ? RandomTree.literal(&random, depth: 2) : nil
      let new = literal.map { Tree($0).storedForm() }.flatMap { $0.isNull ? nil : $0 }
      guard tree[key] != nil || new != nil else { continue }
      let path = TreePath([key])
      tree = tree.applying(Changeset(changes: [Change(path: path, old: tree[key], new: new)]))
    }
    let (shared, other) = (
      Changeset(from: large, to: tree), Changeset(from: large, to: copied(tree))
    )
    #expect(shared.changes.map(\.path) == other.changes.map(\.path))
    #expect(shared.changes.map(\.new) == other.changes.map(\.new))
    #expect(shared.unchangedCount == other.unchangedCount)
    #expect(shared.changes.count > 20)
    #expect(tree != large)
    #expect(Changeset(from: tree, to: tree.applying(Changeset())).isEmpty)
    #expect(
      tree.readBackForm(beside: large, readBackAs: large.readBackForm()) == tree.readBackForm()
    )
    #expect(large.readBackForm(beside: tree, readBackAs: tree.readBackForm()) == large)
  }

  @Test("The read-back form of lists shares the memory of the large tree")
  func readBack() {
    let list = Tree(
      [
        "list": .list(
          (0..<Self.count).map { ["name": .string("\($0)"), "of": [.integer(Int64($0))]] }
        )
      ]
    )
    let stored = list.storedForm()
    let path: TreePath = "/list/7/of/0"
    let change = Change(path: path, old: stored[path], new: Tree("x"))
    let changed = stored.applying(Changeset(changes: [change]))
    let form = changed.readBackForm(beside: stored, readBackAs: list)
    #expect(list.isReadBackForm && !stored.isReadBackForm)
    #expect(form == copied(changed).readBackForm())
    #expect(form.storage.sharedCount(with: list.storage) == list.storage.nodeCount)
    #expect(Changeset(from: list, to: form).changes.map(\.path) == [path])
  }
}
