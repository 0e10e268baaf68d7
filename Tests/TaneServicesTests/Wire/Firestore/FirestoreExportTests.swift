import Foundation
import TestSupport
import TaneCore
import Testing

@testable import TaneServices

@Suite("Firestore export files")
struct FirestoreExportTests {
  private func records(of bytes: [UInt8]) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try LevelDBLog.forEachRecord(of: bytes) { records.append(Array($0)) }
    return records
  }

  /// Returns the message of a decoding error, or nil if there is none.
  private func problem(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let problem as WireError {
      return problem.message
    } catch {
      return "\(error)"
    }
  }

  @Test("Documents with all types of values are decoded from another library's export")
  func documents() throws {
    let target = DocumentDatabaseName(project: "tane-demo")
    let documents = try records(of: FirestoreExportSample.documents).map {
      try ExportedEntity(decoding: $0[...], into: target)
    }
    #expect(
      documents.map { "\($0.path)" } == ["posts/p1", "posts/p1/comments/__id7__", "sauna/löyly"]
    )
    #expect(
      documents.map { "\($0.database)" }
        == Array(repeating: "projects/demo-app/databases/(default)", count: 3)
    )
    let place = try #require(GeographicPoint(latitude: 35.5, longitude: 139.25))
    let expected: DocumentFields = [
      "text": .string("熱い"), "n": .integer(-3), "open": .boolean(true), "price": .double(1.5),
      "at": .timestamp(DocumentTimestamp(microseconds: 1_778_201_999_123_456)),
      "raw": .bytes([0, 1, 255]), "place": .geoPoint(place),
      "author": .reference("projects/tane-demo/databases/(default)/documents/users/u1"),
      "other": .reference("projects/elsewhere/databases/(default)/documents/users/u1/lists/l1"),
      "tags": .array([.string("a"), .integer(2), .map(["x": .null])]), "nothing": .null,
      "none": .array([]),
      "menu": .map([
        "name": .string("ramen"), "sizes": .array([.integer(1)]), "empty": .map([:]),
      ]),
    ]
    #expect(documents[0].fields == expected)
    #expect(documents[1].fields == ["text": .string("")])
    #expect(documents[2].fields.isEmpty)
  }

  @Test("Vectors and extreme values are decoded from the emulator's export")
  func emulated() throws {
    let documents = try records(of: FirestoreExportSample.emulated).map {
      try ExportedEntity(decoding: $0[...])
    }
    #expect(documents.map { "\($0.path)" } == ["posts/p1/comments/c1", "posts/p1"])
    let user = DocumentValue.reference("projects/demo-app/databases/(default)/documents/users/u1")
    let place = try #require(GeographicPoint(latitude: 35.5, longitude: 139.25))
    let other = try #require(GeographicPoint(latitude: 1, longitude: 2))
    let values: DocumentFields = [
      "d": .double(2), "ints": .array([.integer(1), .double(1)]),
      "t": .timestamp(DocumentTimestamp(microseconds: 1_778_201_999_123_456)),
      "g": .geoPoint(place),
      "b": .bytes([0, 1, 255]), "r": user, "no": .null, "em": .map([:]), "el": .array([]),
      "lb": .array([
        .bytes([0, 1, 255]), .timestamp(DocumentTimestamp(microseconds: 1_778_201_999_000_000)),
        .geoPoint(other), user, .null, .boolean(true), .map([:]),
      ]),
      "nan": .double(.nan),
      "t0": .timestamp(DocumentTimestamp(microseconds: -62_135_596_800_000_000)),
      "neg": .integer(.min), "a.b": .string("dots"), "empty": .string(""),
    ]
    #expect(documents[0].fields == values)
    #expect(
      documents[1].fields == [
        "embedding": .map([
          "__type__": .string("__vector__"),
          "value": .array([.double(1), .double(2.5), .double(-0.25)]),
        ]),
        "nested": .map([
          "v": .map(["__type__": .string("__vector__"), "value": .array([.double(3)])])
        ]),
        "title": .string("熱い"),
      ]
    )
    #expect(documents[1].fields["embedding"]?.vector == [1, 2.5, -0.25])
  }

  @Test("Encoded Firestore exports equal those of the emulator except for the order of fields")
  func written() throws {
    for record in try records(of: FirestoreExportSample.emulated) {
      let entity = try ExportedEntity(decoding: record[...])
      let written = try ExportedEntity.record(
        of: entity.fields,
        at: entity.path,
        in: entity.database
      )
      #expect(try Self.parts(of: written) == Self.parts(of: record), "\(entity.path)")
    }
    // The other library's records are the same, except for the first one, which encodes an empty
    // list differently.
    let records = try records(of: FirestoreExportSample.documents)
    for record in records.dropFirst() {
      let entity = try ExportedEntity(decoding: record[...])
      let written = try ExportedEntity.record(
        of: entity.fields,
        at: entity.path,
        in: entity.database
      )
      #expect(written == record, "\(entity.path)")
    }
    let framed = Self.log(records)
    #expect(framed == FirestoreExportSample.documents)
  }

  /// Returns the fields of an entity, including those of its maps, sorted.
  private static func parts(of entity: [UInt8]) throws -> [String] {
    var parts: [String] = []
    var reader = ProtocolBufferReader(entity[...])
    while let field = try reader.next() {
      parts.append("\(field.number): \(Array(field.value.content ?? []))")
    }
    return parts.sorted()
  }

  @Test("Firestore export metadata equals that of the emulator")
  func metadata() {
    let time: Int64 = 1_618_204_509_415_000
    #expect(
      FirestoreExportMetadata.kinds(from: time, to: time)
        == [0x0A, 0x24, 0x0A, 0x10] + Array("firestore_export".utf8)
        + [0x10, 0xD8, 0xCC, 0xD4, 0xC7, 0xF9, 0xF7, 0xEF, 0x02]
        + [0x18, 0xD8, 0xCC, 0xD4, 0xC7, 0xF9, 0xF7, 0xEF, 0x02] + [
          0x12, 0x0C, 0x0A, 0x00, 0x12, 0x08,
        ]
        + Array("output-0".utf8)
    )
    let bytes = FirestoreExportMetadata.overall(documents: 9, bytes: 2660)
    let place = "all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata"
    #expect(
      bytes
        == [
          0xB8, 0x6D, 0x44, 0x4E, 0x01, 0x00, 0x01, 0x33, 0x41, 0xC0, 0x95, 0xEF, 0x50, 0x00, 0x01,
        ]
        + [0x0A, 0x4E, 0x0A, 0x04, 0x08, 0x02, 0x18, 0x03, 0x12, 0x41] + Array(place.utf8)
        + [0x18, 0x09, 0x20, 0xE4, 0x14]
    )
  }

  @Test("Documents with any values are unchanged after encoding and decoding an export")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 18)
    var (documents, bytes) = ([(DocumentPath, DocumentFields)](), [UInt8]())
    var writer = LevelDBLog.Writer()
    let database = DocumentDatabaseName(project: "demo-app", database: "other")
    for number in 0..<300 {
      let id = ["doc \(number)", "__id\(number)__", "__id-\(number + 1)__", "__id0\(number)__"]
        .randomElement(using: &random)!
      let path = DocumentPath(["麺", "a b", "c", id].suffix(Bool.random(using: &random) ? 4 : 2))
      let fields = Self.fields(&random, depth: 0)
      documents.append((path, fields))
      bytes += writer.bytes(of: try ExportedEntity.record(of: fields, at: path, in: database))
    }
    var read: [ExportedEntity] = []
    try LevelDBLog.forEachRecord(of: bytes) { read.append(try ExportedEntity(decoding: $0)) }
    #expect(read.count == documents.count)
    for ((path, fields), entity) in zip(documents, read) {
      #expect(entity.path == path)
      #expect(entity.database == database)
      #expect(entity.fields == fields, "\(path)")
    }
  }

  private static func fields(_ random: inout SeededGenerator, depth: Int) -> DocumentFields {
    DocumentFields(
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        let name =
          ["a", "b.c", "é", "e\u{301}", "`", "熱い", " "].randomElement(using: &random) ?? ""
        return (name, value(&random, depth: depth))
      }
    )
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> DocumentValue {
    let doubles = [
      0, -0.0, 1.5, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    switch Int.random(in: 0...(depth < 3 ? 11 : 8), using: &random) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &random))
    case 2: return .integer([0, -1, 1, .min, .max].randomElement(using: &random) ?? 0)
    case 3: return .double(doubles.randomElement(using: &random) ?? 0)
    case 4:
      let range = DocumentTimestamp.range
      let times: [Int64] = [range.lowerBound, range.upperBound, 0, -1]
      return .timestamp(DocumentTimestamp(microseconds: times.randomElement(using: &random) ?? 0))
    case 5:
      let count = [0, 1, 127, 128, 40_000].randomElement(using: &random) ?? 0
      return .string(String(repeating: "熱", count: count))
    case 6:
      return .bytes(
        (0..<Int.random(in: 0...300, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
      )
    case 7:
      let place =
        ["projects/p/databases/(default)", "projects/demo-app/databases/other"]
        .randomElement(using: &random) ?? ""
      return .reference("\(place)/documents/users/u 1/lists/__id7__")
    case 8:
      return GeographicPoint(latitude: -90, longitude: 179.5).map { .geoPoint($0) } ?? .null
    case 9: return .map(fields(&random, depth: depth + 1))
    case 10:
      let numbers = (0...Int.random(in: 0...3, using: &random)).map { _ in
        DocumentValue.double(doubles.randomElement(using: &random) ?? 0)
      }
      return .vector(of: numbers)
    default:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let element = value(&random, depth: depth + 1)
          if case .array = element { return .integer(3) }
          return element
        }
      )
    }
  }

  @Test("Records of a Firestore export are written in zero-padded blocks")
  func blocks() throws {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<40 {
      let records = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<Int.random(
          in: 0...([10, 40_000, 100_000].randomElement(using: &random) ?? 10),
          using: &random
        ))
        .map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      var bytes = Self.log(records)
      #expect(try self.records(of: bytes) == records)
      bytes += [UInt8](repeating: 0, count: 32768 - bytes.count % 32768)
      #expect(try self.records(of: bytes) == records)
    }
  }

  @Test("A Firestore export with a changed byte or truncated record is rejected")
  func damage() throws {
    let bytes = FirestoreExportSample.documents
    let ends = [0, 479, 561, bytes.count]
    #expect(try records(of: bytes).map(\.count) == [472, 75, 55])
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << (index % 8)
      #expect(problem { _ = try records(of: damaged) } != nil, "byte \(index)")
      let isWhole = ends.contains(index)
      #expect(
        (problem { _ = try records(of: Array(bytes[..<index])) } == nil) == isWhole,
        "cut at \(index)"
      )
    }
    var damaged = bytes
    damaged[500] ^= 1
    #expect(
      problem { _ = try records(of: damaged) }
        == "it is damaged or truncated at byte 479: the checksum of a record does not "
        + "match its bytes"
    )
    #expect(
      problem { _ = try records(of: Array(bytes.dropLast())) }
        == "it is damaged or truncated at byte 561: a record of 55 bytes, of which only 54 "
        + "are present"
    )
    let pieces = Self.log([[UInt8](repeating: 1, count: 40_000)])
    #expect(
      problem { _ = try records(of: Array(pieces.prefix(32768))) }
        == "it is damaged or truncated at byte 32,768: the last record is not complete"
    )
    #expect(
      problem { _ = try records(of: Array(pieces.dropFirst(32768))) }
        == "it is damaged or truncated at byte 0: a record lacks its beginning"
    )
  }

  @Test("Firestore exports with hostile lengths and depths are rejected")
  func hostile() throws {
    let huge: [UInt8] = [0x6A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
    #expect(
      problem { _ = try ExportedEntity(decoding: huge[...]) } == "it contains a malformed entity"
    )
    let groups = [UInt8](repeating: 0x0B, count: 200_000)
    #expect(
      problem { _ = try ExportedEntity(decoding: groups[...]) } == "it contains a malformed entity"
    )
    #expect(
      problem { _ = try ExportedEntity(decoding: []) }
        == "it contains a record that is not a document"
    )
    let record = try records(of: FirestoreExportSample.documents)[0]
    for index in record.indices {
      _ = problem { _ = try ExportedEntity(decoding: record[..<index]) }
      var changed = record
      changed[index] = ~changed[index]
      _ = problem { _ = try ExportedEntity(decoding: changed[...]) }
    }
    var nested: [UInt8] = []
    for _ in 0..<1000 {
      let value = [0x1A] + Self.varint(nested.count) + nested
      let property = [0x08, 19, 0x1A, 1, 0x78, 0x2A] + Self.varint(value.count) + value
      nested = [0x7A] + Self.varint(property.count) + property
    }
    let key: [UInt8] = [0x6A, 13, 0x6A, 1, 0x70, 0x72, 8, 0x0B, 0x12, 1, 0x63, 0x22, 1, 0x64, 0x0C]
    #expect(
      problem { _ = try ExportedEntity(decoding: (key + nested)[...]) }
        == "the document c/d: its values are nested too deeply"
    )
  }

  private static func varint(_ number: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), number)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// Returns the records in LevelDB's log format.
  private static func log(_ records: [[UInt8]]) -> [UInt8] {
    var writer = LevelDBLog.Writer()
    let bytes = records.flatMap { writer.bytes(of: $0) }
    #expect(writer.byteCount == bytes.count)
    return bytes
  }
}
