public import Foundation

/// A post that is being written.
public struct PostDraft: Hashable, Identifiable, Sendable {
  /// The identifier that the post will have: sent again after a failure, it is still one post.
  public let id: String
  /// The text so far.
  public let text: String
  /// Where the pictures are that were chosen so far.
  public let images: [URL]

  /// Creates a draft.
  public init(id: String, text: String, images: [URL] = []) {
    self.id = id
    self.text = text
    self.images = images
  }

  /// Whether there is something to send: a picture, or text that is not only white space.
  public var canBeSent: Bool { !images.isEmpty || text.contains { !$0.isWhitespace } }
}
