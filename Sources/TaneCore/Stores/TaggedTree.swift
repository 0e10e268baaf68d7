/// A value of a Realtime Database and the tag that stands for it in conditional requests.
///
/// See <https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>.
public struct TaggedTree: Sendable, Equatable {
  /// The value.
  public let value: Tree
  /// The tag, whose text means nothing by itself; nil where the store gives none.
  public let tag: String?

  /// Creates a value with its tag.
  public init(value: Tree, tag: String?) {
    self.value = value
    self.tag = tag
  }
}
