/// A value in a Realtime Database and its ETag for conditional requests.
///
/// See <https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>.
public struct TaggedTree: Sendable, Equatable {
  package let value: Tree
  /// The opaque ETag, or nil if the store does not support ETags.
  package let tag: String?

  package init(value: Tree, tag: String?) {
    self.value = value
    self.tag = tag
  }
}

/// The result of comparing a value in a database with the expected value.
public enum TreeAgreement: Sendable, Hashable {
  /// The values are equal; the tag is the ETag, or nil if the store does not support ETags.
  case same(tag: String?)
  /// The values differ or may differ; the caller has to read the database's value to compare them.
  case different
}
