import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Round trips")
struct RoundTripTests {
  private let options = MappingCheckOptions(extras: .roundTrip)

  private struct Shop: Codable {
    let site: URL?
    let price: Float?
    let note: String?
    let code: Code?
  }

  private struct Code: Codable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self).lowercased()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// A class that inherits `encode(to:)` from its superclass.
  private final class Puppy: Animal {
    let age: Int

    private enum Keys: CodingKey { case age }

    required init(from decoder: any Decoder) throws {
      age = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .age)
      try super.init(from: decoder)
    }
  }

  @Test("A round trip reports changed values")
  func changed() throws {
    expect(
      try findings([Shop].self, "[{ code: ABC, price: 0.1, site: 'https://a.jp/b c' }]", options),
      [
        """
        shops.yaml:1:10: warning: string "ABC" is written back as string "abc" [round-trip]
          shops:/shops/0/code
        """,
        """
        shops.yaml:1:22: warning: number 0.1 is written back as number 0.10000000149011612 [round-trip]
          shops:/shops/0/price
        """,
        """
        shops.yaml:1:33: warning: string "https://a.jp/b c" is written back as string "https://a.jp/b%20c" \
        [round-trip]
          shops:/shops/0/site
        """,
      ]
    )
  }

  @Test("A round trip reports values that are read but not written back")
  func dropped() throws {
    expect(
      try findings([Puppy].self, "[{ name: a, age: 1 }]", options),
      [
        """
        shops.yaml:1:18: warning: integer 1 is read but not written back [round-trip]
          shops:/shops/0/age
        """
      ]
    )
  }

  @Test("A round trip reports added values")
  func added() throws {
    expect(
      try findings([Constant].self, "[{ id: 1, name: a }]", options),
      [
        """
        shops.yaml:1:2: note: the data has no "version", but the type writes it back as integer 2 [round-trip]
          shops:/shops/0/version
        """
      ]
    )
  }

  @Test("A round trip reports nulls that become absent where nulls are possible")
  func nulls() throws {
    expect(
      try findings(
        [Shop].self,
        "[{ note: null }]",
        MappingCheckOptions(model: .unchanged, extras: .roundTrip)
      ),
      [
        """
        shops.yaml:1:10: note: null is read but not written back [round-trip]
          shops:/shops/0/note
        """
      ]
    )
  }

  @Test("A round trip reports numeric keys in another spelling")
  func keys() throws {
    expect(
      try findings([Int: String].self, "{ 01: a, 7: b }", options).map(\.firstLine).sorted(),
      [
        #"shops.yaml:1:1: note: the data has no "1", but the type writes it back as string "a" [round-trip]"#,
        #"shops.yaml:1:7: warning: string "a" is read but not written back [round-trip]"#,
      ]
    )
  }

  @Test("A round trip does not report equal values, including integers read as doubles")
  func unchanged() throws {
    expect(
      try findings([Food].self, "[{ id: a, image_url: https://a.jp, rating: 4 }]", options),
      []
    )
    expect(try findings([Date].self, "[60.5]", options), [])
  }

  @Test("A round trip uses the decoder's strategies, including non-finite numbers")
  func strategies() throws {
    var options = options
    options.decoder.nonConformingFloatDecodingStrategy =
      .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    options.decoder.dateDecodingStrategy = .iso8601
    expect(try findings([Double].self, "[1.5, 'inf', '-inf', 'nan']", options), [])
    expect(try findings([Date].self, "[2024-05-01T09:30:00Z]", options), [])
    options.decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 0) }
    let custom = try report([Date].self, "[1]", options)
    #expect(
      custom.notChecked == [
        "whether values are written back unchanged: the decoder has custom strategies"
      ]
    )
  }
}
