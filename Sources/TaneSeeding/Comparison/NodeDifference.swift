public import TaneCore

/// How one node of a database differs, in the form in which a database is written and, where that says it
/// in fewer words, in the form in which people read it.
public struct NodeDifference: Sendable {
  /// What differs, in one form.
  public struct Form: Sendable {
    /// What differs, in the order of a walk; the paths begin at the root of the database.
    public let changes: [Change]
    /// The number of values that are the same.
    public let unchangedCount: Int
    /// The number of changes that are ignored.
    public let ignoredCount: Int
    /// The node on the old side.
    public let old: Tree
    /// The node on the new side.
    public let new: Tree

    /// Whether there is anything that a seed leaves.
    var hasExtras: Bool { changes.contains { $0.kind == .extra } }
  }

  /// Where the node stands.
  public let path: TreePath
  /// What differs key by key, a list's elements by their index: what a seed writes.
  public let written: Form
  /// What differs in the tree that clients read, the elements of lists found again by their identity; nil
  /// where that takes no fewer changes.
  public let readable: Form?
  /// What differs, in the form that takes fewer changes and says no more than what a seed does.
  ///
  /// Where extras stay, elements do not end up as the readable form has them.
  public func form(prunes: Bool = false) -> Form {
    guard let readable, prunes || !readable.hasExtras && !written.hasExtras else { return written }
    return readable
  }
}

extension NodeDifference {
  /// A node of which nothing differs.
  init(unchanged tree: Tree, at path: TreePath) {
    let form = Form(
      changes: [],
      unchangedCount: tree.isNull ? 0 : tree.leafCount,
      ignoredCount: 0,
      old: tree,
      new: tree
    )
    self.init(path: path, written: form, readable: nil)
  }
}
