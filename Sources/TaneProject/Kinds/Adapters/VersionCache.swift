package import TaneCore

/// A cache of resources from earlier comparisons, by address and tag.
package protocol VersionCache: Sendable {
  /// Returns the cached content of a resource with its tag, or nil if it is not cached.
  ///
  /// `wanted` is the content in the fixtures; if it is similar, the result shares its memory.
  func known(of address: Address, beside wanted: Tree) -> TaggedTree?

  /// Caches the content of a resource with its tag, or removes it for a nil tag.
  func note(_ tag: String?, of address: Address, holding content: Tree)

  /// Replaces the tag of a whole database after writes at some paths; the cached contents at other
  /// paths stay valid.
  func replaceTag(_ tag: String, with new: String, in service: String, writing places: [TreePath])

  /// Saves the cache if it has changed.
  func save()
}
