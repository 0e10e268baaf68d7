import TestSupport
import TaneCore
import TaneTesting
import Testing

@testable import TaneFirebase

@Suite("Events describe exactly the changes between two snapshots")
struct DataEventTests {
  private let ref =
    RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore()]).shopsReference

  private func snapshot(_ random: inout SeededGenerator, _ order: TreeQuery.Order) -> DataSnapshot {
    var query = DatabaseQueryDraft(database: ref.database, path: ref.path)
    query.order = order
    query.limit = .last(5)
    let children = (0..<8).compactMap { key -> (String, TreeLiteral)? in
      guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
      let rank = TreeLiteral.integer(Int64.random(in: 0..<3, using: &random))
      let value: TreeLiteral = ["rank": rank, "name": Bool.random(using: &random) ? "a" : "b"]
      let priority: TreeLiteral = Bool.random(using: &random) ? rank : nil
      return (
        "k\(key)",
        Bool.random(using: &random)
          ? ["rank": rank, "name": "c", ".priority": priority] : value
      )
    }
    return DatabaseQuery(query).snapshot(selectingFrom: Tree(.map(children)).storedForm())
  }

  @Test(
    "Applying the events to a snapshot gives the next one, for 500 random snapshots per order",
    arguments: [
      TreeQuery.Order.key, .priority, .value, .child(TreePath(["rank"])),
    ]
  )
  func folding(order: TreeQuery.Order) {
    var random = SeededGenerator(seed: 23)
    var old = snapshot(&random, order)
    for _ in 0..<500 {
      let new = snapshot(&random, order)
      var held = Dictionary(uniqueKeysWithValues: old.children.map { ($0.key, $0.exported) })
      let events = DataEvent.events(from: old, to: new, orderedBy: order)
      #expect(events.last?.type == .value)
      for event in events.dropLast() {
        let key = event.snapshot.key
        switch event.type {
        case .childRemoved:
          #expect(held.removeValue(forKey: key) == event.snapshot.exported)
        case .childAdded:
          #expect(held.updateValue(event.snapshot.exported, forKey: key) == nil)
        case .childMoved:
          #expect(held[key] != event.snapshot.exported)
        case .childChanged:
          let before = held.updateValue(event.snapshot.exported, forKey: key)
          #expect(before != nil && before != event.snapshot.exported)
        case .value: Issue.record("one value is told, at the end")
        }
        guard event.type != .childRemoved else { continue }
        let keys = new.childKeys
        let index = keys.firstIndex(of: key) ?? 0
        #expect(event.previousSiblingKey == (index == 0 ? nil : keys[index - 1]))
      }
      #expect(held == Dictionary(uniqueKeysWithValues: new.children.map { ($0.key, $0.exported) }))
      old = new
    }
  }

  private func literal(_ random: inout SeededGenerator, depth: Int) -> TreeLiteral {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0: return .integer(Int64.random(in: 0..<5, using: &random))
    case 1: return .string("麺")
    case 2: return .bool(true)
    default:
      let count = Int.random(in: 1..<4, using: &random)
      return .map(
        (0..<count).map { ("\($0 * 3)", literal(&random, depth: depth - 1)) }
      )
    }
  }

  @Test("Setting and removing a priority leaves the other values unchanged")
  func priorities() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let plain = Tree(literal(&random, depth: 3))
      let exported = plain.withExportedPriority(Tree(1))
      #expect(exported.exportedPriority == Tree(1))
      #expect(exported.withoutPriorities() == plain)
      #expect(exported.withExportedPriority(Tree("x")).exportedPriority == Tree("x"))
      #expect(exported.withExportedPriority(.null) == plain)
      let holder = Tree(["a": .tree(exported), "b": 1]).replacing(["a"], with: .null)
      #expect(holder == Tree(["b": 1]))
    }
    #expect(Tree.null.withExportedPriority(Tree(1)).isNull)
  }

  @Test("Replacing a value at a path replaces scalars on the way and removes empty maps")
  func replacing() {
    let tree = Tree(["a": ["b": 1, ".priority": 2], "c": [".value": 5, ".priority": 6]])
    #expect(
      tree.replacing(["a", "b", "d"], with: Tree(7))
        == Tree([
          "a": ["b": ["d": 7], ".priority": 2], "c": [".value": 5, ".priority": 6],
        ])
    )
    #expect(
      tree.replacing(["c", "x"], with: Tree(true))["c"] == Tree(["x": true, ".priority": 6])
    )
    #expect(tree.replacing([], with: Tree(1)) == Tree(1))
    #expect(Tree(["a": ["b": 1]]).replacing(["a", "b"], with: .null).isNull)
    #expect(Tree.null.replacing(["a", "b"], with: Tree(1)) == Tree(["a": ["b": 1]]))
    #expect(tree.replacing(["a", "b"], with: .null) == Tree(["c": [".value": 5, ".priority": 6]]))
  }
}
