#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A picture of food that a user uploaded for a shop.
public struct FoodImage: Codable, Hashable, Identifiable, Sendable {
  /// The picture's identifier, such as `1000001_main_food` or `1000001_sub1_food`.
  public let id: String
  /// The URL of the picture, or nil if the picture has not been uploaded yet.
  public let imageURL: URL?
  /// The user who uploaded the picture, such as `user000001` for the user `1000001`.
  public let uploadedUser: String

  /// Creates a picture of food.
  public init(id: String, imageURL: URL?, uploadedUser: String) {
    self.id = id
    self.imageURL = imageURL
    self.uploadedUser = uploadedUser
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case imageURL = "image_url"
    case uploadedUser = "uploaded_user"
  }
}
