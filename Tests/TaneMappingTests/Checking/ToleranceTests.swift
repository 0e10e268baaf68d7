import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite(
  "Tolerated failures"
)
struct ToleranceTests {
  @Test("Failures that a type tolerates are not reported")
  func tolerated() throws {
    expect(try findings([Forgiving].self, "[{ id: 1, name: a, count: many }]"), [])
    expect(try findings([FoodOrPoint].self, "[{ x: 1, y: 2 }]"), [])
    expect(try findings([TextOrNumber].self, "[1, a]"), [])
    expect(
      try findings(LossyList.self, "[{ id: f, image_url: https://a.jp }, 5, { id: g }]"),
      []
    )
  }

  @Test("A tolerated failure is not reported even if other failures of the value are")
  func escapedOnly() throws {
    expect(
      try findings([Forgiving].self, "[{ id: x, name: 5, count: many }]"),
      [
        """
        shops.yaml:1:8: error: Forgiving.id: expected Int, found string "x" [wrong-type]
          shops:/shops/0/id
        """,
        """
        shops.yaml:1:17: error: Forgiving.name: expected String, found integer 5 [wrong-type]
          shops:/shops/0/name
        """,
      ]
    )
  }

  @Test("Of alternatives tried in turn, the failure of the last one is reported")
  func lastAlternative() throws {
    expect(
      try findings([FoodOrPoint].self, "[{ x: a, y: 2 }]"),
      [
        """
        shops.yaml:1:7: error: FoodOrPoint.x: expected Int, found string "a" [wrong-type]
          shops:/shops/0/x
        """
      ]
    )
  }

  @Test("A type's own errors are reported with their description")
  func ownErrors() throws {
    expect(
      try findings([Strict].self, "[{ odd: 2, code: abc }, { odd: 1, code: long }]"),
      [
        """
        shops.yaml:1:2: error: Strict rejects map of 2: OddNumber() [unreadable-value]
          shops:/shops/0
        """,
        """
        shops.yaml:1:41: error: Strict rejects string "long": too long [unreadable-value]
          shops:/shops/1/code
        """,
      ]
    )
  }

  @Test("Failures in superclasses, nested containers, payloads and wrappers are reported")
  func otherShapes() throws {
    let report = try report([Dog].self, "[{ name: 5, legs: four, breed: [] }]")
    #expect(
      report.notChecked == [#"the data that Dog reads after "name" (legs), at shops.yaml:1:2"#]
    )
    expect(
      report.findings.map(\.description.firstLine),
      [
        #"shops.yaml:1:32: error: Dog.breed (String) requires the key "breed", which is missing; "#
          + #"an empty list is written here, but the Realtime Database does not store it "#
          + #"[missing-key]"#,
        "shops.yaml:1:10: error: Dog.name: expected String, found integer 5; checked with a "
          + "placeholder value for the missing key \"breed\" [wrong-type]",
      ]
    )
    expect(
      try findings([Wrapped].self, "[{ id: 1, price: a, tax: b }]").map(\.firstLine),
      [
        #"shops.yaml:1:18: error: Wrapped.price: expected Double, found string "a" [wrong-type]"#,
        #"shops.yaml:1:26: error: Wrapped.tax: expected Double, found string "b" [wrong-type]"#,
      ]
    )
    expect(
      try findings(
        [Payment].self,
        "[{ card: { number: 5, _1: x } }, { csh: { amount: 1 } }, { cash: { amount: 1 }, free: { a: 1 } }]"
      ).map(\.firstLine),
      [
        "shops.yaml:1:20: error: Payment.number: expected String, found integer 5 [wrong-type]",
        #"shops.yaml:1:27: error: Payment._1: expected Int, found string "x" [wrong-type]"#,
        #"shops.yaml:1:36: error: "csh" is not a case of Payment (cash, card, free); did you mean "cash"? "#
          + "[unknown-case]",
        "shops.yaml:1:58: error: expected one of the keys cash, card, free for Payment, found "
          + "cash, free [wrong-type]",
      ]
    )
  }

  @Test("Unchecked parts are reported with the first position and the number of others")
  func notChecked() throws {
    let text = "[{ kind: oval, radius: x }, { kind: round }]"
    let report = try report([Picky].self, text)
    #expect(report.findings.map(\.address?.path) == ["/shops/0/kind", "/shops/1/kind"])
    #expect(
      report.notChecked == [
        #"the data that Picky reads after "kind" (radius, side), at shops.yaml:1:2 and 1 other location"#
      ]
    )
  }

  /// Continues decoding only for known kinds, which a checker cannot know.
  private struct Picky: Decodable {
    struct Kind: Decodable {
      init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard ["circle", "square"].contains(name), name.first != "i" else { throw OddNumber() }
        seen = name
      }
      let seen: String
    }

    private enum CodingKeys: CodingKey { case kind, radius, side }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let kind = try container.decode(Kind.self, forKey: .kind)
      _ =
        kind.seen == "circle"
        ? try container.decode(Int.self, forKey: .radius)
        : try container.decode(Int.self, forKey: .side)
    }
  }
}

extension String {
  /// The finding without its address on the next line.
  var firstLine: String { String(prefix { $0 != "\n" }) }
}
