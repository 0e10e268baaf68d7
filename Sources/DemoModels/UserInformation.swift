#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The information about one user, as stored at `/users/<id>` of the database *users*.
public struct UserInformation: Codable, Hashable, Sendable {
  /// The name that other users see.
  public let name: String
  /// The user's rank in the membership program.
  public let userRank: UserRank
  /// The points that the user can currently spend.
  public let availablePoint: Int
  /// The URL of the user's picture, or nil if the user has no picture.
  public let avatarImageURL: URL?
  /// The time of the user's registration, as ISO 8601 text.
  public let createdAt: String

  /// Creates the information about one user.
  public init(
    name: String,
    userRank: UserRank,
    availablePoint: Int,
    avatarImageURL: URL? = nil,
    createdAt: String
  ) {
    self.name = name
    self.userRank = userRank
    self.availablePoint = availablePoint
    self.avatarImageURL = avatarImageURL
    self.createdAt = createdAt
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case userRank = "user_rank"
    case availablePoint = "available_point"
    case avatarImageURL = "avatar_image_url"
    case createdAt = "created_at"
  }
}
