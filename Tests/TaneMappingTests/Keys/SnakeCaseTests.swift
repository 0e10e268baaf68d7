import Foundation
import TaneMapping
import Testing

@Suite("Snake case keys")
struct SnakeCaseTests {
  /// A type that records the keys of its container.
  private struct Keys: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let keys: [String]

    init(from decoder: any Decoder) throws {
      keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
    }
  }

  @Test(
    "Snake case keys convert as with JSONDecoder",
    arguments: [
      "shop_image_url", "_id", "__a_b__", "a__b", "line_2nd", "shop_id日本x", "a_日x", "x_o'neil",
      "a_ßb", "a_b-c", "A_BC", "a_ﬁx", "", "_", "a_1_b2c",
    ]
  )
  func agreement(key: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let keys = try decoder.decode(Keys.self, from: JSONEncoder().encode([key: 1])).keys
    #expect(keys == [SnakeCase.camelCase(from: key)])
  }
}
