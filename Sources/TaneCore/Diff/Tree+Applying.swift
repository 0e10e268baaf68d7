extension Tree {
  /// Returns the tree with the changes of a changeset applied.
  ///
  /// Missing containers above an addition are created as maps, which replace scalars on the path.
  ///
  /// In a list, removed elements (by old index) and moved ones are taken out. Then added and moved
  /// elements are inserted at their new indices, and the others fill the gaps in their old order.
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
