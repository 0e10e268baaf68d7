import TestSupport
import TaneCore
import TaneFormats
import TaneServices
import Testing

@Suite("Document values in the Firestore REST API")
struct DocumentValueTests {
  private func read(_ json: String) throws -> DocumentValue {
    let tree = try #require(JSONReader().read(Array(json.utf8), named: "value").tree)
    return try ProtocolJSON(tree, at: "v").value()
  }

  @Test(
    "Any value is unchanged after encoding and decoding as JSON",
    arguments: 0..<20 as Range<UInt64>
  )
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = random.value(depth: 3)
      let text = try JSONWriter(.compact).write(Tree(value.json))
      #expect(try read(text) == value, "\(text)")
    }
  }

  @Test("Alternative spellings of document values are accepted")
  func spellings() throws {
    let cases: [(String, DocumentValue)] = [
      (#"{"nullValue": "NULL_VALUE"}"#, .null), (#"{"integer_value": 7}"#, .integer(7)),
      (#"{"doubleValue": "-0"}"#, .double(-0.0)), (#"{"doubleValue": -0}"#, .double(-0.0)),
      (#"{"doubleValue": 3}"#, .double(3)), (#"{"bytesValue": "-_8"}"#, .bytes([251, 255])),
      (#"{"bytesValue": "+/8="}"#, .bytes([251, 255])), (#"{"arrayValue": {}}"#, .array([])),
      (#"{"mapValue": {"fields": null}}"#, .map([:])),
      (
        #"{"timestampValue": "2026-01-31T21:00:00.1234567+09:00"}"#,
        .timestamp(DocumentTimestamp(microseconds: 1_769_860_800_123_456))
      ),
    ]
    for (json, value) in cases { #expect(try read(json) == value, "\(json)") }
    let origin = try #require(GeographicPoint(latitude: 0, longitude: 0))
    #expect(try read(#"{"geoPointValue": {}}"#) == .geoPoint(origin))
  }

  @Test(
    "Invalid document values are rejected with their path",
    arguments: [
      ("3", "v", "an object with one entry, such as \"stringValue\""),
      ("{}", "v", "an object with one entry, such as \"stringValue\""),
      (#"{"textValue": ""}"#, "v", "the name of a type, such as \"stringValue\""),
      (#"{"integerValue": "x"}"#, "v.integerValue", "a 64-bit integer, or its digits"),
      (#"{"bytesValue": "%"}"#, "v.bytesValue", "base64"),
      (#"{"bytesValue": 1}"#, "v.bytesValue", "base64"),
      (
        #"{"arrayValue": {"values": [{"nullValue": null}, {"stringValue": 1}]}}"#,
        "v.arrayValue.values[1].stringValue", "a string"
      ),
      (
        #"{"mapValue": {"fields": {"a": {"booleanValue": 1}}}}"#,
        "v.mapValue.fields.a.booleanValue", "a boolean"
      ),
      (
        #"{"geoPointValue": {"latitude": 91}}"#, "v.geoPointValue",
        "a latitude of -90 to 90 and a longitude of -180 to 180 degrees"
      ),
    ]
  )
  func problems(json: String, place: String, expected: String) throws {
    let tree = try #require(JSONReader().read(Array(json.utf8), named: "value").tree)
    let problem = #expect(throws: WireError.self) {
      try ProtocolJSON(tree, at: "v").value()
    }
    guard case .unexpected(_, let foundPlace, let foundExpected)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(foundPlace == place)
    #expect(foundExpected == expected)
  }

  @Test("Full document names are parsed into database and path")
  func names() throws {
    let database = DocumentDatabaseName(project: "p", database: "d")
    for path in ["", "c", "c/d", "c/é/e"] {
      let name = database.name(of: DocumentPath(parsing: path))
      let parts = try #require(DocumentDatabaseName.parse(name))
      #expect(parts.database == database)
      #expect(parts.path == DocumentPath(parsing: path))
    }
    for text in ["", "projects/p/databases/d", "p/p/databases/d/documents", "c/d"] {
      #expect(DocumentDatabaseName.parse(text) == nil)
    }
  }
}
