/// A post in a room: the identifier and the content of its document.
public struct PostItem: Hashable, Identifiable, Sendable {
  /// The identifier of the document.
  public let id: String
  /// The content of the document.
  public let post: Post

  /// Creates a post in a room from the identifier and the content of its document.
  public init(id: String, post: Post) {
    self.id = id
    self.post = post
  }
}
