public import DemoModels
public import Foundation
public import TaneFirebase

/// Reads the posts of a room, and adds one's own.
public protocol RoomPostsUseCase: Sendable {
  /// The posts of the room, the oldest first; none where nobody has sent any.
  ///
  /// - Throws: A `DataMappingError` where something is not a post, never a part of the list.
  func getAll() async throws -> [PostItem]

  /// Sends a post.
  func send(_ draft: PostDraft) async throws
}

/// Keeps the posts of a room among those of a Firestore collection.
public struct DefaultRoomPostsUseCase: RoomPostsUseCase {
  private let posts: CollectionReference
  private let roomID: String
  private let user: User
  private let now: @Sendable () -> Date

  /// Creates the use case.
  ///
  /// - Parameters:
  ///   - posts: The collection of the posts of all rooms.
  ///   - roomID: The room.
  ///   - user: Who sends.
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

  /// The posts of the room; see the protocol.
  public func getAll() async throws -> [PostItem] {
    let snapshot = try await posts.whereField("roomID", isEqualTo: roomID).getDocuments()
    // Sorted here: Firestore leaves documents out that lack the field by which it is to sort.
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
