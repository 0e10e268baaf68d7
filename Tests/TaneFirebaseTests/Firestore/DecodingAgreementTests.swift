import Foundation
import TaneCore
import TaneFirebase
import TaneMapping
import TaneTesting
import Testing

/// Checks that apps and validation decode alike: `DocumentSnapshot.data(as:)` and `check(_:in:at:)`
/// must return the same value or the same errors.
@Suite("Snapshots are decoded as in the validation of their data")
struct DecodingAgreementTests {
  /// A recorder of decoded values, as text.
  private final class Recorder: @unchecked Sendable {
    // It is written by one decoding at a time, and read afterward.
    var text: String?
  }

  private static let recorderKey = CodingUserInfoKey(rawValue: "recorder")

  private static func note(_ value: some Any, _ decoder: any Decoder) {
    let recorder = recorderKey.flatMap { decoder.userInfo[$0] as? Recorder }
    recorder?.text = "\(type(of: value)) \(text(of: value))"
  }

  /// Returns a value as text: unordered collections are sorted, and dates are numbers, because
  /// describing a date far in the past or future traps.
  private static func text(of value: Any) -> String {
    if let date = value as? Date { return "\(date.timeIntervalSince1970)" }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.lazy.map { text(of: $0.value) }
    switch mirror.displayStyle {
    case .dictionary, .set: return "[\(parts.sorted().joined(separator: ", "))]"
    case .collection, .optional, .tuple: return "[\(parts.joined(separator: ", "))]"
    default: return String(reflecting: value)
    }
  }

  /// A type with a required field.
  private struct Holder<Value: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      DecodingAgreementTests.note(try container.decode(Value.self, forKey: .v), decoder)
    }
  }

  /// A type with an optional field.
  private struct OptionalHolder<Value: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      DecodingAgreementTests.note(try container.decodeIfPresent(Value.self, forKey: .v), decoder)
    }
  }

  private enum Key: String, CodingKey { case v }

  private enum Mood: String, Codable { case calm, cross }
  private enum Size: Int, Codable, CodingKeyRepresentable { case small = 1, large }
  private enum Reply: Codable {
    case text(String)
    case none
  }
  private struct Pair: Codable { var firstOne: Int; var second: Int? }
  private struct Named: Codable { @DocumentID var id: String?; var count: Int }
  private struct Nullable: Codable { @ExplicitNull var text: String? }
  private struct Stamped: Codable { @ServerTimestamp var at: Timestamp? }
  private struct Wide: Codable { var big: Int128; var huge: UInt128?; var small: Int8? }

  private class Base: Decodable { var base = 0 }
  private final class Derived: Base {
    private enum CodingKeys: CodingKey { case own }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let own = try container.decode(Int.self, forKey: .own)
      try super.init(from: container.superDecoder())
      DecodingAgreementTests.note([own, base], decoder)
    }
  }

  private struct Elements: Decodable {
    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Key.self)
      var list = try outer.nestedUnkeyedContainer(forKey: .v)
      var texts: [String] = []
      while !list.isAtEnd {
        texts.append(try list.decodeNil() ? "null" : String(try list.decode(Int.self)))
      }
      DecodingAgreementTests.note(texts, decoder)
    }
  }

  private struct BeyondEnd: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .v)
      while true { _ = try list.decode(Int.self) }
    }
  }

  private struct NullBeyondEnd: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .v)
      DecodingAgreementTests.note(try list.decodeNil(), decoder)
    }
  }

  private struct MissingSuper: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let inner = try container.superDecoder(forKey: .v).singleValueContainer()
      DecodingAgreementTests.note("\(inner.decodeNil())", decoder)
    }
  }

  private let path = DocumentPath(["c", "d"])
  private let store = InMemoryDocumentStore()

  private func runtime<Value: Decodable>(
    _ type: Value.Type,
    _ fields: DocumentFields,
    _ decoder: FirestoreDecoder
  ) async throws -> String {
    try await store.commit([DocumentWrite(path: path, operation: .update(fields, mask: nil))])
    let firestore = FirestoreManager(documents: store).firestore
    let snapshot = try await firestore.document(path.description).getDocument()
    let recorder = Recorder()
    var decoder = decoder
    if let key = Self.recorderKey { decoder.userInfo[key] = recorder }
    do {
      let value = try snapshot.data(as: type, decoder: decoder)
      return recorder.text ?? String(reflecting: value)
    } catch let error as DataMappingError {
      return error.findings.map { "\($0.code) \($0.address?.description ?? ""): \($0.message)" }
        .joined(separator: "\n")
    }
  }

  private func checked<Value: Decodable>(
    _ type: Value.Type,
    _ fields: DocumentFields,
    _ decoder: TreeDecoder
  ) -> String {
    let recorder = Recorder()
    var options = MappingCheckOptions(decoder: decoder, extras: [])
    if let key = Self.recorderKey { options.decoder.userInfo[key] = recorder }
    let report = check(
      type,
      in: Tree(document: fields),
      at: Address(document: path),
      options: options
    )
    guard report.findings.isEmpty else {
      return report.findings.map { "\($0.code) \($0.address?.description ?? ""): \($0.message)" }
        .joined(separator: "\n")
    }
    return recorder.text ?? "no value"
  }

  private func agree<Value: Decodable>(
    _ type: Value.Type,
    _ fields: DocumentFields,
    _ decoder: FirestoreDecoder = FirestoreDecoder(),
    _ other: TreeDecoder = TreeDecoder(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let atRunTime = try await runtime(type, fields, decoder)
    #expect(
      atRunTime == checked(type, fields, other),
      "\(type) of \(fields.map { "\($0.name): \($0.value)" })",
      sourceLocation: sourceLocation
    )
  }

  /// Compares the decoding of every value of the table, as a required and as an optional field.
  private func agree<Value: Decodable>(on type: Value.Type) async throws {
    for value in Self.values {
      try await agree(Holder<Value>.self, ["v": value])
      try await agree(OptionalHolder<Value>.self, ["v": value])
    }
    try await agree(Holder<Value>.self, [:])
    try await agree(OptionalHolder<Value>.self, [:])
  }

  private static let values: [DocumentValue] = [
    .null, .boolean(true), .integer(0), .integer(1), .integer(-1), .integer(127), .integer(128),
    .integer(1 << 53 + 1), .integer(.max), .integer(.min), .double(0), .double(-0.0), .double(1),
    .double(1.5), .double(0.1), .double(1e19), .double(1e300), .double(.nan), .double(.infinity),
    .timestamp(DocumentTimestamp(microseconds: 0)),
    .timestamp(DocumentTimestamp(microseconds: 1_714_555_800_123_457)),
    .timestamp(DocumentTimestamp(microseconds: -1_714_555_800_123_457)),
    .timestamp(DocumentTimestamp(microseconds: DocumentTimestamp.range.lowerBound)),
    .timestamp(DocumentTimestamp(microseconds: DocumentTimestamp.range.upperBound)),
    .string(""), .string("calm"), .string("clam"), .string("https://example.com/a b"),
    .string("6F9619FF-8B86-D011-B42D-00CF4FC964FF"), .string("1"), .string("AQ=="),
    .bytes([]), .bytes([1, 2, 255]),
    .reference("projects/local/databases/(default)/documents/users/u1"),
    .reference("projects/p/databases/other/documents/a/documents/b/c"),
    GeographicPoint(latitude: 35.68, longitude: -139.76).map { .geoPoint($0) } ?? .null,
    .array([]), .array([.integer(1), .null, .integer(300)]),
    .map([:]), .map(["a": .integer(1), "b": .null]), .map(["1": .integer(1), "x": .integer(2)]),
    .map(["firstOne": .integer(1), "second": .double(2)]), .map(["first_one": .integer(1)]),
    .map(["text": .map(["_0": .string("x")])]), .map(["none": .map([:])]),
    .map(["latitude": .integer(1), "longitude": .integer(2)]),
    .map(["count": .integer(1), "id": .string("x")]), .map(["text": .null]), .map(["at": .null]),
    .map(["big": .integer(.max), "huge": .integer(1), "small": .integer(128)]),
    .map(["big": .integer(.max), "huge": .integer(-1), "small": .integer(1)]),
    .map(["own": .integer(1), "super": .map(["base": .integer(2)])]), .map(["own": .integer(1)]),
  ]

  @Test("Decoding a snapshot and validating it agree for scalar types")
  func scalars() async throws {
    try await agree(on: Bool.self)
    try await agree(on: String.self)
    try await agree(on: Double.self)
    try await agree(on: Float.self)
    try await agree(on: Int.self)
    try await agree(on: Int8.self)
    try await agree(on: Int64.self)
    try await agree(on: Int128.self)
    try await agree(on: UInt8.self)
    try await agree(on: UInt64.self)
    try await agree(on: UInt128.self)
    try await agree(on: Decimal.self)
    try await agree(on: URL.self)
    try await agree(on: UUID.self)
    try await agree(on: Date.self)
    try await agree(on: Data.self)
    try await agree(on: Timestamp.self)
    try await agree(on: GeoPoint.self)
    try await agree(on: DocumentReference.self)
    try await agree(on: Mood.self)
    try await agree(on: Size.self)
  }

  @Test("Decoding a snapshot and validating it agree for types that contain others")
  func containers() async throws {
    try await agree(on: Int??.self)
    try await agree(on: [Int?].self)
    try await agree(on: [UInt8].self)
    try await agree(on: Set<Int>.self)
    try await agree(on: [String: Int?].self)
    try await agree(on: [Int: Int].self)
    try await agree(on: [Size: Int].self)
    try await agree(on: [Mood: Int].self)
    try await agree(on: Pair.self)
    try await agree(on: Reply.self)
    try await agree(on: Named.self)
    try await agree(on: Nullable.self)
    try await agree(on: Stamped.self)
    try await agree(on: Wide.self)
    try await agree(on: Derived.self)
    try await agree(on: DocumentID<String>.self)
    try await agree(on: DocumentID<DocumentReference>.self)
    try await agree(on: FieldValue.self)
  }

  @Test("Decoding a snapshot and validating it agree for custom init(from:)")
  func handWritten() async throws {
    for value in Self.values {
      try await agree(Elements.self, ["v": value])
      try await agree(BeyondEnd.self, ["v": value])
      try await agree(NullBeyondEnd.self, ["v": value])
      try await agree(MissingSuper.self, ["v": value])
      try await agree(Holder<Int>.self, ["w": value])
      try await agree(Derived.self, ["own": .integer(1), "super": value])
    }
    try await agree(MissingSuper.self, [:])
  }

  @Test("Numbers decode exactly, or with an error that describes the mismatch")
  func exactly() async throws {
    let decoder = FirestoreDecoder()
    func decoded<Value: Decodable>(_ type: Value.Type, _ value: DocumentValue) async throws
      -> String
    {
      try await runtime(Holder<Value>.self, ["v": value], decoder)
    }
    #expect(
      try await decoded(Decimal.self, .integer(.max)) == "Decimal 9223372036854775807"
    )
    #expect(try await decoded(Decimal.self, .double(1.1)) == "Decimal 1.1")
    #expect(
      try await decoded(Decimal.self, .double(1e300))
        == "unreadable-value firestore:/c/d/v: Holder<Decimal>.v: expected Decimal, found number 1e+300, which is beyond its range"
    )
    #expect(try await decoded(Int128.self, .integer(.min)) == "Int128 -9223372036854775808")
    #expect(
      try await decoded(UInt8.self, .integer(256))
        == "unreadable-value firestore:/c/d/v: Holder<UInt8>.v: expected UInt8, found integer 256, "
        + "which UInt8 cannot represent exactly"
    )
    #expect(
      try await runtime(OptionalHolder<DocumentID<String>>.self, ["v": .integer(1)], decoder)
        .contains(#"wrappedValue: Optional("d")"#)
    )
  }

  @Test("Decoding and validation agree for names that Unicode writes in two ways")
  func names() async throws {
    struct Accented: Decodable {
      enum CodingKeys: String, CodingKey { case name = "caf\u{e9}" }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        DecodingAgreementTests.note(try container.decode(Int.self, forKey: .name), decoder)
      }
    }
    try await agree(Accented.self, ["caf\u{e9}": .integer(1)])
    try await agree(Accented.self, ["cafe\u{301}": .integer(1)])
    try await agree(Accented.self, ["caf\u{e9}": .integer(1), "cafe\u{301}": .integer(2)])
  }

  @Test("Decoding and validation agree for each key decoding strategy")
  func strategies() async throws {
    var decoder = FirestoreDecoder()
    var other = TreeDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    other.keyDecodingStrategy = .convertFromSnakeCase
    for value in Self.values {
      try await agree(Holder<Pair>.self, ["v": value], decoder, other)
      try await agree(Holder<[String: Pair]>.self, ["v": .map(["a_b": value])], decoder, other)
      try await agree(Holder<[String: Int]>.self, ["v": value], decoder, other)
    }
    // Two keys that are equal after conversion, in either order.
    try await agree(
      Holder<Pair>.self,
      ["v": .map(["firstOne": .integer(1), "first_one": .integer(2)])],
      decoder,
      other
    )
    decoder.keyDecodingStrategy = .custom { path in Key(rawValue: "v") ?? path[0] }
    other.keyDecodingStrategy = .custom { path in Key(rawValue: "v") ?? path[0] }
    try await agree(Holder<Int>.self, ["10": .integer(1), "2": .integer(2)], decoder, other)
  }

  @Test("Decoding and validation agree for each date decoding strategy")
  func dates() async throws {
    var decoder = FirestoreDecoder()
    var other = TreeDecoder()
    for value in Self.values {
      decoder.dateDecodingStrategy = .secondsSince1970
      other.dateDecodingStrategy = .secondsSince1970
      try await agree(Holder<Date>.self, ["v": value], decoder, other)
      decoder.dateDecodingStrategy = .millisecondsSince1970
      other.dateDecodingStrategy = .millisecondsSince1970
      try await agree(Holder<Date?>.self, ["v": value], decoder, other)
      let custom: @Sendable (any Decoder) throws -> Date = {
        try $0.singleValueContainer().decode(Timestamp.self).dateValue()
      }
      decoder.dateDecodingStrategy = .custom(custom)
      other.dateDecodingStrategy = .custom(custom)
      try await agree(Holder<[String: Date]>.self, ["v": .map(["a": value])], decoder, other)
    }
  }
}
