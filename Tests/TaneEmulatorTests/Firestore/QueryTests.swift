import HTTPTypes
import TaneCore
import TaneEmulator
import Testing

@Suite("Firestore queries over REST")
struct QueryTests {
  private func fixture() async -> FirestoreFixture {
    let fixture = FirestoreFixture()
    for number in 1...5 {
      await fixture.set(
        """
        {"n": {"integerValue": \(number)}, "even": {"booleanValue": \(number.isMultiple(of: 2))},
         "tags": {"arrayValue": {"values": [{"stringValue": "t\(number % 3)"}]}}}
        """,
        at: "c/\(number)"
      )
    }
    await fixture.set(#"{"n": {"doubleValue": 2.5}}"#, at: "c/1/c/x")
    return fixture
  }

  private func filter(_ field: String, _ op: String, _ value: String) -> String {
    #"{"fieldFilter": {"field": {"fieldPath": "\#(field)"}, "op": \#(op), "value": \#(value)}}"#
  }

  private let from = #""from": [{"collectionId": "c"}]"#

  @Test("Firestore queries accept filter operators as names or numbers")
  func filters() async {
    let fixture = await fixture()
    let cases: [(String, [String])] = [
      (filter("n", "\"GREATER_THAN\"", #"{"integerValue": "3"}"#), ["c/4", "c/5"]),
      (filter("n", "5", #"{"doubleValue": 3}"#), ["c/3"]),
      (filter("tags", "\"ARRAY_CONTAINS\"", #"{"stringValue": "t1"}"#), ["c/1", "c/4"]),
      (
        filter(
          "n",
          "\"IN\"",
          #"{"arrayValue": {"values": [{"integerValue": 2}, {"integerValue": 9}]}}"#
        ),
        ["c/2"]
      ),
      (
        filter(
          "__name__",
          "\"LESS_THAN\"",
          #"{"referenceValue": "\#(FirestoreFixture.name)/c/3"}"#
        ),
        ["c/1", "c/2"]
      ),
      (
        #"{"unaryFilter": {"field": {"fieldPath": "even"}, "op": "IS_NOT_NULL"}}"#,
        ["c/1", "c/3", "c/5", "c/2", "c/4"]
      ),
      (#"{"unaryFilter": {"field": {"fieldPath": "n"}, "op": 2}}"#, []),
      (
        #"{"compositeFilter": {"op": "AND", "filters": ["#
          + filter("even", "\"EQUAL\"", #"{"booleanValue": true}"#) + ","
          + filter("n", "\"NOT_EQUAL\"", #"{"integerValue": 2}"#) + "]}}", ["c/4"]
      ),
      (
        #"{"compositeFilter": {"op": "OR", "filters": ["#
          + filter("n", "\"EQUAL\"", #"{"integerValue": 1}"#) + ","
          + filter("n", "\"EQUAL\"", #"{"integerValue": 5}"#) + "]}}", ["c/1", "c/5"]
      ),
    ]
    for (json, expected) in cases {
      #expect(await fixture.query(#"{\#(from), "where": \#(json)}"#) == expected, "\(json)")
    }
  }

  @Test("Firestore queries sort, bound, skip and limit")
  func windows() async {
    let fixture = await fixture()
    let descending = #""orderBy": [{"field": {"fieldPath": "n"}, "direction": "DESCENDING"}]"#
    let cases: [(String, [String])] = [
      ("\(descending)", ["c/5", "c/4", "c/3", "c/2", "c/1"]),
      (#"\#(descending), "limit": 2, "offset": 1"#, ["c/4", "c/3"]),
      (#"\#(descending), "limit": {"value": 1}"#, ["c/5"]),
      (
        #"\#(descending), "startAt": {"values": [{"integerValue": 4}], "before": true}"#,
        ["c/4", "c/3", "c/2", "c/1"]
      ),
      (#"\#(descending), "startAt": {"values": [{"integerValue": 4}]}"#, ["c/3", "c/2", "c/1"]),
      (#"\#(descending), "endAt": {"values": [{"integerValue": 4}]}"#, ["c/5", "c/4"]),
      (#"\#(descending), "endAt": {"values": [{"integerValue": 4}], "before": true}"#, ["c/5"]),
      (
        #""orderBy": [{"field": {"fieldPath": "__name__"}, "direction": 1}], "startAt": {"before": true, "#
          + #""values": [{"referenceValue": "\#(FirestoreFixture.name)/c/4"}]}"#, ["c/4", "c/5"]
      ),
    ]
    for (json, expected) in cases {
      #expect(await fixture.query("{\(from), \(json)}") == expected, "\(json)")
    }
  }

  @Test("Firestore queries select subcollections and collection groups")
  func collections() async {
    let fixture = await fixture()
    #expect(await fixture.query("{\(from)}", below: "/c/1") == ["c/1/c/x"])
    let group = #"{"from": [{"collectionId": "c", "allDescendants": true}]}"#
    #expect(await fixture.query(group) == ["c/1", "c/1/c/x", "c/2", "c/3", "c/4", "c/5"])
    #expect(await fixture.query("{}", below: "/c/1") == ["c/1/c/x"])
    #expect(await fixture.query("{}") == ["c/1", "c/2", "c/3", "c/4", "c/5"])
    let all = #"{"from": [{"allDescendants": true}]}"#
    #expect(await fixture.query(all) == ["c/1", "c/1/c/x", "c/2", "c/3", "c/4", "c/5"])
    let partitions = await fixture.send(
      .post,
      ":partitionQuery",
      #"{"structuredQuery": \#(group)}"#
    )
    #expect(partitions.text == "{}")
    #expect(await fixture.send(.post, ":partitionQuery", "{}").status == .badRequest)
  }

  @Test("Firestore queries return selected fields, or only a read time if nothing matches")
  func projections() async {
    let fixture = await fixture()
    let json =
      #"{"structuredQuery": {\#(from), "limit": 1, "select": {"fields": [{"fieldPath": "n"}]}}}"#
    let response = await fixture.send(.post, ":runQuery", json)
    #expect(response.json[0]["document"]?["fields"] == Tree(["n": ["integerValue": "1"]]))
    #expect(response.json[0]["readTime"]?.string == "2023-11-14T22:13:20.123005Z")
    let names =
      #"{"structuredQuery": {\#(from), "select": {"fields": [{"fieldPath": "__name__"}]}}}"#
    let named = await fixture.send(.post, ":runQuery", names)
    #expect(named.json[0]["document"]?["fields"] == nil)
    let nothing = await fixture.send(
      .post,
      ":runQuery",
      #"{"structuredQuery": {"from": [{"collectionId": "none"}]}}"#
    )
    #expect(nothing.text == #"[{"readTime":"2023-11-14T22:13:20.123005Z"}]"#)
  }

  @Test("Firestore queries count, sum and average")
  func aggregations() async {
    let fixture = await fixture()
    let response = await fixture.send(
      .post,
      ":runAggregationQuery",
      """
      {"structuredAggregationQuery": {"structuredQuery": {\(from)}, "aggregations": [
        {"alias": "all", "count": {}}, {"alias": "two", "count": {"upTo": "2"}},
        {"sum": {"field": {"fieldPath": "n"}}}, {"alias": "mean", "avg": {"field": {"fieldPath": "n"}}}]}}
      """
    )
    #expect(
      response.json[0]["result"]?["aggregateFields"]
        == Tree([
          "all": ["integerValue": "5"], "two": ["integerValue": "2"],
          "field_1": ["integerValue": "15"], "mean": ["doubleValue": 3.0],
        ])
    )
    let selected = await fixture.send(
      .post,
      ":runAggregationQuery",
      """
      {"structuredAggregationQuery": {"structuredQuery": {\(from), "select": {}}, "aggregations": [
        {"sum": {"field": {"fieldPath": "n"}}}]}}
      """
    )
    #expect(
      selected.error
        == "INVALID_ARGUMENT: Sums and averages cannot be combined with selected fields."
    )
    let none = await fixture.send(
      .post,
      ":runAggregationQuery",
      #"{"structuredAggregationQuery": {"structuredQuery": {}, "aggregations": []}}"#
    )
    #expect(none.json.kind == .list)
    #expect(
      none.error == "INVALID_ARGUMENT: The query has 0 aggregations; expected 1 to 5."
    )
  }

  @Test("A batch request returns each named document once, including missing ones")
  func batchGet() async {
    let fixture = await fixture()
    let name = FirestoreFixture.name
    let response = await fixture.send(
      .post,
      ":batchGet",
      """
      {"documents": ["\(name)/c/1", "\(name)/c/none", "\(name)/c/1"], "mask": {"fieldPaths": ["n"]}}
      """
    )
    #expect(response.json.children.count == 2)
    #expect(response.json[0]["found"]?["fields"] == Tree(["n": ["integerValue": "1"]]))
    #expect(response.json[1]["missing"]?.string == "\(name)/c/none")
  }

  @Test(
    "An invalid query is rejected with an error in an array, like a stream",
    arguments: [
      ("{}", "The request has no structuredQuery."),
      (
        #"{"structuredQuery": {"from": [{}, {}]}}"#,
        "A query can name only one collection; found 2."
      ),
      (#"{"structuredQuery": {"limit": -1}}"#, "The limit is -1; it must not be negative."),
      (
        #"{"structuredQuery": {"limit": "x"}}"#,
        "Invalid value at 'structuredQuery.limit': found \"x\", expected a whole number."
      ),
      (
        #"{"structuredQuery": {"where": {"compositeFilter": {"op": "XOR", "filters": [{"unaryFilter": "#
          + #"{"field": {"fieldPath": "a"}, "op": "IS_NULL"}}]}}}}"#,
        "Invalid value at 'structuredQuery.where.compositeFilter.op': found \"XOR\", expected one of AND, OR."
      ),
      (
        #"{"structuredQuery": {"orderBy": [{"field": {"fieldPath": "a b"}}]}}"#,
        "Invalid field path \"a b\": names that are not [A-Za-z_][A-Za-z0-9_]* must be in "
          + "backticks, with dots between them."
      ),
      (
        #"{"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field": "#
          + #"{"fieldPath": "n"}, "op": 3, "value": {"integerValue": 1}}}, "startAt": {"values": "#
          + #"[{"integerValue": 1}]}}}"#,
        "A cursor has 1 value, but the query has only 0 orders."
      ),
      (
        #"{"structuredQuery": {"orderBy": [{"field": {"fieldPath": "m.__x__"}}]}}"#,
        "The field name __x__ is reserved, because it begins and ends with two underscores."
      ),
      ("[]", "Invalid JSON payload received. The body is a JSON list; an object is expected."),
    ]
  )
  func badQueries(json: String, message: String) async {
    let response = await FirestoreFixture().send(.post, ":runQuery", json)
    #expect(response.status == .badRequest)
    #expect(response.json.kind == .list)
    #expect(response.error == "INVALID_ARGUMENT: \(message)")
  }

  @Test(
    "Read times are never earlier than the documents read or than acknowledged writes"
  )
  func readTimes() async throws {
    let fixture = FirestoreFixture()
    for number in 0..<3 { await fixture.set(#"{"n": {"integerValue": "\#(number)"}}"#, at: "c/a") }
    let found = await fixture.send(
      .post,
      ":batchGet",
      #"{"documents": ["\#(FirestoreFixture.name)/c/a"]}"#
    )
    #expect(found.text.contains(#""updateTime":"2023-11-14T22:13:20.123002Z""#), "\(found.text)")
    #expect(found.text.contains(#""readTime":"2023-11-14T22:13:20.123002Z""#), "\(found.text)")
    let nothing = await fixture.send(
      .post,
      ":runQuery",
      #"{"structuredQuery": {"from": [{"collectionId": "none"}]}}"#
    )
    #expect(nothing.text == #"[{"readTime":"2023-11-14T22:13:20.123002Z"}]"#)
  }
}
