package import TaneCore

/// A cache of resources from earlier comparisons, by address and tag.
package protocol VersionCache: Sendable {
  /// Returns the cached content of a resource with its tag, or nil if it is not cached.
  ///
  /// Parts of the result that equal `wanted`, the content in the fixtures, share its memory.
  func known(of address: Address, beside wanted: Tree) -> TaggedTree?

  /// Caches a resource's content with its tag, or removes the resource from the cache if the tag is
  /// nil.
  func note(_ tag: String?, of address: Address, holding content: Tree)

  /// Replaces a database's tag after writes to some paths; cached content at other paths stays
  /// valid.
  func replaceTag(_ tag: String, with new: String, in service: String, writing places: [TreePath])

  /// Saves the cache if it has changed.
  func save()
}
