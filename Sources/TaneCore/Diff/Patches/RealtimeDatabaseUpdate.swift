/// A minimal set of writes that turns one Realtime Database tree into another.
///
/// Both trees are compared in stored form. No write's path equals another write's path or lies
/// above it, so all writes are valid in one update
/// (<https://firebase.google.com/docs/reference/rest/database#section-patch>). A subtree is written
/// as a whole if that takes fewer bytes than the writes inside it.
package struct RealtimeDatabaseUpdate: Sendable {
  /// The writes, in key order; each expects the old tree's value at its path.
  ///
  /// The root itself is written only if one of the roots is a scalar.
  package let writes: [TreeWrite]

  /// Creates the writes that turn one tree into another, excluding changes that the options ignore.
  ///
  /// A server timestamp in the new tree is not written if the old tree has a number there.
  package init(from old: Tree, to new: Tree, options: ComparisonOptions = ComparisonOptions()) {
    let (old, new) = (old.storedForm().orEmptyMap, new.storedForm().orEmptyMap)
    let changes = Changeset(from: old, to: new, options: options).changes
    if let first = changes.first, first.path.isRoot {
      writes = Self.writesOfRoot(from: old, to: new)
    } else {
      var collapse = WriteMerger(ignoring: options.ignored)
      writes = collapse.writes(changes[...], from: old, to: new)
    }
  }

  /// Returns the writes for two roots, at least one of which is a scalar.
  private static func writesOfRoot(from old: Tree, to new: Tree) -> [TreeWrite] {
    guard new.kind == .map, !new.children.isEmpty else {
      return [TreeWrite(path: .root, value: new.storedForm(), expected: old.storedForm())]
    }
    return new.children.map {
      TreeWrite(path: TreePath([$0.key ?? ""]), value: $0, expected: .null)
    }
  }
}

extension Tree {
  /// The tree, with null replaced by an empty map: a Realtime Database does not distinguish them.
  fileprivate var orEmptyMap: Tree { isNull ? Tree(.map([])) : self }
}
