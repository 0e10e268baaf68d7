import StoreConformance
import TaneCore
import TaneFormats
import Testing

@Suite("Values of documents as Firestore's REST API writes them")
struct DocumentJSONTests {
  private func read(_ json: String) throws -> DocumentValue {
    let tree = try #require(JSONReader().read(Array(json.utf8), named: "value").tree)
    return try DocumentJSON(tree, at: "v").value()
  }

  @Test("what is written reads back the same", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = Self.value(depth: 3, &random)
      let text = try JSONWriter(.compact).write(Tree(value.json))
      #expect(try read(text) == value, "\(text)")
    }
  }

  @Test("other spellings are taken as well")
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
    "anything else is told with its place",
    arguments: [
      ("3", "v", "an object with one entry, such as \"stringValue\""),
      ("{}", "v", "an object with one entry, such as \"stringValue\""),
      (#"{"textValue": ""}"#, "v", "the name of a type, such as \"stringValue\""),
      (#"{"integerValue": "x"}"#, "v.integerValue", "a whole number of 64 bits, or its digits"),
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
    let problem = #expect(throws: DocumentJSONProblem.self) {
      try DocumentJSON(tree, at: "v").value()
    }
    #expect(problem?.place == place)
    #expect(problem?.expected == expected)
  }

  @Test("full names are taken apart")
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

  /// A value of any kind.
  private static func value(depth: Int, _ random: inout SeededGenerator) -> DocumentValue {
    switch Int.random(in: 0..<(depth > 0 ? 11 : 9), using: &random) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
    case 3: return .double(Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random)))
    case 4:
      let range = DocumentTimestamp.range
      return .timestamp(DocumentTimestamp(microseconds: .random(in: range, using: &random)))
    case 5: return .string(text(&random))
    case 6:
      let count = Int.random(in: 0..<9, using: &random)
      return .bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 7: return .reference("projects/p/databases/d/documents/c/\(text(&random))")
    case 8:
      let point = GeographicPoint(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random)
      )
      return point.map { .geoPoint($0) } ?? .null
    case 9:
      let count = Int.random(in: 0..<4, using: &random)
      return .array((0..<count).map { _ in value(depth: depth - 1, &random) })
    default:
      let count = Int.random(in: 0..<4, using: &random)
      return .map(
        DocumentFields((0..<count).map { _ in (text(&random), value(depth: depth - 1, &random)) })
      )
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "\"", "\\", "\u{0}", "é", "e\u{301}", "麺", "🍜", ".", "`", "\n"]
    let count = Int.random(in: 0..<6, using: &random)
    return (0..<count).compactMap { _ in letters.randomElement(using: &random) }.joined()
  }
}
