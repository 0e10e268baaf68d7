#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A post, as a document of the Firestore collection `posts` holds it.
public struct Post: Codable, Hashable, Sendable {
  /// The name of the author when the post was sent.
  public let userName: String
  /// Where the author's picture was, if there was one.
  public let userImage: URL?
  /// What the author has written; empty for a post of pictures alone.
  public let text: String
  /// The identifier of the author.
  public let uid: String
  /// The identifier of the room that the post stands in.
  public let roomID: String
  /// Where the post's pictures are, in their order.
  public let imageArray: [URL]
  /// When the post was sent.
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
