/// A post of a room: the identifier of its document together with what that holds.
public struct PostItem: Hashable, Identifiable, Sendable {
  /// The identifier of the document.
  public let id: String
  /// What the document holds.
  public let post: Post

  /// Creates a post of a room from an identifier and what its document holds.
  public init(id: String, post: Post) {
    self.id = id
    self.post = post
  }
}
