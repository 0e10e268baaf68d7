import TaneCore
import Testing

@testable import TaneServices

@Suite("Query parameters")
struct QueryParameterTests {
  private static func spelled(_ query: TreeQuery) -> String? {
    QueryParameters.parameters(of: query).map { parameters in
      parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
  }

  @Test("Database queries are encoded as the protocol requires")
  func spelling() {
    #expect(Self.spelled(TreeQuery(order: .key)) == #"orderBy="$key""#)
    #expect(
      Self.spelled(
        TreeQuery(
          order: .child("rank/points"),
          start: .init(Tree(10), key: "d"),
          end: .init(Tree(2.5), isInclusive: false),
          limit: .last(3)
        )
      ) == #"orderBy="rank/points"&startAt=10,"d"&endBefore=2.5&limitToLast=3"#
    )
    #expect(
      Self.spelled(
        TreeQuery(
          order: .value,
          start: .init(Tree("a\"b"), isInclusive: false),
          end: .init(.null)
        )
      ) == #"orderBy="$value"&startAfter="a\"b"&endAt=null"#
    )
    #expect(
      Self.spelled(TreeQuery(order: .key, start: .init(Tree("7")), limit: .first(1)))
        == #"orderBy="$key"&startAt="7"&limitToFirst=1"#
    )
  }

  @Test("A database query that the protocol cannot express is evaluated locally")
  func unspellable() async throws {
    let query = TreeQuery(order: .value, start: .init(Tree(["a": 1])))
    #expect(Self.spelled(query) == nil)
    let transport = TestTransport([.json(#"{"x":1,"y":{"z":2}}"#)])
    let entries = try await TestConnections.database(transport).children(at: "/a", matching: query)
    #expect(entries.map(\.key) == ["y"])
    #expect(transport.requests.first?.target == "/a.json?ns=demo&format=export")
  }

  @Test("A database query that can select nothing sends no request")
  func nothing() async throws {
    let transport = TestTransport([])
    let database = try TestConnections.database(transport)
    for query in [
      TreeQuery(order: .value, limit: .first(0)), TreeQuery(order: .key, end: .init(Tree(""))),
      TreeQuery(order: .key, end: .init(Tree(5))),
    ] {
      #expect(try await database.children(at: "/a", matching: query).isEmpty)
    }
    #expect(transport.requests.isEmpty)
  }
}
