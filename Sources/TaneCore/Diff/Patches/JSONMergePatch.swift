/// A JSON merge patch (RFC 7396): a map of changes, in which null removes a key.
package struct JSONMergePatch: Sendable {
  /// An error for a null in the new tree, which a merge patch cannot express because null removes a
  /// key.
  package struct NullMember: Error, Sendable, Hashable, CustomStringConvertible {
    package let path: TreePath

    /// The error message, in one line.
    package var description: String {
      "a merge patch cannot set \(path) to null, because null removes a member; use a JSON patch"
    }
  }

  package let tree: Tree

  /// Creates a patch from its tree; every tree is a valid patch.
  package init(_ tree: Tree) {
    self.tree = tree
  }

  /// Creates the patch that turns one tree into another, excluding changes that the options ignore.
  ///
  /// A list that differs is replaced as a whole.
  package init(
    from old: Tree,
    to new: Tree,
    options: ComparisonOptions = ComparisonOptions()
  ) throws(NullMember) {
    guard old.kind == .map, new.kind == .map else {
      try Self.checkNulls(in: new, at: .root)
      self.init(new)
      return
    }
    let changeset = TreeComparison.run(old, new, options: options, lists: .whole)
    for change in changeset.changes {
      guard let value = change.new else { continue }
      if value.isNull { throw NullMember(path: change.path) }
      try Self.checkNulls(in: value, at: change.path)
    }
    var builder = TreeBuilder()
    Self.write(changeset.changes[...], depth: 0, into: &builder)
    self.init(builder.finish())
  }

  /// Throws an error if a map contains null; nulls in lists are valid, because lists are replaced.
  private static func checkNulls(in tree: Tree, at path: TreePath) throws(NullMember) {
    guard tree.kind == .map else { return }
    for child in tree.children {
      let path = path.appending(child.key ?? "")
      if child.isNull { throw NullMember(path: path) }
      try checkNulls(in: child, at: path)
    }
  }

  private static func write(
    _ changes: ArraySlice<Change>,
    depth: Int,
    into builder: inout TreeBuilder
  ) {
    if let first = changes.first, first.path.components.count == depth {
      return builder.append(first.new ?? .null)
    }
    builder.beginMap()
    for (key, changes) in ChangeApplication.groups(of: changes, depth: depth) {
      builder.clearPosition()
      builder.setKey(key.text)
      write(changes, depth: depth + 1, into: &builder)
    }
    builder.endContainer()
  }
}
