public import TaneCore

/// A cache of resources from earlier comparisons, by address and tag.
public protocol KnownTags: Sendable {
  /// The tag under which a resource is known to have a content, and that; nil where nothing is known.
  ///
  /// `wanted` is what fixtures say of it: the content shares its memory where that is nearly the same.
  func known(of address: Address, beside wanted: Tree) -> TaggedTree?

  /// Notes the tag under which a resource has a content now, or with nil that nothing is known of it.
  func note(_ tag: String?, of address: Address, holding content: Tree)

  /// Notes that a database got a new tag in place of the one that all of it had, when some places were written: what is
  /// known of others holds under the new one.
  func replace(_ tag: String, by new: String, in service: String, writing places: [TreePath])

  /// Writes down what changed, if anything did.
  func save()
}
