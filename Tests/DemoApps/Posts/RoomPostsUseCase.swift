public import DemoModels
public import Foundation
public import TaneFirebase

/// A use case for reading the posts of a room and adding posts.
public protocol RoomPostsUseCase: Sendable {
  /// Returns the posts of the room, oldest first.
  ///
  /// - Throws: A `DataMappingError` if a document is not a valid post; never returns a partial
  ///   list.
  func getAll() async throws -> [PostItem]

  /// Sends a post.
  func send(_ draft: PostDraft) async throws
}

/// A use case for posts of a room in a Firestore collection.
public struct DefaultRoomPostsUseCase: RoomPostsUseCase {
  private let posts: CollectionReference
  private let roomID: String
  private let user: User
  private let now: @Sendable () -> Date

  /// Creates the use case.
  ///
  /// - Parameters:
  ///   - posts: The collection of the posts of all rooms.
  ///   - roomID: The identifier of the room.
  ///   - user: The sender of new posts.
  ///   - now: The clock.
  public init(
    posts: CollectionReference,
    roomID: String,
    user: User,
    now: @escaping @Sendable () -> Date
  ) {
    self.posts = posts
    self.roomID = roomID
    self.user = user
    self.now = now
  }

  /// Returns the posts of the room; see the protocol.
  public func getAll() async throws -> [PostItem] {
    let snapshot = try await posts.whereField("roomID", isEqualTo: roomID).getDocuments()
    // Sorted here, because Firestore omits documents that lack the field of an order.
    return try snapshot.documents
      .map { PostItem(id: $0.documentID, post: try $0.data(as: Post.self)) }
      .sorted { $0.post.createdAt < $1.post.createdAt }
  }

  /// Sends a post; see the protocol.
  public func send(_ draft: PostDraft) async throws {
    let post = Post(
      userName: user.information.name,
      userImage: user.information.avatarImageURL,
      text: draft.text,
      uid: user.id,
      roomID: roomID,
      imageArray: draft.images,
      createdAt: now()
    )
    try await posts.document(draft.id).setData(Firestore.Encoder().encode(post))
  }
}
