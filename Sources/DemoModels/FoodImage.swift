#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A picture of food that a user uploaded for a shop.
public struct FoodImage: Codable, Hashable, Identifiable, Sendable {
  /// The picture's identifier, such as `1000001_main_food`.
  public let id: String
  /// The URL of the picture, or nil if the picture has not been uploaded yet.
  public let imageURL: URL?
  /// The identifier of the user who uploaded the picture.
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
