/// A JSON Patch (RFC 6902): a sequence of operations that turns one tree into another.
package struct JSONPatch: Sendable {
  /// An operation; the last key of a path may be a list index, or `-` for the end of the list.
  package enum Operation: Sendable {
    /// Adds a value; in a list, it is inserted before the element at the index.
    case add(TreePath, Tree)
    case remove(TreePath)
    case replace(TreePath, Tree)
    /// Moves the value at one path to another path.
    case move(from: TreePath, to: TreePath)
    /// Copies the value at one path to another path.
    case copy(from: TreePath, to: TreePath)
    /// Fails if the value at a path differs.
    case test(TreePath, Tree)
  }

  /// The operations, in the order in which they are applied.
  package let operations: [Operation]

  package init(_ operations: [Operation]) {
    self.operations = operations
  }

  /// Creates the patch that turns one tree into another, excluding changes that the options ignore.
  package init(
    from old: Tree,
    to new: Tree,
    options: ComparisonOptions = ComparisonOptions(lists: .byIdentity(ListIdentity()))
  ) {
    let changeset = Changeset(from: old, to: new, options: options, reportsOrder: false)
    var writer = JSONPatchWriter()
    writer.write(changeset.changes[...], at: .root, of: new)
    operations = writer.operations
  }

  /// The patch as a list of maps, as RFC 6902 defines it.
  package var tree: Tree {
    var builder = TreeBuilder()
    builder.beginList()
    for operation in operations {
      builder.clearPosition()
      builder.beginMap()
      for (key, value) in operation.members {
        builder.setKey(key)
        builder.append(value)
      }
      builder.endContainer()
    }
    builder.endContainer()
    return builder.finish()
  }
}

extension JSONPatch.Operation {
  fileprivate var members: [(String, TreeLiteral)] {
    switch self {
    case .add(let path, let value): Self.members("add", path, value)
    case .remove(let path): Self.members("remove", path)
    case .replace(let path, let value): Self.members("replace", path, value)
    case .move(let source, let path): Self.members("move", path, from: source)
    case .copy(let source, let path): Self.members("copy", path, from: source)
    case .test(let path, let value): Self.members("test", path, value)
    }
  }

  private static func members(
    _ name: String,
    _ path: TreePath,
    _ value: Tree? = nil,
    from source: TreePath? = nil
  ) -> [(String, TreeLiteral)] {
    [("op", .string(name)), ("path", .string(path.jsonPointer))]
      + (value.map { [("value", .tree($0))] } ?? [])
      + (source.map { [("from", .string($0.jsonPointer))] } ?? [])
  }
}
