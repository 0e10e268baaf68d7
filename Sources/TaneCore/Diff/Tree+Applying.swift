extension Tree {
  /// The tree with a changeset's changes made.
  ///
  /// Missing containers on the way to an addition are made as maps; a scalar on the way is replaced.
  ///
  /// In a list what is removed, by its old index, and what moves is taken out; what is added and what
  /// moves is put at its new index, and the rest keeps its order and fills the gaps. Changes inside an
  /// element go by its new index.
  public func applying(_ changeset: Changeset) -> Tree {
    guard let first = changeset.changes.first else { return self }
    // Another tree takes the place of this one as it is.
    if first.path.isRoot { return first.new ?? .null }
    var application = ChangeApplication(builder: TreeBuilder(sharing: self))
    _ = application.apply(changeset.changes[...], depth: 0, to: self)
    return application.builder.finish()
  }
}
