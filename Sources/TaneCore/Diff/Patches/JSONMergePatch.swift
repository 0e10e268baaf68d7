/// A JSON merge patch (RFC 7396): a map of what changes, in which null removes a key.
public struct JSONMergePatch: Sendable {
  /// A null of the new tree that a merge patch cannot express, for there null means that a key goes.
  public struct NullMember: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where the null stands in the new tree.
    public let path: TreePath

    /// The failure in one line.
    public var description: String {
      "a merge patch cannot set \(path) to null, it would remove it; use a JSON patch"
    }
  }

  /// The patch itself.
  public let tree: Tree

  /// Takes a tree for a patch; every tree is one.
  public init(_ tree: Tree) {
    self.tree = tree
  }

  /// Finds the patch that turns one tree into another, save what the options leave out.
  ///
  /// A list that differs is set as a whole.
  public init(
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

  /// Maps must not hold null; elements of a list may, for a list is set as it is.
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
      builder.clearPlace()
      builder.setKey(key.text)
      write(changes, depth: depth + 1, into: &builder)
    }
    builder.endContainer()
  }
}
