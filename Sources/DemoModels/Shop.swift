#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A shop, as `/shops` of the database *shops* holds it.
public struct Shop: Codable, Hashable, Identifiable, Sendable {
  /// The shop's number, which is also its place in the list.
  public let id: Int
  /// The name on the signboard.
  public let name: String
  /// Where the shop's own picture is, if it has one.
  public let shopImageURL: URL?
  /// When the shop last changed, as ISO 8601 text.
  public let updatedAt: String
  /// The pictures of food that users have uploaded.
  ///
  /// At least one: the Realtime Database drops empty lists, so the key would be absent.
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
