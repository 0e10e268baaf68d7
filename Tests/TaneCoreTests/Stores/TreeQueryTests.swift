import TaneCore
import Testing

@Suite("Tree queries")
struct TreeQueryTests {
  private let shops = Tree([
    "1": ["name": "b", "rating": 3], "2": ["name": "a"], "10": ["name": "a", "rating": 5],
    "x": ["name": "c", "rating": "high"], "y": ["name": "a", "rating": true],
  ])

  private func keys(_ query: TreeQuery) -> [String] { query.entries(of: shops).map(\.key) }

  @Test("Tree queries sort by key, by value or by a child, with ties by key")
  func orders() {
    #expect(keys(TreeQuery(order: .key)) == ["1", "2", "10", "x", "y"])
    #expect(keys(TreeQuery(order: .child("name"))) == ["2", "10", "y", "1", "x"])
    #expect(keys(TreeQuery(order: .child("rating"))) == ["2", "y", "1", "10", "x"])
    let values = Tree(["a": "s", "b": 2, "c": false, "d": true, "e": 1.5, "f": ["z": 0]])
    #expect(
      TreeQuery(order: .value).entries(of: values).map(\.key) == ["c", "d", "e", "b", "a", "f"]
    )
  }

  @Test("Tree queries select between inclusive and exclusive bounds, with keys for ties")
  func bounds() {
    let from10 = TreeQuery.Bound(Tree("a"), key: "10")
    let toB = TreeQuery.Bound(Tree("b"))
    #expect(
      keys(TreeQuery(order: .child("name"), start: from10, end: toB)) == ["10", "y", "1"]
    )
    let after10 = TreeQuery.Bound(Tree("a"), key: "10", isInclusive: false)
    let beforeB = TreeQuery.Bound(Tree("b"), isInclusive: false)
    #expect(keys(TreeQuery(order: .child("name"), start: after10, end: beforeB)) == ["y"])
    #expect(
      keys(TreeQuery(order: .key, start: .init(Tree("2")), end: .init(Tree("x")))) == [
        "2", "10", "x",
      ]
    )
  }

  @Test("Tree queries limit from either end and keep the order")
  func limits() {
    #expect(keys(TreeQuery(order: .child("name"), limit: .first(2))) == ["2", "10"])
    #expect(keys(TreeQuery(order: .child("name"), limit: .last(2))) == ["1", "x"])
    #expect(keys(TreeQuery(order: .key, limit: .first(0))) == [])
  }
}
