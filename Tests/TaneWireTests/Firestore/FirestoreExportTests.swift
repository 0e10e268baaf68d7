import Foundation
import StoreConformance
import TaneCore
import Testing

@testable import TaneWire

@Suite("Files of Firestore's exports")
struct FirestoreExportTests {
  private func records(of bytes: [UInt8]) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try LevelDBLog.forEachRecord(of: bytes) { records.append(Array($0)) }
    return records
  }

  /// What is said of bytes that cannot be read; nil where they can.
  private func problem(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let problem as WireProblem {
      return problem.message
    } catch {
      return "\(error)"
    }
  }

  @Test("are documents with values of all types, as another library writes them")
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

  @Test("have vectors, and values at the ends of their types, as Google's emulator writes them")
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

  @Test("hold records of any length, in blocks that are filled up with zeros")
  func blocks() throws {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<40 {
      let records = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<Int.random(
          in: 0...[10, 40_000, 100_000].randomElement(using: &random)!,
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

  @Test("are refused with a byte changed, and where they are cut off within a record")
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
        == "it is damaged or cut off at byte 479: the checksum of a record does not match its bytes"
    )
    #expect(
      problem { _ = try records(of: Array(bytes.dropLast())) }
        == "it is damaged or cut off at byte 561: a record of 55 bytes, of which 54 are there"
    )
    let pieces = Self.log([[UInt8](repeating: 1, count: 40_000)])
    #expect(
      problem { _ = try records(of: Array(pieces.prefix(32768))) }
        == "it is damaged or cut off at byte 32,768: the last record is not complete"
    )
    #expect(
      problem { _ = try records(of: Array(pieces.dropFirst(32768))) }
        == "it is damaged or cut off at byte 0: a record begins in its middle"
    )
  }

  @Test("with hostile entities are refused, whatever lengths and depths they claim")
  func hostile() throws {
    let huge: [UInt8] = [0x6A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
    #expect(
      problem { _ = try ExportedEntity(decoding: huge[...]) } == "it holds a malformed entity"
    )
    let groups = [UInt8](repeating: 0x0B, count: 200_000)
    #expect(
      problem { _ = try ExportedEntity(decoding: groups[...]) } == "it holds a malformed entity"
    )
    #expect(
      problem { _ = try ExportedEntity(decoding: []) } == "it holds a record that is not a document"
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
        == "the document c/d: nested too deeply"
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

  /// Records as LevelDB writes them.
  private static func log(_ records: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records {
      var (rest, isFirst) = (record[...], true)
      repeat {
        if 32768 - bytes.count % 32768 < 7 {
          bytes += [UInt8](repeating: 0, count: 32768 - bytes.count % 32768)
        }
        let data = rest.prefix(32768 - bytes.count % 32768 - 7)
        rest = rest.dropFirst(data.count)
        let kind: UInt8 = rest.isEmpty ? (isFirst ? 1 : 4) : isFirst ? 2 : 3
        let checksum = LevelDBLog.checksum(kind, data)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> UInt32(8 * $0)) }
        bytes += [UInt8(data.count & 0xFF), UInt8(data.count >> 8), kind] + data
        isFirst = false
      } while !rest.isEmpty
    }
    return bytes
  }
}
