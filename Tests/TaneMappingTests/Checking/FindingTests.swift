import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Findings about faulty documents")
struct FindingTests {
  private struct Shop: Codable {
    let id: Int
    let name: String
    let rank: Rank
    let site: URL?
    let opened: Date?
    let foods: [Food]?
    let address: Place?

    private enum CodingKeys: String, CodingKey {
      case id, name, rank, site, foods, address
      case opened = "opened_at"
    }
  }

  private struct Place: Codable {
    let street: String
    let floor: Int8?
  }

  @Test("All faults of a document are found in the order of the walk")
  func allAtOnce() throws {
    var options = MappingCheckOptions()
    options.decoder.dateDecodingStrategy = .iso8601
    let text = """
      - id: "10:00"
        name: 麺屋
        rank: golden
        site: ""
        opened_at: 2024-05-01
        foods:
          - id: f1
            imageURL: https://example.com/a.jpg
            rating: good
      - nmae: b
        id: 2
        rank: [gold]
        address: { street: a, floor: 300 }
      - id: 1.5
        name: null
        rank: silver
        colour: red
        address: 5
      - null
      """
    expect(
      try findings([Shop].self, text, options),
      [
        """
        shops.yaml:1:7: error: Shop.id: expected Int, found string "10:00" [wrong-type]
          shops:/shops/0/id
        """,
        """
        shops.yaml:3:9: error: Shop.rank: expected Rank, found string "golden", which is not one \
        of its cases (bronze, silver, gold); did you mean "gold"? [unknown-case]
          shops:/shops/0/rank
        """,
        """
        shops.yaml:4:9: error: Shop.site: expected URL, found string "", which is not a valid URL \
        [unreadable-value]
          shops:/shops/0/site
        """,
        """
        shops.yaml:8:7: error: Food.imageURL (URL) requires the key "image_url", which is missing; \
        did you mean "image_url" instead of "imageURL"? [missing-key]
          shops:/shops/0/foods/0/image_url
        """,
        """
        shops.yaml:9:15: error: Food.rating: expected Double, found string "good" [wrong-type]
          shops:/shops/0/foods/0/rating
        """,
        """
        shops.yaml:5:14: error: Shop.opened: expected Date, found string "2024-05-01", which is not an \
        ISO 8601 date such as 2024-05-01T09:30:00Z [unreadable-value]
          shops:/shops/0/opened_at
        """,
        """
        shops.yaml:10:3: error: Shop.name (String) requires the key "name", which is missing; did \
        you mean "name" instead of "nmae"? [missing-key]
          shops:/shops/1/name
        """,
        """
        shops.yaml:12:9: error: Shop.rank: expected String, found list of 1; Rank is one of bronze, \
        silver, gold [wrong-type]
          shops:/shops/1/rank
        """,
        """
        shops.yaml:13:32: error: Place.floor: expected Int8, found integer 300, which Int8 \
        cannot represent exactly [unreadable-value]
          shops:/shops/1/address/floor
        """,
        """
        shops.yaml:14:7: error: Shop.id: expected Int, found number 1.5, which Int cannot \
        represent exactly \
        [unreadable-value]
          shops:/shops/2/id
        """,
        """
        shops.yaml:15:9: error: Shop.name (String) requires the key "name", which is missing; null \
        is written here, but the Realtime Database does not store it [missing-key]
          shops:/shops/2/name
        """,
        """
        shops.yaml:18:12: error: Shop.address: expected a map, found integer 5 [wrong-type]
          shops:/shops/2/address
        """,
        """
        shops.yaml:17:3: warning: no type reads "colour"; Shop reads id, name, rank, site, foods, \
        address, opened_at [unread-key]
          shops:/shops/2/colour
        """,
      ]
    )
  }

  @Test("A document without faults has no findings, and the report counts its values")
  func sound() throws {
    let sound = try report([Shop].self, "[{ id: 1, name: a, rank: gold, foods: [] }]")
    #expect(sound.findings == [])
    #expect(sound.notChecked == [])
    #expect(sound.valueCount == 3)
    #expect(sound.typeNames == ["[Shop]", "Shop"])
  }

  @Test("A finding names its type and property")
  func names() throws {
    let found = try report([Shop].self, "[{ id: x, name: a, rank: gold }]")
    #expect(
      found.findings.first
        == Diagnostic(
          .error,
          .mismatchedType,
          "Shop.id: expected Int, found string \"x\"",
          at: SourcePosition(file: "shops.yaml", line: 1, column: 8),
          address: Address(service: "shops", path: "/shops/0/id"),
          subject: "Shop.id"
        )
    )
  }

  @Test("Invalid dictionary keys are reported")
  func dictionaryKeys() throws {
    expect(
      try findings([Int: String].self, "{ a: x, 5: y }"),
      [
        """
        shops.yaml:1:3: error: expected a key that is an Int, found "a" [wrong-type]
          shops:/shops/a
        """
      ]
    )
    expect(
      try findings([ListedRank: Int].self, "{ golt: 1, gold: x }"),
      [
        """
        shops.yaml:1:18: error: expected Int, found string "x" [wrong-type]
          shops:/shops/gold
        """,
        """
        shops.yaml:1:3: error: expected a key that is a ListedRank, found "golt" (bronze, silver, \
        gold); did you mean "gold"? [unknown-case]
          shops:/shops/golt
        """,
      ]
    )
    expect(
      try findings([Rank: Int].self, "{ gold: 1 }"),
      [
        """
        shops.yaml:1:1: error: expected a list of alternating keys and values (Rank is not \
        CodingKeyRepresentable), found map of 1 [wrong-type]
          shops:/shops
        """
      ]
    )
  }

  @Test("A check stops at the maximum number of findings and reports it")
  func limit() throws {
    var options = MappingCheckOptions()
    options.maximumFindings = 2
    let list = try report([Int].self, "[a, b, c, d]", options)
    #expect(list.findings.map(\.address?.path) == ["/shops/0", "/shops/1"])
    #expect(list.notChecked == ["everything after the first 2 findings"])
    let map = try report(Food.self, "{ rating: x }", options)
    #expect(map.findings.map(\.address?.path) == ["/shops/id", "/shops/image_url"])
    #expect(map.notChecked == ["everything after the first 2 findings"])
    // Tolerated failures do not count.
    let tolerated = try report([TextOrNumber].self, "[1, 2, 3, 4, true]", options)
    #expect(tolerated.findings.map(\.address?.path) == ["/shops/4"])
    #expect(tolerated.notChecked == [])
  }

  private final class Endless: Codable {
    let next: Endless
    let id: Int
  }

  @Test("A value without a possible stand-in ends the check of its type, which is reported")
  func endless() throws {
    let report = try report([Endless].self, "[{ id: x }, { id: y }]")
    #expect(
      report.findings.map(\.message) == [
        #"Endless.next (Endless) requires the key "next", which is missing"#,
        #"Endless.next (Endless) requires the key "next", which is missing"#,
      ]
    )
    #expect(
      report.notChecked == [
        #"the data that Endless reads after "next" (id), at shops.yaml:1:2 and 1 other location"#
      ]
    )
  }
}
