import TaneCore
import TaneMapping
import Testing

@Suite("Coverage of types by data")
struct CoverageTests {
  private let options = MappingCheckOptions(extras: .coverage)

  @Test("Coverage reports optional properties that are never present, with a count")
  func optionals() throws {
    expect(
      try findings([Food].self, "[{ id: a, image_url: b }, { id: c, image_url: d }]", options),
      [
        """
        note: Food.rating ("rating") was decoded 2 times, but the key was never present [never-present]
          shops:/shops
        """
      ]
    )
    expect(
      try findings(
        [Food].self,
        "[{ id: a, image_url: b }, { id: c, image_url: d, rating: 1 }]",
        options
      ),
      []
    )
  }

  @Test("Coverage reports enumeration cases that never occur, with and without payloads")
  func cases() throws {
    expect(
      try findings([Rank].self, "[gold, gold]", options),
      [
        """
        note: the data does not contain Rank.bronze, Rank.silver [never-exercised]
          shops:/shops
        """
      ]
    )
    expect(
      try findings([Payment].self, "[{ cash: { amount: 5 } }]", options),
      [
        """
        note: the data does not contain Payment.card, Payment.free [never-exercised]
          shops:/shops
        """
      ]
    )
  }

  @Test("Coverage counts a property once, even if its type is decoded again to find more faults")
  func faults() throws {
    let found = try findings(
      [Food].self,
      "[{ id: 1, image_url: 2 }, { id: a, image_url: b }]",
      options
    )
    #expect(
      found.map(\.firstLine) == [
        "shops.yaml:1:8: error: Food.id: expected String, found integer 1 [wrong-type]",
        "shops.yaml:1:22: error: Food.imageURL: expected URL, found integer 2 [wrong-type]",
        #"note: Food.rating ("rating") was decoded 2 times, but the key was never present "#
          + #"[never-present]"#,
      ]
    )
  }

  @Test("Coverage ignores placeholder values that are used to find more faults")
  func invented() throws {
    struct Order: Decodable {
      let payment: Payment
      let rank: Rank?
    }
    let found = try findings([Order].self, "[{ payment: x, rank: gold }]", options)
    #expect(
      found.map(\.firstLine) == [
        #"shops.yaml:1:13: error: Order.payment: expected a map, found string "x" [wrong-type]"#,
        "note: the data does not contain Rank.bronze, Rank.silver [never-exercised]",
      ]
    )
  }
}
