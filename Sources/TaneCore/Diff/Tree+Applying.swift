extension Tree {
  /// The tree with a changeset's changes made.
  ///
  /// Missing containers on the way to an addition are made as maps; a scalar on the way is replaced.
  ///
  /// In a list what is removed, by its old index, and what moves is taken out; what is added and what
  /// moves is put at its new index, and the rest keeps its order and fills the gaps. Changes inside an
  /// element go by its new index.
  public func applying(_ changeset: Changeset) -> Tree {
    guard !changeset.isEmpty else { return self }
    var application = ChangeApplication(builder: TreeBuilder(sharing: self))
    if !application.apply(changeset.changes[...], depth: 0, to: self) {
      application.builder.appendNull()
    }
    return application.builder.finish()
  }
}
