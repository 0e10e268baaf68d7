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

/// Whether a database holds what it is expected to hold.
public enum TreeAgreement: Sendable, Hashable {
  /// It does; with the value's tag where the store gives one.
  case same(tag: String?)
  /// It does not, or may not: the value has to be read to tell.
  case different
}
