import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Decoding strategies in checks")
struct StrategyCheckTests {
  private struct Event: Codable {
    let title: String
    let begin: Date
    let end: Date?
    let code: Int
  }

  private struct NotATime: Error {}

  @Test("The error of a custom strategy is reported at the value that it was given")
  func customDate() throws {
    var options = MappingCheckOptions()
    options.decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard text.hasPrefix("1") else { throw NotATime() }
      guard text.count == 2 else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "two digits are an hour"
        )
      }
      return Date(timeIntervalSince1970: 0)
    }
    expect(
      try findings(
        [Event].self,
        "[{ title: 1, begin: '23', end: '100', code: x }, { title: a, begin: 10, end: '11', code: 1 }]",
        options
      ).map(\.firstLine),
      [
        "shops.yaml:1:11: error: Event.title: expected String, found integer 1 [wrong-type]",
        "shops.yaml:1:21: error: Event.begin: Date rejects string \"23\": NotATime() "
          + "[unreadable-value]",
        "shops.yaml:1:32: error: Event.end: Date rejects string \"100\": two digits are an hour "
          + "[unreadable-value]",
        #"shops.yaml:1:45: error: Event.code: expected Int, found string "x" [wrong-type]"#,
        "shops.yaml:1:69: error: Event.begin: expected String, found integer 10 [wrong-type]",
      ]
    )
  }

  @Test("Data is checked as a list of bytes with the deferred strategy")
  func deferredData() throws {
    struct File: Codable {
      let bytes: Data
      let size: Int
    }
    var options = MappingCheckOptions()
    options.decoder.dataDecodingStrategy = .deferredToData
    expect(
      try findings(File.self, "{ bytes: [1, 300], size: x }", options).map(\.firstLine),
      [
        "shops.yaml:1:14: error: File.bytes: expected UInt8, found integer 300, which UInt8 cannot "
          + "represent exactly [unreadable-value]",
        #"shops.yaml:1:26: error: File.size: expected Int, found string "x" [wrong-type]"#,
      ]
    )
  }

  @Test("A converted key is reported under its key in the data")
  func keys() throws {
    struct Shop: Codable {
      let shopName: String
      let openingHours: [String: Int]
    }
    var options = MappingCheckOptions()
    options.decoder.keyDecodingStrategy = .convertFromSnakeCase
    expect(
      try findings([Shop].self, "[{ shop_name: 1, opening_hours: { on_monday: x } }]", options),
      [
        """
        shops.yaml:1:15: error: Shop.shopName: expected String, found integer 1 [wrong-type]
          shops:/shops/0/shop_name
        """,
        """
        shops.yaml:1:46: error: Shop.openingHours: expected Int, found string "x" [wrong-type]
          shops:/shops/0/opening_hours/on_monday
        """,
      ]
    )
  }
}
