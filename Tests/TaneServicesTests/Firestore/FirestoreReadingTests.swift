import HTTPTypes
import TaneCore
import TaneServices
import Testing

@Suite("Reading Firestore documents")
struct FirestoreReadingTests {
  private static let time = "2026-01-31T12:00:00.123456Z"

  private static func document(_ path: String, _ fields: String = "{}") -> String {
    #"{"name":"ROOT/\#(path)","fields":\#(fields),"createTime":"\#(time)","updateTime":"\#(time)"}"#
  }

  private static func stored(_ path: String, _ fields: DocumentFields = [:]) throws
    -> StoredDocument
  {
    let time = try #require(DocumentTimestamp(parsing: time))
    return StoredDocument(
      path: DocumentPath(parsing: path),
      fields: fields,
      createTime: time,
      updateTime: time
    )
  }

  @Test("Several Firestore documents are requested once each and returned in the given order")
  func batchGet() async throws {
    let transport = TestTransport([
      TestFirestore.answer(
        #"[{"missing":"ROOT/c/b","readTime":"\#(Self.time)"},"#
          + #"{"found":\#(Self.document("c/a", #"{"n":{"integerValue":"1"}}"#)),"readTime":"\#(Self.time)"}]"#
      )
    ])
    let paths = ["c/a", "c/b", "c/a", "c", "", "c/.."].map { DocumentPath(parsing: $0) }
    let documents = try await TestFirestore.client(transport).documents(at: paths)
    let first = try Self.stored("c/a", ["n": .integer(1)])
    #expect(documents == [first, nil, first, nil, nil, nil])
    #expect(transport.lines == ["POST \(TestFirestore.root):batchGet"])
    #expect(
      transport.requests[0].text
        == #"{"documents":["\#(TestFirestore.name)/documents/c/a","\#(TestFirestore.name)/documents/c/b"]}"#
    )
  }

  @Test("An empty or invalid set of Firestore documents sends no request")
  func nothing() async throws {
    let transport = TestTransport([])
    let client = try TestFirestore.client(transport)
    #expect(try await client.documents(at: []) == [])
    #expect(try await client.documents(at: [DocumentPath(["c"])]) == [nil])
    #expect(transport.requests.isEmpty)
  }

  @Test("Firestore documents over a request's limit are read in one read-only transaction")
  func transaction() async throws {
    let transport = TestTransport { request, _ in
      switch request.apiMethod {
      case "beginTransaction": TestFirestore.answer(#"{"transaction":"dHg="}"#)
      default: TestFirestore.answer(#"[{"missing":"ROOT/c/x"},{"missing":"ROOT/c/y"}]"#)
      }
    }
    let client = try TestFirestore.client(transport) { $0.documentsPerRequest = 2 }
    let paths = (0..<4).map { DocumentPath(["c", "\($0)"]) }
    #expect(try await client.documents(at: paths) == [nil, nil, nil, nil])
    #expect(
      transport.requests.map(\.apiMethod) == ["beginTransaction", "batchGet", "batchGet"]
    )
    #expect(transport.requests[0].text == #"{"options":{"readOnly":{}}}"#)
    #expect(
      transport.requests.dropFirst().allSatisfy { $0.text.contains(#""transaction":"dHg=""#) }
    )
  }

  /// A query and its structured query as JSON, with shortened names and without white space.
  struct Spelling: Sendable, CustomTestStringConvertible {
    let query: DocumentQuery
    let json: String

    var testDescription: String { json }
  }

  private static let filters = DocumentFilter.any([
    .field(FieldPath(name: "a"), .in, .array([.integer(1), .string("x")])),
    .all([
      .test(FieldPath(name: "b b"), .isNull),
      .test(FieldPath(name: "d"), .isNotNaN),
      .test(FieldPath(name: "e"), .isNaN),
      .field(.documentName, .lessThan, .reference("c/9")),
    ]),
  ])

  static let spellings: [Spelling] = [
    Spelling(
      query: DocumentQuery(collectionID: "c"),
      json: #"{"from": [{"allDescendants": false, "collectionId": "c"}]}"#
    ),
    Spelling(
      query: DocumentQuery(
        collectionID: "c",
        includesDescendants: true,
        filter: filters,
        orders: [DocumentQuery.Order(FieldPath(name: "a"), isDescending: true)],
        offset: 2,
        limit: 3
      ),
      json: """
        {"from": [{"allDescendants": true, "collectionId": "c"}], "limit": 3, "offset": 2,
          "orderBy": [{"direction": "DESCENDING", "field": {"fieldPath": "a"}}],
          "where": {"compositeFilter": {"filters": [
            {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "IN",
              "value": {"arrayValue": {"values": [{"integerValue": "1"}, {"stringValue": "x"}]}}}},
            {"compositeFilter": {"filters": [
              {"unaryFilter": {"field": {"fieldPath": "`b_b`"}, "op": "IS_NULL"}},
              {"unaryFilter": {"field": {"fieldPath": "d"}, "op": "IS_NOT_NAN"}},
              {"unaryFilter": {"field": {"fieldPath": "e"}, "op": "IS_NAN"}},
              {"fieldFilter": {"field": {"fieldPath": "__name__"}, "op": "LESS_THAN",
                "value": {"referenceValue": "ROOT/c/9"}}}], "op": "AND"}}], "op": "OR"}}}
        """
    ),
    Spelling(
      query: DocumentQuery(
        collectionID: "c",
        filter: .field(FieldPath(name: "n"), .greaterThan, .integer(0)),
        start: .init(values: [.integer(1), .reference("c/1")], isBefore: true),
        end: .init(values: [.integer(2)], isBefore: false)
      ),
      json: """
        {"endAt": {"before": false, "values": [{"integerValue": "2"}]},
          "from": [{"allDescendants": false, "collectionId": "c"}],
          "orderBy": [{"direction": "ASCENDING", "field": {"fieldPath": "n"}},
            {"direction": "ASCENDING", "field": {"fieldPath": "__name__"}}],
          "startAt": {"before": true,
            "values": [{"integerValue": "1"}, {"referenceValue": "ROOT/c/1"}]},
          "where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "GREATER_THAN",
            "value": {"integerValue": "0"}}}}
        """
    ),
  ]

  @Test("A Firestore query is encoded as the API requires", arguments: spellings)
  func query(spelling: Spelling) async throws {
    let transport = TestTransport([TestFirestore.answer(#"[{"readTime":"\#(Self.time)"}]"#)])
    let client = try TestFirestore.client(transport)
    #expect(try await client.documents(matching: spelling.query) == [])
    #expect(transport.lines == ["POST \(TestFirestore.root):runQuery"])
    let json = spelling.json.filter { !$0.isWhitespace }.replacing("b_b", with: "b b")
      .replacing("ROOT", with: "\(TestFirestore.name)/documents")
    #expect(transport.requests[0].text == #"{"structuredQuery":\#(json)}"#)
  }

  @Test("A query below a document has its encoded path in the URL")
  func queryBelow() async throws {
    let answer = TestFirestore.answer(#"[{"document":\#(Self.document("a/b c/d/1"))}]"#)
    let transport = TestTransport([answer])
    let query = DocumentQuery(parent: DocumentPath(["a", "b c"]), collectionID: "d")
    let documents = try await TestFirestore.firebase(transport).documents(matching: query)
    #expect(documents == [try Self.stored("a/b c/d/1")])
    let root = "https://firestore.googleapis.com/v1/\(TestFirestore.name)/documents"
    #expect(transport.lines == ["POST \(root)/a/b%20c:runQuery"])
    #expect(
      transport.requests[0].fields[.authorization] == "Bearer \(TestConnections.secret)"
    )
  }

  @Test("An unknown type of a Firestore value is an error with its path")
  func unknownValue() async throws {
    let fields = #"{"a":{"mapValue":{"fields":{"b":{"colourValue":"red"}}}}}"#
    let transport = TestTransport([
      TestFirestore.answer(#"[{"document":\#(Self.document("c/d", fields))}]"#)
    ])
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(transport)
        .documents(matching: DocumentQuery(collectionID: "c"))
    }
    #expect(error?.code == .invalidResponse)
    #expect(
      error?.message
        == "POST /v1/\(TestFirestore.name)/documents:runQuery: the response has the wrong type at "
        + "c/d.a.mapValue.fields.b: expected the name of a type, such as \"stringValue\", found "
        + "map; try again"
    )
  }

  @Test("A Firestore response with too few documents is an error")
  func incomplete() async throws {
    let transport = TestTransport([TestFirestore.answer(#"[{"missing":"ROOT/c/a"}]"#)])
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(transport)
        .documents(at: [DocumentPath(["c", "a"]), DocumentPath(["c", "b"])])
    }
    #expect(
      error
        == StoreError(
          .invalidResponse,
          service: "firestore (http://127.0.0.1:8080/projects/demo/databases/(default))",
          "POST /v1/\(TestFirestore.name)/documents:batchGet: the response contains 1 document, "
            + "but 2 were requested; try again"
        )
    )
  }
}
