@testable import TaneCore

extension RealtimeDatabaseUpdate {
  /// Returns the stored form of the tree after the update.
  func apply(to tree: Tree) -> Tree {
    let tree = tree.storedForm()
    let changes = writes.compactMap { write -> Change? in
      let (old, new) = (tree[write.path], write.value.isNull ? nil : write.value)
      return old == nil && new == nil ? nil : Change(path: write.path, old: old, new: new)
    }
    return tree.applying(Changeset(changes: changes)).storedForm()
  }

  /// The body of an update request at the root: a map from paths, without a leading slash, to
  /// values.
  var tree: Tree {
    var builder = TreeBuilder()
    builder.beginMap()
    for write in writes {
      builder.clearPosition()
      builder.setKey(write.path.components.joined(separator: "/"))
      builder.append(write.value)
    }
    builder.endContainer()
    return builder.finish()
  }
}
