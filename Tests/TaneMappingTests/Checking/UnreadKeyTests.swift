import TaneCore
import TaneMapping
import Testing

@Suite("Unread keys")
struct UnreadKeyTests {
  private struct Shop: Codable {
    let id: Int
    let imageURL: String?
    let openedAt: Int?

    private enum CodingKeys: String, CodingKey {
      case id
      case imageURL = "image_url"
      case openedAt = "opened_at"
    }
  }

  @Test("An unread key is reported with a similar key or property name")
  func suggestions() throws {
    expect(
      try findings([Shop].self, "- { id: 1, imageURL: a, opend_at: 1, zip: b }"),
      [
        """
        shops.yaml:1:12: warning: no type reads "imageURL"; Shop reads id, image_url, opened_at; \
        did you mean "image_url"? [unread-key]
          shops:/shops/0/imageURL
        """,
        """
        shops.yaml:1:25: warning: no type reads "opend_at"; Shop reads id, image_url, opened_at; \
        did you mean "opened_at"? [unread-key]
          shops:/shops/0/opend_at
        """,
        """
        shops.yaml:1:38: warning: no type reads "zip"; Shop reads id, image_url, opened_at [unread-key]
          shops:/shops/0/zip
        """,
      ]
    )
  }

  @Test("Keys of dictionaries, unopened maps and allKeys are not reported as unread")
  func read() throws {
    expect(try findings([String: Int].self, "{ a: 1 }"), [])
    expect(try findings([AnyValue].self, "[{ a: 1 }]"), [])
    expect(try findings(Scores.self, "{ a: 1, b: 2 }"), [])
  }

  @Test("An unread key is reported with all keys of a class and its superclass")
  func superclass() throws {
    expect(
      try findings([Dog].self, "[{ name: a, breed: b, colour: c }]"),
      [
        """
        shops.yaml:1:23: warning: no type reads "colour"; Dog reads breed, name, legs [unread-key]
          shops:/shops/0/colour
        """
      ]
    )
  }

  @Test("Unread list elements are reported")
  func elements() throws {
    expect(
      try findings([Pair].self, "[[1, a, b, c]]"),
      [
        """
        shops.yaml:1:9: warning: Pair reads 2 of 4 elements [unread-key]
          shops:/shops/0/2
        """
      ]
    )
  }

  @Test("Unread keys are suggested in the spelling of the key strategy")
  func snakeCase() throws {
    struct Snake: Codable {
      let shopName: String
      let imageURL: String
    }
    var options = MappingCheckOptions()
    options.decoder.keyDecodingStrategy = .convertFromSnakeCase
    expect(
      try findings(Snake.self, "{ shop_nam: a, image_url: b, zip: c }", options),
      [
        """
        shops.yaml:1:3: error: Snake.shopName (String) requires the key "shop_name", which is \
        missing; did you mean "shop_name" instead of "shop_nam"? [missing-key]
          shops:/shops/shop_name
        """,
        """
        shops.yaml:1:16: error: Snake.imageURL (String) requires the key "image_url", which is \
        missing; "image_url" is read as "imageUrl", but the key is "imageURL" [missing-key]
          shops:/shops/image_url
        """,
        """
        shops.yaml:1:30: warning: no type reads "zip"; Snake reads shop_name, image_url [unread-key]
          shops:/shops/zip
        """,
      ]
    )
  }

  @Test("Unread keys are reported only on request")
  func option() throws {
    expect(try findings(Shop.self, "{ id: 1, zip: b }", MappingCheckOptions(extras: [])), [])
  }
}
