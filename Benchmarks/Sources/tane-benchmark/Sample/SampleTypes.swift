import Foundation

/// The types of a generated tree, as an app declares them.
struct SampleDatabase: Codable {
  let shops: [SampleShop]
  let users: [String: SampleUser]
}

struct SampleShop: Codable {
  let id: Int
  let name: String
  let imageURL: URL
  let updatedAt: Int
  let foods: [SampleFood]?

  private enum CodingKeys: String, CodingKey {
    case id, name, foods
    case imageURL = "shop_image_url"
    case updatedAt = "updated_at"
  }
}

struct SampleFood: Codable {
  let id: String
  let imageURL: URL
  let uploadedUser: String

  private enum CodingKeys: String, CodingKey {
    case id
    case imageURL = "image_url"
    case uploadedUser = "uploaded_user"
  }
}

struct SampleUser: Codable {
  enum Rank: String, Codable {
    case bronze, silver, gold, platinum
  }

  let name: String
  let rank: Rank
  let availablePoint: Int
  let avatarURL: URL?
  let createdAt: Int

  private enum CodingKeys: String, CodingKey {
    case name
    case rank = "user_rank"
    case availablePoint = "available_point"
    case avatarURL = "avatar_image_url"
    case createdAt = "created_at"
  }
}
