import Foundation

// These types are compiled into the tests, which also parse this file.

struct Store: Codable {
  let id: Int
  let name: String
  var rating: Double?
  let kind: Kind
  let site: URL
  let opened: Date
  var tags: Set<String>
  let floors: [Int8]
  let hours: [String: [Int]]
  let place: Place?
  let payments: [Payment]
  let version = 3

  enum Kind: String, Codable, CaseIterable { case cafe, bakery = "bake_house", bookShop }

  private enum CodingKeys: String, CodingKey {
    case id = "store_id"
    case name, rating, kind, site, opened, tags, floors, hours, place, payments, version
  }
}

struct Place: Codable {
  let latitude, longitude: Double
  let label: Text?
  let parts: [Part<Bool>]
}

struct Part<Value: Codable>: Codable {
  let value: Value
  let next: [Part]?
}

enum Payment: Codable {
  case cash(amount: UInt16)
  case card(String, holder: String?)
  case free
}

typealias Text = String

class Animal: Codable {
  let legs: Int
}

class Bird: Animal {
  let wings: Float

  enum CodingKeys: CodingKey { case wings }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    wings = try container.decode(Float.self, forKey: .wings)
    try super.init(from: decoder)
  }
}

struct Tolerant: Decodable {
  let name: String
  let count: Int
  let inner: Int?
  let code: Code
  let ranks: [Rank: Int]
  let levels: [Level: Bool]
  let slug: Slug

  enum CodingKeys: String, CodingKey { case name, count, inner, code, ranks, levels, slug, x }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    count = (try? container.decode(Int.self, forKey: .count)) ?? 0
    inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
      .decodeIfPresent(Int.self, forKey: .x)
    code = try container.decodeIfPresent(Code.self, forKey: .code) ?? Code(rawValue: 1)
    ranks = try container.decode([Rank: Int].self, forKey: .ranks)
    levels = try container.decode([Level: Bool].self, forKey: .levels)
    slug = try container.decode(Slug.self, forKey: .slug)
  }
}

struct Slug: Decodable {
  let parts: [String]

  init(from decoder: any Decoder) throws {
    parts = try decoder.singleValueContainer().decode([String].self)
  }
}

struct Code: RawRepresentable, Codable { let rawValue: Int }

enum Rank: String, Codable { case gold, silver }

enum Level: String, Codable, CodingKeyRepresentable { case low, high }

struct Everything: Decodable {
  let stores: [Store]
  let birds: [String: Bird]
  let tolerant: [Tolerant]
}
