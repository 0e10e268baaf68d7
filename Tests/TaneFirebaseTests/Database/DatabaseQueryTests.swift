import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Queries select and order children as the service does")
struct DatabaseQueryTests {
  private let root: DatabaseReference

  init() {
    let tree = Tree([
      "shops": [
        "a": ["rating": 4, "name": "麺屋"], "b": ["rating": 5], "c": ["rating": 4],
        "d": ["name": "寿司"], "10": ["rating": "x"],
      ],
      "scores": ["one": 3, "two": 1, "three": 2],
    ])
    root = RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore(tree)]).shopsReference
  }

  private func keys(_ query: DatabaseQuery) async throws -> [String] {
    try await query.getData().children.map(\.key)
  }

  @Test("A query ordered by a child supports ranges and limits")
  func byChild() async throws {
    let query = root.child("shops").queryOrdered(byChild: "rating")
    #expect(try await keys(query) == ["d", "a", "c", "b", "10"])
    #expect(try await keys(query.queryStarting(atValue: 4)) == ["a", "c", "b", "10"])
    #expect(try await keys(query.queryStarting(afterValue: 4)) == ["b", "10"])
    #expect(try await keys(query.queryStarting(afterValue: 4, childKey: "a")) == ["c", "b", "10"])
    #expect(try await keys(query.queryStarting(atValue: 4, childKey: "c")) == ["c", "b", "10"])
    #expect(try await keys(query.queryEnding(atValue: 4)) == ["d", "a", "c"])
    #expect(try await keys(query.queryEnding(beforeValue: 4)) == ["d"])
    #expect(try await keys(query.queryEnding(atValue: 4, childKey: "a")) == ["d", "a"])
    #expect(try await keys(query.queryEqual(toValue: 4)) == ["a", "c"])
    #expect(try await keys(query.queryEqual(toValue: 4, childKey: "c")) == ["c"])
    #expect(try await keys(query.queryEqual(toValue: nil)) == ["d"])
    #expect(try await keys(query.queryLimited(toFirst: 2)) == ["d", "a"])
    #expect(try await keys(query.queryLimited(toLast: 2)) == ["b", "10"])
  }

  @Test("Queries order children by key or by value")
  func otherOrders() async throws {
    let byKey = root.child("shops").queryOrderedByKey()
    #expect(try await keys(byKey) == ["10", "a", "b", "c", "d"])
    #expect(
      try await keys(byKey.queryStarting(atValue: "b").queryEnding(beforeValue: "d")) == ["b", "c"]
    )
    let byValue = root.child("scores").queryOrderedByValue()
    #expect(try await keys(byValue) == ["two", "three", "one"])
    #expect(try await keys(byValue.queryStarting(atValue: 2)) == ["three", "one"])
  }

  @Test("A query's snapshot contains the selected children in the query's order")
  func snapshots() async throws {
    let top = try await root.child("scores").queryOrderedByValue().queryLimited(toLast: 2).getData()
    #expect(top.value as? [String: Int] == ["three": 2, "one": 3])
    #expect(top.children.map { $0.value as? Int } == [2, 3])
    #expect(top.key == "scores")
    #expect(top.childrenCount == 2)
    #expect("\(top.children.allObjects[0].ref)" == "shops:/scores/three")
    let none = try await root.child("scores").queryEqual(toValue: 9).getData()
    #expect(!none.exists())
  }

  @Test("All errors of a query are reported together when it is used")
  func problems() async throws {
    let query = root.child("shops").queryOrderedByKey().queryOrderedByValue()
      .queryLimited(toFirst: 0).queryLimited(toLast: 1).queryStarting(atValue: ["x"])
    #expect(
      await failure { try await query.getData() }
        == """
        shops:/shops: the query has two orders; use one
        shops:/shops: a limit of 0 selects nothing; request at least 1 child
        shops:/shops: the query has two limits; use one
        shops:/shops: a range bound must be a string, a number, a boolean or nil, not Array<String>
        """
    )
    #expect(
      await failure {
        try await root.queryOrderedByKey().queryStarting(atValue: 1, childKey: "a").getData()
      } == """
        shops:/: range bounds must be strings in a query ordered by key
        shops:/: a range cannot have a childKey in a query ordered by key
        """
    )
    #expect(
      await failure { try await root.queryEqual(toValue: 1).queryEnding(atValue: 2).getData() }
        == "shops:/: the query has two ends; use one"
    )
    #expect(
      await failure { try await root.queryOrdered(byChild: "/").getData() }
        == "shops:/: queryOrdered(byChild:) needs the path of a child"
    )
    let stream = root.queryLimited(toFirst: 0).observe(.value)
    #expect(
      await failure { for try await _ in stream {} }
        == "shops:/: a limit of 0 selects nothing; request at least 1 child"
    )
  }

  @Test("Queries with the same path, order and range are equal")
  func equality() {
    let query = root.child("a").queryOrderedByKey().queryStarting(atValue: "b")
    #expect(query == root.child("a").queryOrderedByKey().queryStarting(atValue: "b"))
    #expect(query != root.child("a").queryOrderedByKey().queryStarting(atValue: "c"))
    #expect(query.hashValue == root.child("a").queryOrderedByKey().hashValue)
    let reference: DatabaseQuery = root.child("a")
    #expect(reference == root.child("a") && reference != root.child("a").queryOrderedByKey())
  }
}
