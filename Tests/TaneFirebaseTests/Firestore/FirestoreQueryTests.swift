import Foundation
import TestSupport
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Firestore queries select, order and page")
struct FirestoreQueryTests {
  private let firestore = FirestoreManager(documents: InMemoryDocumentStore()).firestore
  private var posts: CollectionReference { firestore.collection("posts") }

  private func fill() async throws {
    let documents: [String: [String: Any]] = [
      "a": ["n": 1, "room": "x", "tags": ["p", "q"]], "b": ["n": 2, "room": "y"],
      "c": ["n": 2, "room": "x", "tags": ["q"], "place": ["city": "東京"]],
      "d": ["n": 3, "room": nothing], "e": ["room": "z"],
    ]
    for (id, data) in documents { try await posts.document(id).setData(data) }
    try await firestore.document("posts/a/comments/1").setData(["by": "me"])
    try await firestore.document("posts/b/comments/2").setData(["by": "you"])
  }

  private var nothing: Any { Int?.none as Any }

  private func ids(_ query: Query) async throws -> String {
    try await query.getDocuments().documents.map(\.documentID).joined()
  }

  @Test("Aggregate queries return counts, sums and averages")
  func aggregates() async throws {
    try await fill()
    #expect(try await posts.count.getAggregation(source: .server).count == 5)
    let (sum, mean, none) = (
      AggregateField.sum("n"), AggregateField.average("n"), AggregateField.average("x")
    )
    let query = posts.whereField("n", isGreaterThan: 1).aggregate([sum, mean, .count()])
    let snapshot = try await query.getAggregation(source: .server)
    #expect(snapshot.count == 3)
    #expect(snapshot.get(sum) as? Int == 7)
    #expect(try #require(snapshot.get(mean) as? Double) == 7.0 / 3)
    let nothing = try await posts.aggregate([none, .count()]).getAggregation(source: .server)
    // Aggregations include only documents that have all aggregated fields.
    #expect(nothing.get(none) is NSNull && nothing.count == 0)
    #expect(snapshot.get(AggregateField.sum("other")) == nil)
    await #expect(throws: FirestoreError.self) {
      _ = try await posts.aggregate([.sum("a..b")]).getAggregation(source: .server)
    }
  }

  @Test("Composite filters combine conditions with AND and OR")
  func compositeFilters() async throws {
    try await fill()
    let filter = Filter.orFilter([
      .andFilter([.whereField("room", isEqualTo: "x"), .whereField("n", isGreaterThan: 1)]),
      .whereField("room", in: ["z"]), .whereField("tags", arrayContains: "p"),
    ])
    // An inequality orders by its field, which omits documents that lack the field.
    #expect(try await ids(posts.whereFilter(filter)) == "ac")
    #expect(try await ids(posts.whereFilter(filter).whereField("n", isLessThan: 2)) == "a")
    #expect(try await ids(posts.whereFilter(.orFilter([]))) == "abcde")
    #expect(
      try await ids(
        posts.whereFilter(
          .orFilter([
            .whereField("n", isLessThan: 2), .whereField("n", isGreaterOrEqualTo: 3),
            .whereField("room", isEqualTo: nothing),
          ])
        )
      ) == "ad"
    )
    let refusal = await #expect(throws: FirestoreError.self) {
      try await posts.whereFilter(
        .andFilter([
          .whereField("a", arrayContains: 1), .whereField("b", arrayContainsAny: [1]),
        ])
      ).getDocuments()
    }
    #expect(
      refusal?.message
        == "firestore:/posts: A disjunction has 2 filters with ARRAY_CONTAINS or "
        + "ARRAY_CONTAINS_ANY; only one is allowed."
    )
  }

  @Test(
    "Limits select the first or the last documents of a query",
    arguments: 0..<6 as Range<UInt64>
  )
  func lastDocuments(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for id in 0..<20 {
      let data = ["a", "b"].map { ($0, Int.random(in: 0..<3, using: &random)) }
      try await posts.document("\(id)").setData(Dictionary(data) { $1 })
    }
    for _ in 0..<20 {
      var query = posts.order(by: "a", descending: Bool.random(using: &random))
      if Bool.random(using: &random) {
        query = query.order(by: "b", descending: Bool.random(using: &random))
      }
      if Bool.random(using: &random) {
        query = query.whereField("b", isGreaterThan: Int.random(in: 0..<3, using: &random))
      }
      let all = try await query.getDocuments().documents
      if let first = all.randomElement(using: &random), Bool.random(using: &random) {
        query = query.start(atDocument: first)
      }
      if let last = all.randomElement(using: &random), Bool.random(using: &random) {
        query = query.end(beforeDocument: last)
      }
      let limit = Int.random(in: 1...6, using: &random)
      let rest = try await query.getDocuments().documents.map(\.documentID)
      let last = try await query.limit(toLast: limit).getDocuments().documents.map(\.documentID)
      #expect(last == rest.suffix(limit))
      // The same holds for the first documents.
      let first = try await query.limit(to: limit).getDocuments().documents.map(\.documentID)
      #expect(first == Array(rest.prefix(limit)))
    }
  }

  @Test("Firestore queries support every filter operator")
  func filters() async throws {
    try await fill()
    #expect(try await ids(posts) == "abcde")
    #expect(try await ids(posts.whereField("room", isEqualTo: "x")) == "ac")
    #expect(try await ids(posts.whereField("room", isNotEqualTo: "x")) == "be")
    #expect(try await ids(posts.whereField("n", isLessThan: 2)) == "a")
    #expect(try await ids(posts.whereField("n", isLessThanOrEqualTo: 2)) == "abc")
    #expect(try await ids(posts.whereField("n", isGreaterThan: 2)) == "d")
    #expect(try await ids(posts.whereField("n", isGreaterThanOrEqualTo: 2)) == "bcd")
    #expect(try await ids(posts.whereField("tags", arrayContains: "q")) == "ac")
    #expect(try await ids(posts.whereField("tags", arrayContainsAny: ["p", "z"])) == "a")
    #expect(try await ids(posts.whereField("room", in: ["y", "z"])) == "be")
    #expect(try await ids(posts.whereField("room", notIn: ["y", "z"])) == "ac")
    #expect(try await ids(posts.whereField("room", isEqualTo: nothing)) == "d")
    #expect(try await ids(posts.whereField("room", isNotEqualTo: nothing)) == "acbe")
    #expect(try await ids(posts.whereField("place.city", isEqualTo: "東京")) == "c")
    #expect(
      try await ids(
        posts.whereField("room", isEqualTo: "x").whereField("n", isGreaterThan: 1)
          .whereField("tags", arrayContains: "q")
      ) == "c"
    )
    #expect(try await ids(posts.whereField(FieldPath.documentID(), isEqualTo: "b")) == "b")
    #expect(
      try await ids(posts.whereField(FieldPath.documentID(), in: [posts.document("c"), "a"]))
        == "ac"
    )
  }

  @Test("Firestore queries support orders, limits and cursors")
  func orders() async throws {
    try await fill()
    let byN = posts.order(by: "n")
    #expect(try await ids(byN) == "abcd")
    #expect(try await ids(posts.order(by: "n", descending: true)) == "dcba")
    #expect(try await ids(byN.limit(to: 2)) == "ab")
    #expect(try await ids(byN.limit(toLast: 2)) == "cd")
    #expect(try await ids(byN.start(at: [2])) == "bcd")
    #expect(try await ids(byN.start(after: [2])) == "d")
    #expect(try await ids(byN.end(at: [2])) == "abc")
    #expect(try await ids(byN.end(before: [2])) == "a")
    #expect(try await ids(byN.start(at: [2]).limit(toLast: 2)) == "cd")
    #expect(try await ids(byN.end(at: [2]).limit(toLast: 2)) == "bc")
    let b = try await posts.document("b").getDocument()
    #expect(try await ids(byN.start(afterDocument: b)) == "cd")
    #expect(try await ids(byN.start(atDocument: b)) == "bcd")
    #expect(try await ids(byN.end(atDocument: b)) == "ab")
    #expect(try await ids(byN.end(beforeDocument: b)) == "a")
  }

  @Test("Paging with the last document as a cursor returns every document once")
  func pages() async throws {
    try await fill()
    var query = posts.order(by: "n", descending: true).limit(to: 1)
    var found = ""
    while let last = try await query.getDocuments().documents.last {
      found += last.documentID
      query = posts.order(by: "n", descending: true).start(afterDocument: last).limit(
        to: 1
      )
    }
    #expect(found == "dcba")
  }

  @Test("Queries read collection groups and subcollections")
  func groups() async throws {
    try await fill()
    #expect(try await ids(firestore.collectionGroup("comments")) == "12")
    #expect(
      try await ids(firestore.collectionGroup("comments").whereField("by", isEqualTo: "you")) == "2"
    )
    #expect(try await ids(firestore.collection("posts/a/comments")) == "1")
  }

  @Test("A query's first snapshot lists all documents as added")
  func snapshots() async throws {
    try await fill()
    let snapshot = try await posts.order(by: "n").limit(to: 2).getDocuments()
    #expect(snapshot.count == 2)
    #expect(!snapshot.isEmpty)
    #expect(snapshot.documents[1].data()["room"] as? String == "y")
    #expect(snapshot.documents[1].exists)
    #expect(snapshot.documents[1]["n"] as? Int == 2)
    #expect(snapshot.documents[1].get("n") as? Int == 2)
    #expect(snapshot.documents[0].reference == posts.document("a"))
    #expect(snapshot.documentChanges.map(\.type) == [.added, .added])
    #expect(snapshot.documentChanges.map(\.newIndex) == [0, 1])
    struct Post: Decodable { let n: Int }
    #expect(try snapshot.documents.map { try $0.data(as: Post.self).n } == [1, 2])
  }

  @Test("Errors of a Firestore query are reported when it is used")
  func problems() async throws {
    struct Point {}
    let query = posts.whereField("a..b", isEqualTo: 1).whereField("a", isEqualTo: Point())
      .limit(to: 0)
    #expect(
      await failure { try await query.getDocuments() }
        == """
        firestore:/posts: "a..b" is not a field: write names with a dot between them, such as place.city
        firestore:/posts: the value of a: a Point cannot be written; write a string, a number, a \
        boolean, a Date, Data, a GeoPoint, a DocumentReference, an array, a dictionary or nil
        firestore:/posts: a limit of 0 selects nothing; request at least 1 document
        """
    )
    #expect(
      await failure { try await posts.limit(toLast: 1).getDocuments() }
        == "firestore:/posts: limit(toLast:) requires an order(by:)."
    )
    #expect(
      await failure { try await posts.start(at: [1]).getDocuments() }
        == "firestore:/posts: the cursor has 1 value, but the query has 0 orders: add an"
        + " order(by:) for each value"
    )
    #expect(
      await failure { try await posts.whereField("a", in: []).getDocuments() }
        == "firestore:/posts: The filter on a needs an array with at least one value."
    )
    #expect(
      await failure { try await posts.order(by: "a").start(at: [1]).order(by: "b").getDocuments() }
        == "firestore:/posts: order(by:) must precede start(…) and end(…)"
    )
    let missing = try await posts.document("none").getDocument()
    #expect(
      await failure { try await posts.order(by: "a").start(atDocument: missing).getDocuments() }
        == "firestore:/posts: firestore:/posts/none does not exist, so it cannot be a cursor"
    )
    #expect(
      await failure { try await firestore.collection("posts/1").getDocuments() }
        == "firestore:/posts/1: a collection's path has an odd number of segments: name a collection"
    )
  }
}
