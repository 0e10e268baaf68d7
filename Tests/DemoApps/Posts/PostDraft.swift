public import Foundation

/// A draft of a post.
public struct PostDraft: Hashable, Identifiable, Sendable {
  /// The identifier of the future post, so that a retry after a failure does not create a second
  /// one.
  public let id: String
  /// The text so far.
  public let text: String
  /// The files of the chosen pictures.
  public let images: [URL]

  /// Creates a draft.
  public init(id: String, text: String, images: [URL] = []) {
    self.id = id
    self.text = text
    self.images = images
  }

  /// A Boolean value indicating whether the draft has a picture, or text other than white space.
  public var canBeSent: Bool { !images.isEmpty || text.contains { !$0.isWhitespace } }
}
