#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A post, as stored in a document of the Firestore collection `posts`.
public struct Post: Codable, Hashable, Sendable {
  /// The author's name at the time of the post.
  public let userName: String
  /// The URL of the author's picture at the time of the post, or nil if there was none.
  public let userImage: URL?
  /// The text; empty for a post that has only pictures.
  public let text: String
  /// The identifier of the author.
  public let uid: String
  /// The identifier of the room that contains the post.
  public let roomID: String
  /// The URLs of the post's pictures, in order.
  public let imageArray: [URL]
  /// The time of the post.
  public let createdAt: Date

  /// Creates a post.
  public init(
    userName: String,
    userImage: URL? = nil,
    text: String,
    uid: String,
    roomID: String,
    imageArray: [URL] = [],
    createdAt: Date
  ) {
    self.userName = userName
    self.userImage = userImage
    self.text = text
    self.uid = uid
    self.roomID = roomID
    self.imageArray = imageArray
    self.createdAt = createdAt
  }
}
