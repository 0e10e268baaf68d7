#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A shop, as stored at `/shops` of the database *shops*.
public struct Shop: Codable, Hashable, Identifiable, Sendable {
  /// The shop's number, such as `1000001`, which is stored as `id`.
  public let shopID: Int
  /// The shop's name.
  public let name: String
  /// The URL of the shop's own picture, or nil if it has none.
  public let shopImageURL: URL?
  /// The time of the shop's last change, as ISO 8601 text.
  public let updatedAt: String
  /// The pictures of food that users uploaded, which are stored as `foods`.
  ///
  /// The list is never empty: the Realtime Database does not store empty lists.
  public let foodImages: [FoodImage]

  /// The shop's number.
  public var id: Int { shopID }

  /// Creates a shop.
  public init(
    shopID: Int,
    name: String,
    shopImageURL: URL?,
    updatedAt: String,
    foodImages: [FoodImage]
  ) {
    self.shopID = shopID
    self.name = name
    self.shopImageURL = shopImageURL
    self.updatedAt = updatedAt
    self.foodImages = foodImages
  }

  private enum CodingKeys: String, CodingKey {
    case shopID = "id"
    case name
    case shopImageURL = "shop_image_url"
    case updatedAt = "updated_at"
    case foodImages = "foods"
  }
}
