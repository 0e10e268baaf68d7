import TestSupport
import Testing

@testable import TaneCore

@Suite("Stored form of a tree")
struct StoredFormTests {
  @Test("The stored form of random trees matches a plain implementation")
  func random() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<600 {
      let tree = Tree(RandomTree.literal(&random, depth: 5))
      for part in Self.parts(of: tree) {
        let stored = part.storedForm()
        #expect(stored == Tree(Self.expected(part) ?? .null))
        #expect(stored.storedForm() == stored)
        #expect(part.containsTags == Self.parts(of: part).contains { $0.tag != .none })
      }
    }
  }

  @Test("A tree that is stored unchanged is its own stored form")
  func same() {
    let tree = Tree(["a": ["b": 1, "at": .serverTimestamp], "c": "x"])
    #expect(tree.storedForm().storage === tree.storage)
    #expect(tree.containsTags)
    #expect(tree["a"]?["b"]?.containsTags == false)
  }

  private static func parts(of tree: Tree) -> [Tree] {
    [tree] + tree.children.flatMap { parts(of: $0) }
  }

  /// Returns the stored form of a node, computed without shared memory; nil if nothing is stored.
  private static func expected(_ tree: Tree) -> TreeLiteral? {
    guard tree.kind.isContainer else {
      return tree.isNull && tree.tag == .none ? nil : .tree(tree)
    }
    let entries = tree.children.enumerated().compactMap { index, child in
      expected(child).map { (child.key ?? "\(index)", $0) }
    }
    return entries.isEmpty ? nil : .map(entries)
  }
}
