/// A value in a Realtime Database and its ETag for conditional requests.
///
/// See <https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>.
public struct TaggedTree: Sendable, Equatable {
  /// The value that has this ETag.
  package let value: Tree
  /// The opaque ETag, or nil if the store does not support ETags.
  package let tag: String?

  /// Creates a value with its ETag.
  package init(value: Tree, tag: String?) {
    self.value = value
    self.tag = tag
  }
}

/// The result of comparing content in a database with the expected content.
public enum TreeAgreement: Sendable, Hashable {
  /// The content is the same; the tag is the value's ETag if the store supports ETags.
  case same(tag: String?)
  /// The content is or may be different; the value has to be read for a comparison.
  case different
}
