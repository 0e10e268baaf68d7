import Foundation
import TaneCore
import TaneTesting
import Testing

@Suite("Firestore queries")
struct DocumentQueryTests {
  private static let time = DocumentTimestamp(microseconds: 0)

  private func document(_ path: String, _ fields: DocumentFields) -> StoredDocument {
    StoredDocument(
      path: DocumentPath(parsing: path),
      fields: fields,
      createTime: Self.time,
      updateTime: Self.time
    )
  }

  private func ids(_ query: DocumentQuery, _ values: [(String, DocumentValue?)]) -> String {
    let documents = values.map { id, value in
      document("c/\(id)", DocumentFields(value.map { [("f", $0)] } ?? []))
    }
    return query.documents(from: documents).map(\.path.id).joined()
  }

  private static let values: [(String, DocumentValue?)] = [
    ("a", nil), ("b", .null), ("c", .double(.nan)), ("d", .integer(1)), ("e", .double(1)),
    ("f", .integer(2)), ("g", .string("1")), ("h", .array([.integer(1), .string("x")])),
    ("i", .array([.integer(3)])), ("j", .boolean(true)),
  ]

  @Test(
    "Firestore queries support every comparison",
    arguments: [
      (.equal, .integer(1), "de"), (.notEqual, .integer(1), "cfghij"),
      (.lessThan, .integer(2), "de"), (.lessThanOrEqual, .integer(2), "def"),
      (.greaterThan, .integer(1), "f"), (.greaterThanOrEqual, .double(1), "def"),
      (.greaterThan, .string(""), "g"), (.arrayContains, .double(1), "h"),
      (.in, .array([.integer(2), .string("1"), .boolean(false)]), "fg"),
      (.arrayContainsAny, .array([.integer(3), .string("x")]), "hi"),
      (.notIn, .array([.integer(1), .string("1")]), "cfhij"), (.notIn, .array([.null]), ""),
      (.equal, .double(.nan), ""), (.equal, .null, ""), (.notEqual, .null, ""),
      (.notEqual, .double(.nan), "cdefghij"), (.lessThanOrEqual, .double(.nan), ""),
      (.greaterThanOrEqual, .null, ""), (.in, .array([.null, .double(.nan), .integer(2)]), "f"),
      (.notIn, .array([.double(.nan)]), "cdefghij"),
    ] as [(DocumentFilter.Comparison, DocumentValue, String)]
  )
  func comparisons(comparison: DocumentFilter.Comparison, operand: DocumentValue, expected: String)
  {
    let query = DocumentQuery(
      collectionID: "c",
      filter: .field(FieldPath(name: "f"), comparison, operand),
      orders: [DocumentQuery.Order(.documentName)]
    )
    #expect(ids(query, Self.values) == expected)
  }

  @Test(
    "Firestore queries support every unary test",
    arguments: [
      (.isNull, "b"), (.isNotNull, "cdefghij"), (.isNaN, "c"), (.isNotNaN, "defghij"),
    ] as [(DocumentFilter.Test, String)]
  )
  func tests(test: DocumentFilter.Test, expected: String) {
    let query = DocumentQuery(
      collectionID: "c",
      filter: .test(FieldPath(name: "f"), test),
      orders: [DocumentQuery.Order(.documentName)]
    )
    #expect(ids(query, Self.values) == expected)
  }

  @Test("Firestore queries omit documents without an ordered field and sort the others")
  func orders() {
    let ascending = DocumentQuery(
      collectionID: "c",
      orders: [DocumentQuery.Order(FieldPath(name: "f"))]
    )
    #expect(ids(ascending, Self.values.reversed()) == "bjcdefghi")
    let descending = DocumentQuery(
      collectionID: "c",
      orders: [DocumentQuery.Order(FieldPath(name: "f"), isDescending: true)]
    )
    #expect(ids(descending, Self.values) == "ihgfedcjb")
  }

  @Test("Firestore queries sort by inequality fields too, then by name in the last direction")
  func implicitOrders() {
    func order(_ name: String, _ isDescending: Bool) -> DocumentQuery.Order {
      DocumentQuery.Order(FieldPath(parsing: name) ?? .documentName, isDescending: isDescending)
    }
    let filter = DocumentFilter.all([
      .field(FieldPath(name: "b"), .greaterThan, .integer(1)),
      .any([
        .field(FieldPath(name: "a"), .notEqual, .integer(1)),
        .field(FieldPath(name: "z"), .equal, .integer(1)),
      ]),
      .field(.documentName, .lessThan, .reference("c/d")), .test(FieldPath(name: "y"), .isNotNull),
    ])
    let plain = DocumentQuery(collectionID: "c", filter: filter)
    #expect(
      plain.allOrders == [
        order("a", false), order("b", false), order("y", false), order("__name__", false),
      ]
    )
    let directed = DocumentQuery(
      collectionID: "c",
      filter: filter,
      orders: [order("b", false), order("x", true)]
    )
    #expect(
      directed.allOrders == [
        order("b", false), order("x", true), order("a", true), order("y", true),
        order("__name__", true),
      ]
    )
    let named = DocumentQuery(collectionID: "c", orders: [order("__name__", true)])
    #expect(named.allOrders == [order("__name__", true)])
  }

  private static let twoArrayFilters =
    "A disjunction has 2 filters with ARRAY_CONTAINS or ARRAY_CONTAINS_ANY; only one is allowed."
  private static let twoExclusions =
    "The query has 2 filters with NOT_EQUAL, NOT_IN, IS_NOT_NULL or IS_NOT_NAN; only one is "
    + "allowed."

  @Test(
    "Firestore queries that break a rule are rejected with the reason",
    arguments: [
      (
        .field(FieldPath(name: "a"), .in, .array(Array(repeating: .null, count: 31))),
        "The filter on a has 31 values; up to 30 are allowed."
      ),
      (
        .field(FieldPath(name: "a"), .notIn, .array(Array(repeating: .null, count: 11))),
        "The filter on a has 11 values; up to 10 are allowed."
      ),
      (
        .field(FieldPath(name: "a"), .in, .integer(1)),
        "The filter on a needs an array with at least one value."
      ),
      (
        .field(.documentName, .equal, .string("a")),
        "__name__ is compared with a value that is not a document name."
      ),
      (
        .all([
          .field(FieldPath(name: "a"), .notIn, .array([.null])),
          .field(FieldPath(name: "b"), .in, .array([.null])),
        ]),
        "NOT_IN cannot be combined with IN, ARRAY_CONTAINS_ANY or OR."
      ),
      (
        .all([
          .field(FieldPath(name: "a"), .notIn, .array([.null])),
          .test(FieldPath(name: "b"), .isNotNull),
        ]), Self.twoExclusions
      ),
      (
        .all([
          .field(FieldPath(name: "a"), .notIn, .array([.null])),
          .field(FieldPath(name: "a"), .notEqual, .integer(1)),
        ]), Self.twoExclusions
      ),
      (
        .any([
          .field(FieldPath(name: "a"), .notEqual, .integer(1)),
          .test(FieldPath(name: "b"), .isNotNaN),
        ]), Self.twoExclusions
      ),
      (
        .all([
          .field(FieldPath(name: "a"), .in, .array((0..<6).map { .integer($0) })),
          .field(FieldPath(name: "b"), .in, .array((0..<6).map { .integer($0) })),
        ]), "The query expands to 36 disjunctions; up to 30 are allowed."
      ),
      (
        .all([
          .field(FieldPath(name: "a"), .arrayContains, .null),
          .any([
            .field(FieldPath(name: "b"), .arrayContains, .null),
            .field(FieldPath(name: "c"), .equal, .null),
          ]),
        ]), Self.twoArrayFilters
      ),
      (
        .all([
          .field(FieldPath(name: "a"), .arrayContains, .null),
          .field(FieldPath(name: "b"), .arrayContainsAny, .array([.null])),
        ]), Self.twoArrayFilters
      ),
      (
        .all((0..<11).map { .field(FieldPath(name: "f\($0)"), .greaterThan, .integer(0)) }),
        "The query has inequality filters on 11 fields; up to 10 are allowed."
      ),
      (
        .all((0..<101).map { .field(FieldPath(name: "f\($0)"), .equal, .integer(0)) }),
        "The query has 101 filters and orders in total; up to 100 are allowed."
      ),
      (
        .any([.field(FieldPath(name: "a"), .notIn, .array([.integer(1)]))]),
        "NOT_IN cannot be combined with IN, ARRAY_CONTAINS_ANY or OR."
      ),
      (
        .all([
          .field(.documentName, .equal, .reference("c/d")),
          .field(FieldPath(name: "a"), .lessThan, .integer(1)),
        ]),
        "EQUAL and IN filters on __name__ cannot be combined with inequality filters on other fields."
      ),
      (
        .test(.documentName, .isNotNull),
        "__name__ is compared with a value that is not a document name."
      ),
    ] as [(DocumentFilter, String)]
  )
  func violations(filter: DocumentFilter, message: String) {
    #expect(DocumentQuery(collectionID: "c", filter: filter).violation == message)
  }

  @Test(
    "Firestore queries whose orders, cursors or collections break a rule are rejected",
    arguments: [
      (Self.query("a", "a"), "The query is ordered by a twice."),
      (
        Self.query("__name__", "a"),
        "The query is ordered by a after __name__; __name__ must be last."
      ),
      (Self.query("-__name__"), "A query cannot be ordered only by __name__ in descending order."),
      (
        Self.query("a", start: [.null, .reference("c/d"), .null]),
        "A cursor has 3 values, but the query has only 2 orders."
      ),
      (
        Self.query("__name__", start: [.string("d")]),
        "__name__ is compared with a value that is not a document name."
      ),
      (
        Self.query("a", collectionID: nil),
        "A query of all collections, or of a collection group below a document, can only be "
          + "ordered by __name__ in ascending order."
      ),
      (
        DocumentQuery(collectionID: nil, filter: .test(FieldPath(name: "a"), .isNull)),
        "A query of all collections, or of a collection group below a document, cannot filter by a."
      ),
      (
        DocumentQuery(
          parent: DocumentPath(["c", "d"]),
          collectionID: "e",
          includesDescendants: true,
          filter: .test(FieldPath(name: "a"), .isNull)
        ),
        "A query of all collections, or of a collection group below a document, cannot filter by a."
      ),
    ] as [(DocumentQuery, String)]
  )
  func queryViolations(query: DocumentQuery, message: String) {
    #expect(query.violation == message)
  }

  private static func query(
    _ orders: String...,
    collectionID: String? = "c",
    start: [DocumentValue]? = nil
  ) -> DocumentQuery {
    DocumentQuery(
      collectionID: collectionID,
      orders: orders.map { text in
        let name = text.drop { $0 == "-" }
        return DocumentQuery.Order(FieldPath(name: String(name)), isDescending: name != text)
      },
      start: start.map { DocumentQuery.Cursor(values: $0, isBefore: true) }
    )
  }

  @Test("Each disjunction of a Firestore query may contain one array filter")
  func arrays() {
    let filter = DocumentFilter.any([
      .field(FieldPath(name: "a"), .arrayContains, .null),
      .field(FieldPath(name: "b"), .arrayContains, .null),
      .field(FieldPath(name: "c"), .arrayContainsAny, .array([.null])),
    ])
    #expect(DocumentQuery(collectionID: "c", filter: filter).violation == nil)
  }

  @Test("Repeated filters of a Firestore query count once in its disjunctions")
  func repetitions() {
    let tag = DocumentFilter.field(FieldPath(name: "a"), .arrayContains, .string("t"))
    let any = DocumentFilter.any((0..<40).map { _ in .field(FieldPath(name: "b"), .equal, .null) })
    let query = DocumentQuery(collectionID: "c", filter: .all([tag, tag, any]))
    #expect(query.violation == nil)
  }

  @Test("Firestore aggregations count documents, and sum and average only numbers")
  func aggregations() {
    let documents = Self.values.map { id, value in
      document("c/\(id)", DocumentFields(value.map { [("f", $0)] } ?? []))
    }
    let field = FieldPath(name: "f")
    let whole = documents.filter { ["d", "f"].contains($0.path.id) }
    let mixed = documents.filter { ["d", "e", "f", "g"].contains($0.path.id) }
    #expect(DocumentAggregation.count(upTo: nil).value(of: documents) == .integer(10))
    #expect(DocumentAggregation.count(upTo: 3).value(of: documents) == .integer(3))
    #expect(DocumentAggregation.sum(field).value(of: whole) == .integer(3))
    #expect(DocumentAggregation.sum(field).value(of: mixed) == .double(4))
    #expect(DocumentAggregation.sum(field).value(of: documents) == .double(.nan))
    #expect(DocumentAggregation.sum(field).value(of: []) == .integer(0))
    #expect(DocumentAggregation.average(field).value(of: whole) == .double(1.5))
    #expect(DocumentAggregation.average(field).value(of: []) == .null)
    let large = [Int64.max, 1].map { document("c/\($0)", ["f": .integer($0)]) }
    #expect(DocumentAggregation.sum(field).value(of: large) == .double(0x1p63))
    let balanced = [Int64.max, 1, .min].map { document("c/\($0)", ["f": .integer($0)]) }
    #expect(DocumentAggregation.sum(field).value(of: balanced) == .integer(0))
    let small = [1e16, 1, 1, -1e16].enumerated().map { index, number in
      document("c/\(index)", ["f": .double(number)])
    }
    #expect(DocumentAggregation.sum(field).value(of: small) == .double(2))
  }

  @Test("The limit of an aggregated Firestore query counts documents that have the fields")
  func limitedAggregations() {
    let field = FieldPath(name: "f")
    let documents = [document("c/a", [:]), document("c/b", ["f": .integer(7)])]
    let query = DocumentQuery(collectionID: "c", limit: 1)
    let aggregated = query.requiringFields(of: [.sum(field), .count(upTo: nil)])
    #expect(aggregated.documents(from: documents).map(\.path.id) == ["b"])
    #expect(query.requiringFields(of: [.count(upTo: nil)]) == query)
    let named = DocumentQuery(collectionID: "c", orders: [DocumentQuery.Order(.documentName)])
    #expect(
      named.violation(aggregating: [.sum(field)])
        == "To aggregate f, order the query by it before __name__."
    )
    #expect(
      query.violation(aggregating: [.average(.documentName)])
        == "__name__ cannot be summed or averaged."
    )
  }

  @Test("The guide to the emulator lists the rules of valid queries")
  func guide() throws {
    let pages = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/tane/Documentation.docc")
    let page = try String(contentsOf: pages.appending(path: "Emulator.md"), encoding: .utf8)
    let listed = page.split(separator: "\n").drop { $0 != "### Valid queries" }.dropFirst()
      .drop { !$0.hasPrefix("- ") }.prefix { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    #expect(listed == DocumentQuery.rules.map { $0.summary[...] })
  }
}
