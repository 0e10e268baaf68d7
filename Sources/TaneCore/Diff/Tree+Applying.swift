extension Tree {
  /// Returns the tree with the changes of a changeset applied.
  ///
  /// Missing containers above an addition are created as maps; a scalar in the way is replaced.
  ///
  /// In a list, removed elements (by old index) and moved ones are taken out, then added and moved
  /// ones are inserted at their new indices; the other elements keep their order and fill the gaps.
  /// Changes inside an element use its new index.
  package func applying(_ changeset: Changeset) -> Tree {
    guard let first = changeset.changes.first else { return self }
    // The new root replaces this tree.
    if first.path.isRoot { return first.new ?? .null }
    var application = ChangeApplication(builder: TreeBuilder(sharing: self))
    _ = application.apply(changeset.changes[...], depth: 0, to: self)
    return application.builder.finish()
  }
}
