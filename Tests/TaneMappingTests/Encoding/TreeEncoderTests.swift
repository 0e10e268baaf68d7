import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Encoding of values as trees")
struct TreeEncoderTests {
  private let encoder = TreeEncoder()

  /// Checks the tree of a value, and that Foundation's encoder writes the same document.
  private func expect<Value: Encodable>(
    _ value: Value,
    is literal: TreeLiteral,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try encoder.encode(value) == Tree(literal), sourceLocation: sourceLocation)
    let theirs = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(value),
      options: .fragmentsAllowed
    )
    let ours = try JSONSerialization.jsonObject(
      with: Data(literal.json.utf8),
      options: .fragmentsAllowed
    )
    #expect(ours as? NSObject == theirs as? NSObject, sourceLocation: sourceLocation)
  }

  @Test("Scalars, lists, dictionaries and optionals encode as with Foundation")
  func agreement() throws {
    try expect("麺屋", is: "麺屋")
    try expect(true, is: true)
    try expect(UInt8(7), is: 7)
    try expect(Int64.min, is: .integer(.min))
    try expect(UInt64.max, is: .decimal("18446744073709551615"))
    try expect(2.5, is: 2.5)
    try expect(Float(0.5), is: 0.5)
    try expect([1, nil, 3], is: [1, nil, 3])
    try expect(["a": [1], "b": []], is: ["a": [1], "b": []])
    try expect([7: "x"], is: ["7": "x"])
    try expect(URL(string: "https://example.com/a"), is: "https://example.com/a")
    try expect(Data([1, 2, 3]), is: "AQID")
    try expect(Date(timeIntervalSinceReferenceDate: 60), is: 60)
    try expect(Decimal(string: "3.133"), is: 3.133)
    try expect(Decimal(12), is: 12)
    try expect(Payment.card(number: "1", 2), is: ["card": ["number": "1", "_1": 2]])
    try expect(Payment.free, is: ["free": .map([])])
  }

  @Test("A structure is unchanged after encoding and decoding")
  func roundTrip() throws {
    let food = Food(id: "f", imageURL: try #require(URL(string: "https://a.b/c")), rating: nil)
    let store = Store(
      id: 1,
      name: "麺屋",
      isOpen: true,
      rank: .gold,
      foods: [food],
      opening: ["mon": 9],
      floor: -3
    )
    let tree = try encoder.encode(store)
    #expect(
      tree
        == Tree([
          "id": 1, "name": "麺屋", "isOpen": true, "rank": "gold", "opening": ["mon": 9], "floor": -3,
          "foods": [["id": "f", "image_url": "https://a.b/c"]],
        ])
    )
    #expect(try TreeDecoder().decode(Store.self, from: tree) == store)
  }

  @Test("Keys convert to snake case as with Foundation, and dictionary keys are unchanged")
  func snakeCase() throws {
    struct Keys: Encodable {
      var shopImageURL = 1
      var myURLField = 2
      var plain = 3
      var counts = ["perDay": 4]
    }
    var encoder = encoder
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let foundation = JSONEncoder()
    foundation.keyEncodingStrategy = .convertToSnakeCase
    #expect(
      try encoder.encode(Keys())
        == Tree(["shop_image_url": 1, "my_url_field": 2, "plain": 3, "counts": ["perDay": 4]])
    )
    let theirs = try JSONDecoder().decode(
      [String: AnyKey].self,
      from: foundation.encode(Keys())
    )
    #expect(Set(theirs.keys) == ["shop_image_url", "my_url_field", "plain", "counts"])
  }

  private struct AnyKey: Decodable { init(from decoder: any Decoder) {} }

  @Test("Dates and data encode in every strategy")
  func strategies() throws {
    var encoder = encoder
    let date = Date(timeIntervalSince1970: 1_714_555_800)
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(try encoder.encode(date) == Tree(1_714_555_800))
    encoder.dateEncodingStrategy = .millisecondsSince1970
    #expect(try encoder.encode([date]) == Tree([1_714_555_800_000]))
    encoder.dateEncodingStrategy = .iso8601
    #expect(try encoder.encode(date) == Tree("2024-05-01T09:30:00Z"))
    encoder.dateEncodingStrategy = .custom { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode("now")
    }
    #expect(try encoder.encode(["at": date]) == Tree(["at": "now"]))
    encoder.dataEncodingStrategy = .deferredToData
    #expect(try encoder.encode(Data([1, 2])) == Tree([1, 2]))
  }

  @Test("Nested and super encoders write to the same node")
  func nested() throws {
    struct Nested: Encodable {
      enum Keys: String, CodingKey { case point, list, x, y }
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Keys.self)
        var point = outer.nestedContainer(keyedBy: Keys.self, forKey: .point)
        var list = outer.nestedUnkeyedContainer(forKey: .list)
        try point.encode(1, forKey: .x)
        try list.encode("a")
        try list.encodeNil()
        var again = encoder.container(keyedBy: Keys.self)
        try again.encodeNil(forKey: .y)
        try point.encode(2, forKey: .y)
        try 5.encode(to: outer.superEncoder())
      }
    }
    #expect(
      try encoder.encode(Nested())
        == Tree(["point": ["x": 1, "y": 2], "list": ["a", nil], "y": nil, "super": 5])
    )
  }

  @Test("Encoding a non-finite number fails")
  func notFinite() {
    #expect {
      try encoder.encode(["a": [1, Double.nan]])
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.debugDescription == "nan is not a finite number"
        && context.codingPath.map(\.stringValue) == ["a", "Index 1"]
    }
  }

  @Test("Encoding a non-finite number uses its configured text")
  func nonConformingFloats() throws {
    var encoder = encoder
    encoder.nonConformingFloatEncodingStrategy =
      .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    #expect(
      try encoder.encode([Double.infinity, -.infinity, .nan, 0.5]) == Tree(["+", "-", "?", 0.5])
    )
    #expect(try encoder.encode(-Float.infinity) == Tree("-"))
  }
}
