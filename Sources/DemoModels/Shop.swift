#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A shop, as stored at `/shops` of the database *shops*.
public struct Shop: Codable, Hashable, Identifiable, Sendable {
  /// The shop's number, which is also its index in the list.
  public let id: Int
  /// The shop's name.
  public let name: String
  /// The URL of the shop's own picture, or nil if it has none.
  public let shopImageURL: URL?
  /// The time of the shop's last change, as ISO 8601 text.
  public let updatedAt: String
  /// The pictures of food that users uploaded.
  ///
  /// The list is never empty: the Realtime Database does not store empty lists.
  public let foods: [FoodImage]

  /// Creates a shop.
  public init(
    id: Int,
    name: String,
    shopImageURL: URL?,
    updatedAt: String,
    foods: [FoodImage]
  ) {
    self.id = id
    self.name = name
    self.shopImageURL = shopImageURL
    self.updatedAt = updatedAt
    self.foods = foods
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case shopImageURL = "shop_image_url"
    case updatedAt = "updated_at"
    case foods
  }
}
