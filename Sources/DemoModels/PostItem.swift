/// A post in a room, and the identifier of its document.
public struct PostItem: Hashable, Identifiable, Sendable {
  /// The identifier of the document.
  public let id: String
  /// The post that the document contains.
  public let post: Post

  /// Creates an item from a document's identifier and the post that it contains.
  public init(id: String, post: Post) {
    self.id = id
    self.post = post
  }
}
