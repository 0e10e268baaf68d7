#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What `/users/<id>` of the database *users* holds about one user.
public struct UserInformation: Codable, Hashable, Sendable {
  /// The name that other users see.
  public let name: String
  /// The user's rank in the membership programme.
  public let userRank: UserRank
  /// The points that the user can spend now.
  public let availablePoint: Int
  /// Where the user's picture is, if the user has chosen one.
  public let avatarImageURL: URL?
  /// When the user signed up, as ISO 8601 text.
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
