/// A sequence of changes that turns one tree into another, in traversal order.
///
/// Output, exit codes and writes are derived from a changeset. If the changeset from `a` to `b` is
/// applied to `a`, the result is `b`; the changeset from `b` to `b` is empty.
public struct Changeset: Sendable {
  /// The changes.
  ///
  /// No change is at or below the path of another, except changes inside a list element that moved.
  public var changes: [Change]
  /// The number of scalars that are equal in both trees.
  package var unchangedCount: Int
  /// The number of changes that the options excluded.
  package var ignoredCount: Int

  /// Creates a changeset from changes in traversal order.
  package init(changes: [Change] = [], unchangedCount: Int = 0, ignoredCount: Int = 0) {
    self.changes = changes
    self.unchangedCount = unchangedCount
    self.ignoredCount = ignoredCount
  }

  /// Compares two trees in one pass over their sorted children.
  ///
  /// Lists are compared index by index, numbers by value; a server timestamp in the new tree equals
  /// any number.
  public init(from old: Tree, to new: Tree) {
    self.init(from: old, to: new, options: ComparisonOptions())
  }

  /// Compares two trees in one pass over their sorted children, with options.
  ///
  /// A server timestamp in the new tree equals any number or any `!timestamp`, depending on
  /// `serverTime`. If `reportsOrder` is false, a list whose elements were only reordered has a
  /// change for each moved element instead of one for the list.
  package init(
    from old: Tree,
    to new: Tree,
    options: ComparisonOptions,
    reportsOrder: Bool = true
  ) {
    self = TreeComparison.run(old, new, options: options, reportsOrder: reportsOrder)
  }

  /// A Boolean value indicating whether there are no changes; ignored changes do not count.
  public var isEmpty: Bool { changes.isEmpty }
}
