import Foundation
import TestSupport
import TaneCore
import TaneMapping
import Testing

@Suite("Agreement with Foundation's JSONDecoder")
struct AgreementTests {
  private static let scalars: [TreeLiteral] = [
    nil, true, false, 0, 1, -1, 127, 128, 255, 256, 65536, 2_147_483_648, 9_007_199_254_740_993,
    .integer(.max), .integer(.min), 0.5, -2.0, 3.0, 1e15, 0.1, 3.133,
    .decimal("9223372036854775808"),
    .decimal("18446744073709551615"), .decimal("18446744073709551616"), "", "a", "5", "true", "麺屋",
    [], [1], [nil], [1, 2], ["a", nil], .map([]), ["a": 1], ["1": 2], ["b": nil], ["name": "x"],
    [[1], [2, 3]],
  ]

  @Test("Scalars decode as with JSONDecoder in every position")
  func scalars() {
    for document in Self.scalars {
      compare(Int.self, document)
      compare(Int8.self, document)
      compare(Int16.self, document)
      compare(Int32.self, document)
      compare(Int64.self, document)
      compare(UInt.self, document)
      compare(UInt8.self, document)
      compare(UInt16.self, document)
      compare(UInt32.self, document)
      compare(UInt64.self, document)
      compare(Double.self, document)
      compare(Float.self, document)
      compare(Bool.self, document)
      compare(String.self, document)
      compare(Rank.self, document)
      compare(Level.self, document)
      compare(TextOrNumber.self, document)
      compare(Decimal.self, document)
      compare(Date.self, document)
    }
  }

  private func compare<Value: Decodable & Equatable>(_ type: Value.Type, _ document: TreeLiteral) {
    // For null instead of a Boolean, Foundation reports a wrong type, and Firebase a missing value.
    if type == Bool.self, document.json.contains("null") { return }
    expectSame(type, document)
    expectSame(Value?.self, document)
    expectSame([Value].self, document)
    expectSame([Value?].self, document)
    expectSame([String: Value].self, document)
    expectSame([Int: Value].self, document)
    expectSame([String: Value].self, ["key": document])
    expectSame([[Value]].self, [[document]])
  }

  @Test("128-bit integers decode beyond 64 bits")
  func wideIntegers() throws {
    let tree = Tree(.list([1, .decimal("170141183460469231731687303715884105727")]))
    #expect(try TreeDecoder().decode([Int128].self, from: tree) == [1, .max])
    #expect(try TreeDecoder().decode([UInt128].self, from: tree) == [1, UInt128(Int128.max)])
  }

  @Test("Structures with missing, null and unknown keys decode as with JSONDecoder")
  func structures() {
    let food: TreeLiteral = ["id": "f1", "image_url": "https://example.com/a.jpg", "rating": 4.5]
    let documents: [TreeLiteral] = [
      ["id": 1, "name": "麺屋"],
      [
        "id": 1, "name": "麺屋", "isOpen": true, "rank": "gold", "foods": [food],
        "opening": ["mon": 9],
      ],
      ["id": 1, "name": nil],
      ["id": 1],
      ["id": "1", "name": "x"],
      ["id": 1.5, "name": "x"],
      ["id": 1, "name": "x", "rank": "platinum"],
      ["id": 1, "name": "x", "foods": [food, ["id": "f2"]]],
      ["id": 1, "name": "x", "foods": [food, nil]],
      ["id": 1, "name": "x", "foods": ["a": food]],
      ["id": 1, "name": "x", "foods": [["id": "f", "image_url": ""]]],
      ["id": 1, "name": "x", "opening": ["mon": "9"]],
      ["id": 1, "name": "x", "floor": 128],
      ["id": 1, "name": "x", "isOpen": "yes", "unknown": 1],
    ]
    for document in documents {
      expectSame(Store.self, document)
      expectSame([Store].self, [document])
      expectSame([String: Store].self, ["a/b": document])
    }
  }

  @Test("Enumerations, classes, nested and super decoders decode as with JSONDecoder")
  func others() {
    for document: TreeLiteral in [
      ["cash": ["amount": 5]], ["cash": ["amount": "5"]], ["card": ["number": "1", "_1": 2]],
      ["free": .map([])], .map([]), ["cash": ["amount": 1], "free": .map([])], "cash",
    ] {
      expectSame(Payment.self, document)
    }
    for document: TreeLiteral in [
      ["value": 1], ["value": 1, "next": ["value": 2, "next": ["value": "3"]]], ["next": nil],
    ] {
      expectSame(Chain.self, document)
    }
    for document: TreeLiteral in [
      [
        "point": ["x": 1], "numbers": [1, nil, 3], "deep": [["a"], []], "super": ["y": 1, "z": 2],
      ],
      ["point": ["y": 1], "numbers": [], "deep": []],
      ["point": .map([]), "numbers": [], "deep": []],
      ["point": ["x": 1], "numbers": [1, "a"], "deep": []],
      ["point": ["x": 1], "numbers": [1], "deep": [["a"], ["b", 1]]],
      ["point": 1], ["point": ["x": 1], "numbers": nil], ["point": ["x": 1], "numbers": ["a": 1]],
    ] {
      expectSame(Handwritten.self, document)
    }
  }

  @Test("Dates and data decode as with JSONDecoder in every strategy")
  func strategies() {
    typealias Strategies = (TreeDecoder.DateDecodingStrategy, JSONDecoder.DateDecodingStrategy)
    let dates: [Strategies] = [
      (.deferredToDate, .deferredToDate), (.secondsSince1970, .secondsSince1970),
      (.millisecondsSince1970, .millisecondsSince1970), (.iso8601, .iso8601),
      (
        .custom { try Date(timeIntervalSince1970: Double(from: $0) * 60) },
        .custom { try Date(timeIntervalSince1970: Double(from: $0) * 60) }
      ),
    ]
    let documents: [TreeLiteral] = [
      1_714_555_800, 1_714_555_800_123, 0.25, "2024-05-01T09:30:00Z", "2024-05-01T09:30:00+09:00",
      "2024-05-01", nil, true,
    ]
    for (ours, theirs) in dates {
      var decoder = TreeDecoder()
      decoder.dateDecodingStrategy = ours
      let foundation = JSONDecoder()
      foundation.dateDecodingStrategy = theirs
      for document in documents {
        expectSame(Date.self, document, decoder: decoder, foundation: foundation)
        expectSame([Date?].self, [document], decoder: decoder, foundation: foundation)
        expectSame([String: Date].self, ["a": document], decoder: decoder, foundation: foundation)
      }
    }
    for document: TreeLiteral in ["6bq65bGL", "", "not base64", 1, nil, [1, 2]] {
      expectSame(Data.self, document)
      var decoder = TreeDecoder()
      decoder.dataDecodingStrategy = .deferredToData
      let foundation = JSONDecoder()
      foundation.dataDecodingStrategy = .deferredToData
      expectSame([Data].self, [document], decoder: decoder, foundation: foundation)
    }
  }

  @Test("Non-finite numbers decode from their configured text")
  func nonConformingFloats() throws {
    var decoder = TreeDecoder()
    decoder.nonConformingFloatDecodingStrategy =
      .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let foundation = JSONDecoder()
    foundation.nonConformingFloatDecodingStrategy =
      .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    for document: TreeLiteral in ["+", "-", "Infinity", "", 1, 0.5, nil, true, [1]] {
      expectSame(Double.self, document, decoder: decoder, foundation: foundation)
      expectSame([Float].self, [document], decoder: decoder, foundation: foundation)
      expectSame([Date?].self, [document], decoder: decoder, foundation: foundation)
      expectSame(Int.self, document, decoder: decoder, foundation: foundation)
      expectSame([String: Double].self, ["a": document], decoder: decoder, foundation: foundation)
      expectSame(Double.self, document)
    }
    #expect(try decoder.decode(Double.self, from: Tree("?")).isNaN)
    #expect(try decoder.decode(Float.self, from: Tree("?")).isNaN)
  }

  private struct Snake: Codable, Equatable {
    let shopImageUrl: String
    let _private_: Int?
    let counts: [String: [String: Int]]?
  }

  @Test("Key strategies convert keys of types but not of dictionaries")
  func keys() {
    var decoder = TreeDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    for document: TreeLiteral in [
      ["shop_image_url": "a", "_private_": 1, "counts": ["per_day": ["may_first": 3]]],
      ["shopImageUrl": "a"], ["SHOP_image_URL": "a"], ["shop__image_url": "a"], ["shop_image": "a"],
      ["shop_image_url": 1],
    ] {
      expectSame(Snake.self, document, decoder: decoder, foundation: foundation)
      expectSame([String: Snake].self, ["a_b": document], decoder: decoder, foundation: foundation)
    }
    decoder.keyDecodingStrategy = .custom { Named(stringValue: $0.map(\.stringValue).joined()) }
    foundation.keyDecodingStrategy = .custom { Named(stringValue: $0.map(\.stringValue).joined()) }
    expectSame(
      [String: Snake].self,
      ["shop": ["ImageUrl": "a"]],
      decoder: decoder,
      foundation: foundation
    )
  }

  private struct Named: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("2,000 documents with random faults decode as with JSONDecoder")
  func randomFaults() {
    var random = SeededGenerator(seed: 2)
    let sound: TreeLiteral = [
      "id": 1, "name": "麺屋", "isOpen": true, "rank": "gold", "floor": 3, "opening": ["mon": 9],
      "foods": [["id": "f1", "image_url": "https://example.com/a.jpg", "rating": 4.5]],
    ]
    for _ in 0..<2000 {
      expectSame(Store.self, damaged(sound, &random))
    }
  }

  private func damaged(_ document: TreeLiteral, _ random: inout SeededGenerator) -> TreeLiteral {
    switch document {
    case .map(var entries) where !entries.isEmpty && random.next() % 8 != 0:
      let index = Int(random.next() % UInt64(entries.count))
      if random.next() % 6 == 0 {
        entries.remove(at: index)
      } else {
        entries[index].1 = damaged(entries[index].1, &random)
      }
      return .map(entries)
    case .list(var elements) where !elements.isEmpty && random.next() % 8 != 0:
      let index = Int(random.next() % UInt64(elements.count))
      elements[index] = damaged(elements[index], &random)
      return .list(elements)
    default:
      return Self.scalars[Int(random.next() % UInt64(Self.scalars.count))]
    }
  }
}
