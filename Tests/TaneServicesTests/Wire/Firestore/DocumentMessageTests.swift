import TestSupport
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneFormats
import TaneTesting
import TaneServices
import Testing

@Suite("Messages of Firestore's gRPC API")
struct DocumentMessageTests {
  private let database = DocumentDatabaseName(project: "p", database: "(default)")

  /// Returns a message after encoding and decoding it.
  private func carried<Carried: Message>(_ message: Carried) throws -> Carried {
    let bytes: [UInt8] = try message.serializedBytes()
    return try Carried(serializedBytes: bytes)
  }

  @Test(
    "Any document is unchanged after encoding and decoding as a message",
    arguments: 0..<20 as Range<UInt64>
  )
  func documents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let document = StoredDocument(
        path: DocumentPath([random.name(), random.name()]),
        fields: random.fields(depth: 2),
        createTime: random.time(),
        updateTime: random.time()
      )
      let message = try carried(document.message(of: database))
      let path = try database.documentPath(of: message.name)
      #expect(try StoredDocument(message, path: path) == document)
    }
  }

  @Test("Fields with canonically equivalent names stay separate in a message")
  func names() throws {
    let fields: DocumentFields = ["\u{E9}": .integer(1), "e\u{301}": .map(["\u{E9}": .null])]
    let value = DocumentValue.map(fields)
    #expect(try DocumentValue(carried(value.message)) == value)
    #expect(fields.count == 2)
  }

  @Test("Document names with combining characters after a slash are parsed")
  func joiningLetters() throws {
    let path = DocumentPath(["c", "\u{301}d", "s", "\u{200D}"])
    #expect(try database.documentPath(of: database.name(of: path)) == path)
    #expect(DocumentDatabaseName(parsing: "projects/p/databases/\u{301}")?.database == "\u{301}")
  }

  @Test(
    "Write results are unchanged after encoding and decoding as messages",
    arguments: 0..<20 as Range<UInt64>
  )
  func results(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let result = DocumentWriteResult(
      updateTime: random.maybe { $0.time() },
      transformResults: random.list { $0.value(depth: 1) }
    )
    #expect(try DocumentWriteResult(carried(result.message)) == result)
  }

  @Test("Queries parsed from JSON and from messages are equal")
  func queries() throws {
    let texts = [
      #"{"from": [{"collectionId": "c"}]}"#, "{}",
      #"{"from": [{"collectionId": "c", "allDescendants": true}], "offset": 2, "limit": 3}"#,
      #"""
      {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "OR", "filters": [
        {"fieldFilter": {"field": {"fieldPath": "a.`b c`"}, "op": "ARRAY_CONTAINS_ANY",
          "value": {"arrayValue": {"values": [{"integerValue": "1"}, {"doubleValue": "NaN"}]}}}},
        {"unaryFilter": {"field": {"fieldPath": "n"}, "op": "IS_NOT_NULL"}},
        {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "EQUAL", "value": {"nullValue": null}}}
      ]}}}
      """#,
      #"""
      {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {
        "field": {"fieldPath": "__name__"}, "op": "GREATER_THAN",
        "value": {"referenceValue": "projects/p/databases/(default)/documents/c/d"}}},
        "orderBy": [{"field": {"fieldPath": "t"}, "direction": "DESCENDING"},
          {"field": {"fieldPath": "__name__"}}],
        "startAt": {"values": [{"timestampValue": "1969-12-31T23:59:59.5Z"},
          {"referenceValue": "projects/p/databases/(default)/documents/c/e"}], "before": true},
        "endAt": {"values": [{"geoPointValue": {"latitude": -1.5, "longitude": 2}}]}}
      """#,
    ]
    for text in texts {
      let message = try carried(ProtoStructuredQuery(jsonString: text))
      let json = ProtocolJSON(try JSONText.object(of: Array(text.utf8)))
      #expect(
        try DocumentQuery(message, below: .root, of: database)
          == DocumentQuery(json, below: .root, of: database),
        "\(text)"
      )
    }
  }

  @Test("Writes parsed from JSON and from messages are equal")
  func writes() throws {
    let name = "projects/p/databases/(default)/documents/c/d"
    let texts = [
      #"{"delete": "\#(name)", "currentDocument": {"exists": true}}"#,
      #"{"verify": "\#(name)", "currentDocument": {"updateTime": "2026-01-31T12:00:00.123456Z"}}"#,
      #"{"update": {"name": "\#(name)"}, "updateMask": {"fieldPaths": ["a", "b.c"]}}"#,
      #"""
      {"update": {"name": "\#(name)"}, "updateTransforms": [
        {"fieldPath": "at", "setToServerValue": "REQUEST_TIME"},
        {"fieldPath": "n", "increment": {"integerValue": "2"}},
        {"fieldPath": "n", "maximum": {"doubleValue": 1.5}},
        {"fieldPath": "n", "minimum": {"doubleValue": 0.5}},
        {"fieldPath": "l", "appendMissingElements": {"values": [{"stringValue": "x"}]}},
        {"fieldPath": "l", "removeAllFromArray": {"values": [{"bytesValue": "AAE="}]}}]}
      """#,
      #"""
      {"transform": {"document": "\#(name)", "fieldTransforms": [
        {"fieldPath": "n", "increment": {"integerValue": "2"}}]}}
      """#,
    ]
    for text in texts {
      let message = try carried(ProtoWrite(jsonString: text))
      let json = ProtocolJSON(try JSONText.object(of: Array(text.utf8)))
      #expect(
        try DocumentWrite(message, of: database) == DocumentWrite(json, of: database),
        "\(text)"
      )
    }
  }

  @Test("Invalid messages are rejected")
  func faults() {
    func problem(_ make: () throws -> Void) -> String {
      do {
        try make()
        return "none"
      } catch {
        return (error as? WireError)?.message ?? "\(error)"
      }
    }
    #expect(
      problem { _ = try DocumentValue(ProtoValue()) }
        == "A value has a type that Firestore documents do not support."
    )
    #expect(
      problem { _ = try DocumentTimestamp(.with { $0.nanos = -1 }) }
        == "Invalid time of 0 seconds and -1 nanoseconds: a time of the years 1 to 9999 is expected."
    )
    #expect(
      problem { _ = try DocumentValue(.with { $0.geoPointValue.latitude = 91 }) }
        == "Invalid geopoint 91.0, 0.0: a latitude of -90 to 90 and a longitude of -180 to 180 "
        + "degrees are expected."
    )
    #expect(
      problem { _ = try DocumentWrite(ProtoWrite(), of: database) }
        == "A write has neither update, delete, verify nor transform."
    )
  }
}

extension DocumentWriteResult {
  /// Creates the result that a message describes.
  fileprivate init(_ message: ProtoWriteResult) throws {
    self.init(
      updateTime: message.hasUpdateTime ? try DocumentTimestamp(message.updateTime) : nil,
      transformResults: try DocumentValue.list(message.transformResults)
    )
  }
}
