/// One difference between two trees: a node added, removed or changed.
public struct Change: Sendable {
  /// What became of the node.
  public enum Kind: String, Sendable, Hashable {
    /// It is only in the new tree.
    case added
    /// It is only in the old tree.
    case removed
    /// It is in both, with different values.
    case changed
  }

  /// Where the node stands.
  public let path: TreePath
  /// The node in the old tree, unless it was added.
  public let old: Tree?
  /// The node in the new tree, unless it was removed.
  public let new: Tree?

  /// Creates a change; at least one side must be there.
  public init(path: TreePath, old: Tree?, new: Tree?) {
    precondition(old != nil || new != nil, "a change has at least one side")
    self.path = path
    self.old = old
    self.new = new
  }

  /// What became of the node.
  public var kind: Kind { old == nil ? .added : new == nil ? .removed : .changed }
}
