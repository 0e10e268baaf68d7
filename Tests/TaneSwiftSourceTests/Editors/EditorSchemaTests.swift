import TaneProject
import TaneSwiftSource
import Testing

@Suite("Editor schemas of types")
struct EditorSchemaTests {
  private func text(
    _ type: String,
    _ source: String,
    rules: ReadingRules = ReadingRules()
  ) throws -> String {
    let reference = TypeReference(parsing: type) ?? .other(type)
    return try index(source).editorSchema(of: reference, rules: rules).text()
  }

  @Test("An editor schema has a definition for each type and a description for each key")
  func wholeSchema() throws {
    let source = """
      struct Shop: Codable {
        let shopID: Int8
        let kind: Kind?
        let version = 3
        enum Kind: String, Codable { case cafe, bar }
        enum CodingKeys: String, CodingKey { case shopID = "id", kind, version }
      }
      """
    #expect(
      try text("[String: Shop]", source) == """
        {
          "$defs": {
            "Shop": {
              "additionalProperties": false,
              "properties": {
                "id": {
                  "description": "Shop.shopID (Int8)",
                  "maximum": 127,
                  "minimum": -128,
                  "type": "integer"
                },
                "kind": {
                  "anyOf": [
                    {
                      "$ref": "#/$defs/Shop.Kind"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "description": "Shop.kind (Shop.Kind)"
                },
                "version": true
              },
              "required": [
                "id"
              ],
              "type": "object"
            },
            "Shop.Kind": {
              "enum": [
                "bar",
                "cafe"
              ]
            }
          },
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "additionalProperties": {
            "$ref": "#/$defs/Shop"
          },
          "title": "Data of [String: Shop]",
          "type": "object"
        }

        """
    )
  }

  @Test("Editor schemas resolve generic arguments, including recursive ones")
  func generics() throws {
    let source = """
      struct Page<Item: Codable>: Codable { let items: [Item]; let next: [Page]? }
      struct Deep<T: Codable>: Codable { let next: Deep<[T]>? }
      enum Kind: Int, Codable { case a = 1, b }
      """
    let schema = index(source).editorSchema(of: TypeReference(parsing: "Page<Kind>") ?? .other(""))
    #expect(schema.definitions.keys.sorted() == ["Kind", "Page<Kind>"])
    let json = try schema.text().split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    #expect(json.contains(#""Kind": {"enum": [1,2]}"#))
    #expect(
      json.contains(
        ##""items": {"description": "Page.items ([Kind])","items": {"$ref": "#/$defs/Kind"}"##
      )
    )
    #expect(json.contains(##""items": {"$ref": "#/$defs/Page%3CKind%3E"}"##))
    let deep = index(source).editorSchema(of: TypeReference(parsing: "Deep<Int>") ?? .other(""))
    #expect(deep.definitions.count == 50)
  }

  @Test("An editor schema allows everything that the sources do not determine")
  func unknown() throws {
    let source = """
      struct Shop: Decodable {
        let elsewhere: Outside
        let made: Date
        let keyed: [Kind: Int]
        let cases: Payment
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          made = try container.decode(Date.self, forKey: .made)
          elsewhere = try Outside(from: decoder)
        }
        enum CodingKeys: String, CodingKey { case made }
      }
      enum Payment: Codable { case cash(amount: Int) }
      """
    let rules = ReadingRules(dates: .iso8601)
    let json = try text("Shop", source, rules: rules).split(separator: "\n")
      .map { $0.drop { $0 == " " } }.joined()
    #expect(
      json.contains(
        #""Shop": {"properties": {"made": {"description": "Shop.made (Date)","format": "date-time","#
          + #""type": "string"}},"required": ["made"],"type": "object"}"#
      )
    )
    let payment = try text("Payment?", source).split(separator: "\n").map { $0.drop { $0 == " " } }
      .joined()
    #expect(
      payment.contains(
        #""Payment": {"anyOf": [{"additionalProperties": false,"properties": {"cash": {"#
          + #""additionalProperties": false,"properties": {"amount": {"description": "#
          + #""Payment.cash.amount (Int)","type": "integer"}},"required": ["amount"],"type": "#
          + #""object"}},"required": ["cash"],"type": "object"}]}"#
      )
    )
  }

  @Test("An editor schema allows the keys of all cases that an initializer switches on")
  func variants() throws {
    let source = """
      enum Shape: Decodable {
        case circle(Double), square(Int)
        enum Kind: String, Decodable { case circle, square }
        enum CodingKeys: String, CodingKey { case type, payload }
        enum PayloadKeys: String, CodingKey { case radius, side }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          let payload = try container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .payload)
          switch try container.decode(Kind.self, forKey: .type) {
          case .circle: self = .circle(try payload.decode(Double.self, forKey: .radius))
          case .square: self = .square(try payload.decode(Int.self, forKey: .side))
          }
        }
      }
      """
    let json = try text("Shape", source).split(separator: "\n").map { $0.drop { $0 == " " } }
      .joined()
    #expect(
      json.contains(#""payload": {"description": "Shape.payload","type": "object"}"#)
    )
  }

  @Test("An editor schema contains only keys that the decoder converts to coding keys")
  func convertedKeys() throws {
    let source = """
      struct Shop: Codable {
        let imageURL: String, shopName: String, old: Int
        enum CodingKeys: String, CodingKey { case imageURL, shopName, old = "old_id" }
      }
      """
    let schema = index(source).editorSchema(
      of: .named("Shop"),
      rules: ReadingRules(keys: .convertFromSnakeCase)
    )
    let json = try schema.text().split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    #expect(
      json.contains(
        #""Shop": {"properties": {"imageURL": {"description": "Shop.imageURL (String)","type": "#
          + #""string"},"shop_name": {"description": "Shop.shopName (String)","type": "string"}},"#
          + #""type": "object"}"#
      )
    )
  }

  @Test("An editor schema allows any value for a type without keys")
  func emptyTypes() throws {
    #expect(try text("Empty", "struct Empty: Codable {}").contains("\"Empty\": true"))
  }

  @Test("An editor schema allows the strings for infinite numbers and NaN")
  func nonFiniteNumbers() throws {
    let rules = ReadingRules(nonFiniteNumbers: ["inf", "-inf", "nan"])
    #expect(
      try text("Double", "", rules: rules) == """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "anyOf": [
            {
              "type": "number"
            },
            {
              "enum": [
                "-inf",
                "inf",
                "nan"
              ]
            }
          ],
          "title": "Data of Double"
        }

        """
    )
  }
}
