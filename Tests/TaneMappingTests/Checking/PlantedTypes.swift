import Foundation
import TaneCore

// Types with synthesized decoding, and descriptions of their data.

struct PlantedShop: Codable {
  let id: Int
  let name: String
  let isOpen: Bool
  let rank: Rank
  let level: Level?
  let site: URL
  let rating: Double?
  let floor: Int8
  let address: PlantedAddress
  let items: [PlantedItem]
  let opening: [String: Int]
  let note: String?
  let former: PlantedAddress?

  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case isOpen = "is_open"
    case rank, level, site, rating, floor
    case address = "postal_address"
    case items, opening, note, former
  }

  static let data = PlantedData.map([
    Field("id", .integer), Field("name", .text), Field("is_open", .boolean),
    Field("rank", .rank), Field("level", .level, isOptional: true), Field("site", .url),
    Field("rating", .number, isOptional: true), Field("floor", .small),
    Field("postal_address", PlantedAddress.data), Field("items", .list(PlantedItem.data)),
    Field("opening", .dictionary(.integer)), Field("note", .text, isOptional: true),
    Field("former", PlantedAddress.data, isOptional: true),
  ])
}

struct PlantedAddress: Codable {
  let street: String
  let postcode: String
  let location: PlantedPoint

  static let data = PlantedData.map([
    Field("street", .text), Field("postcode", .text), Field("location", PlantedPoint.data),
  ])
}

struct PlantedPoint: Codable {
  let latitude: Double
  let longitude: Double

  static let data = PlantedData.map([Field("latitude", .number), Field("longitude", .number)])
}

struct PlantedItem: Codable {
  let code: String
  let price: Double
  let count: Int?
  let tags: [String]

  static let data = PlantedData.map([
    Field("code", .text), Field("price", .number), Field("count", .integer, isOptional: true),
    Field("tags", .list(.text)),
  ])
}

/// A description of a type's valid data.
indirect enum PlantedData: Sendable {
  case integer, small, number, boolean, text, url, rank, level
  case list(PlantedData)
  case dictionary(PlantedData)
  case map([Field])
}

/// A key of a map with its data.
struct Field: Sendable {
  let key: String
  let data: PlantedData
  let isOptional: Bool

  init(_ key: String, _ data: PlantedData, isOptional: Bool = false) {
    self.key = key
    self.data = data
    self.isOptional = isOptional
  }
}
