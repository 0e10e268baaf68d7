import TestSupport
import TaneCore
import TaneSwiftSource
import Testing

@Suite("Schema locks")
struct SchemaLockTests {
  private let source = """
    typealias Text = String
    typealias Pair<T> = [T]
    struct Shop: Codable {
      let shopID: Text
      let name: Swift.String
      let kind: Kind?
      var rating: Double?
      let version = 3
      let tags: Set<Tag>
      let pages: Page<Foundation.Date>.Part
      let pair: Pair<Int>
      let seats: [Kind: Optional<Int>]
      @ExplicitNull var note: String?
      @Lossy var lossy: [Int]
      enum Kind: String, Codable { case cafe, bakery = "bake house" }
      enum CodingKeys: String, CodingKey {
        case shopID = "id", name, kind, rating, version, tags, pages, pair, seats, note, lossy
      }
    }
    struct Page<Item: Codable>: Codable {
      struct Part: Codable { let items: [Item]; let next: Part? }
    }
    struct Tag: RawRepresentable, Codable { let rawValue: Int }
    enum Payment: Codable { case cash(amount: UInt16), card(String, holder: String?), free }
    class Animal: Codable { let legs: Int }
    class Bird: Animal {
      let wings: Float
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        wings = try container.decode(Float.self, forKey: .wings)
        let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
        _ = try? inner.decode(Int.self, forKey: .wings)
        try super.init(from: decoder)
      }
      enum Keys: CodingKey { case wings, inner }
    }
    struct Odd: Decodable {
      init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer() }
    }
    struct Unmapped: Codable { let x: Int }
    """

  private func lock(_ source: String, _ types: String...) -> SchemaLock {
    SchemaLock(of: types.compactMap { TypeReference(parsing: $0) }, in: index(source))
  }

  private func read(_ text: String) -> SchemaLock.ReadResult {
    SchemaLock.read(Array(text.utf8), named: "schema.yaml")
  }

  @Test("A schema lock has one entry for each reachable type with resolved names")
  func text() {
    #expect(
      lock(source, "[Shop]", "[String: Payment]", "Bird", "Odd").text == """
        format: 1
        types:
          Bird:
            fields:
              inner:
                fields:
                  wings:
                    presence: tolerated
                    type: Int
              legs: Int
              wings: Float
          Odd:
            unknown: true
          Page.Part:
            fields:
              items: "[Item]"
              next: Page.Part?
            parameters:
              - Item
          Payment:
            cases:
              card:
                fields:
                  _0:
                    property: card._0
                    type: String
                  holder:
                    property: card.holder
                    type: String?
              cash:
                fields:
                  amount:
                    property: cash.amount
                    type: UInt16
              free:
                fields: {}
          Shop:
            fields:
              id:
                property: shopID
                type: String
              kind: Shop.Kind?
              lossy:
                presence: tolerated
              name: String
              note:
                presence: required
                type: String?
              pages: Page.Part<Date>
              pair: "[Int]"
              rating: Double?
              seats: "[Shop.Kind: Int?]"
              tags: Set<Tag>
          Shop.Kind:
            raw: String
            values:
              - bake house
              - cafe
          Tag:
            raw: Int

        """
    )
  }

  @Test("A schema lock is unchanged when declarations move or are documented or renamed")
  func stability() {
    let moved = """
      /// A shop.
      struct Shop: Codable {
        private enum CodingKeys: String, CodingKey { case name, id }
        enum Kind: String, Codable { case second = "b", first = "a" }
        var name: Array<Kind>
        /// Its number.
        let id: Swift.Int?
      }
      """
    let plain = """
      struct Shop: Codable { let id: Optional<Int>; let name: [ShopKind] }
      typealias ShopKind = Shop.Kind
      extension Shop { enum Kind: String, Codable { case a, b } }
      """
    #expect(lock(moved, "Shop").text == lock(plain, "[Shop]").text)
    #expect(lock(moved, "Shop").changes(since: lock(plain, "Shop")) == [])
  }

  @Test("Any schema lock written and read back is unchanged")
  func roundTrip() throws {
    let lock = lock(source, "[Shop]", "[String: Payment]", "Bird", "Odd")
    #expect(read(lock.text).diagnostics == [])
    #expect(read(lock.text).lock?.types == lock.types)
    var generator = LockGenerator(random: SeededGenerator(seed: 11))
    for _ in 0..<300 {
      let types = generator.types()
      let text = SchemaLock(types).text
      let result = read(text)
      #expect(result.lock?.types == types, "\(text)\n\(result.diagnostics)")
      #expect(result.lock?.text == text)
    }
  }

  @Test("Every problem in an edited schema lock is reported at its position")
  func damaged() {
    let result = read(
      """
      format: 1
      types:
        Shop:
          fields:
            id: 5
            name: {type: String, presense: optional}
            kind: {presence: often}
          cases: 1
        Kind: {}
        Tag: [a]
        Way: {raw: Int, values: {}}
      """
    )
    #expect(result.lock == nil)
    #expect(
      result.diagnostics.map(\.description) == [
        """
        schema.yaml:5:11: error: expected a map for a key, found integer 5 [invalid-value]
        """,
        """
        schema.yaml:6:28: error: unknown key "presense" of a key (known: fields, open, presence, \
        property, type); did you mean "presence"? [unknown-key]
        """,
        """
        schema.yaml:7:24: error: expected required, optional, tolerated for "presence", found \
        string "often" [invalid-value]
        """,
        """
        schema.yaml:9:9: error: expected "fields", "raw", "cases" or "unknown" for a type \
        [invalid-value]
        """,
        "schema.yaml:10:8: error: expected a map for a type, found list of 1 [invalid-value]",
        "schema.yaml:11:27: error: expected a list, found map of 0 [invalid-value]",
      ]
    )
  }

  @Test(
    "A schema lock of another format is an error",
    arguments: [
      ("format: 2", "integer 2"), ("types: {}", "none"), ("[]", "none"), ("", "none"),
      ("format: a", "string \"a\""),
    ]
  )
  func otherFormat(text: String, found: String) {
    let result = read(text)
    #expect(result.lock == nil)
    #expect(
      result.diagnostics.map(\.message) == [
        "expected schema format 1, found \(found); recreate the file with `tane schema`"
      ]
    )
  }
}
