public import TaneCore

/// What earlier comparisons know of an environment: under which tag a resource was just as fixtures say.
public protocol KnownTags: Sendable {
  /// The tag under which a resource had a content; nil where that is not known.
  func tag(of address: Address, holding content: Tree) -> String?

  /// Notes the tag under which a resource has a content now, or with nil that nothing is known of it.
  func note(_ tag: String?, of address: Address, holding content: Tree)

  /// Writes down what changed, if anything did.
  func save()
}
