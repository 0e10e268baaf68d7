/// A value of a Realtime Database with its ETag for conditional requests.
///
/// See <https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>.
public struct TaggedTree: Sendable, Equatable {
  /// The value that the ETag identifies.
  package let value: Tree
  /// The opaque ETag; nil if the store has none.
  package let tag: String?

  /// Creates a value with its ETag.
  package init(value: Tree, tag: String?) {
    self.value = value
    self.tag = tag
  }
}

/// The result of comparing a database with the expected content.
public enum TreeAgreement: Sendable, Hashable {
  /// The content is equal; the tag is the value's ETag, if the store has ETags.
  case same(tag: String?)
  /// The content is different or unknown: the value has to be read for a comparison.
  case different
}
