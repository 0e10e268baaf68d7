/// A difference between two trees: a node added, removed, changed or moved, or a list reordered.
public struct Change: Sendable {
  /// The kind of a change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The node is only in the new tree.
    case added
    /// The node is in both trees, with different values.
    case changed
    /// The node is only in the old tree.
    case removed
    /// The node is only in the old tree, and is removed only by explicit pruning: live data that no
    /// fixture lists.
    case extra
    /// The node is a list element whose position among the remaining elements has changed.
    case moved
    /// The node is a list with the same elements in a different order.
    case reordered
  }

  /// The member that identifies a list element, such as `id`, with its value.
  package struct Identity: Sendable, Equatable {
    /// The member's name.
    package let member: String
    /// The member's value, a scalar.
    package let value: Tree
    /// The number of leading keys in the change's path that form the element's path.
    package let depth: Int

    package init(member: String, value: Tree, depth: Int) {
      self.member = member
      self.value = value
      self.depth = depth
    }

    func placed(below root: TreePath) -> Identity {
      Identity(member: member, value: value, depth: depth + root.components.count)
    }

    func relative(to root: TreePath) -> Identity {
      Identity(member: member, value: value, depth: depth - root.components.count)
    }
  }

  /// The kind of change.
  public let kind: Kind
  /// The node's path in the new tree.
  ///
  /// For a removed node, its parent's new path followed by its old key; a removed list element
  /// keeps its old index.
  public let path: TreePath
  /// The node's path in the old tree, or nil if it equals `path` or the node was added.
  public let oldPath: TreePath?
  /// The node in the old tree, or nil if it was added.
  public let old: Tree?
  /// The node in the new tree, or nil if it is only in the old one.
  public let new: Tree?
  /// The identifying member of the innermost list element at or above the node, or nil if there is
  /// none.
  package let identity: Identity?

  /// Creates a change of kind `added` if `old` is nil, `removed` if `new` is nil, otherwise
  /// `changed`.
  ///
  /// `old` and `new` must not both be nil.
  package init(
    path: TreePath,
    oldPath: TreePath? = nil,
    old: Tree?,
    new: Tree?,
    identity: Identity? = nil
  ) {
    precondition(old != nil || new != nil, "a change has at least one side")
    let kind: Kind = old == nil ? .added : new == nil ? .removed : .changed
    self.init(kind, path: path, oldPath: oldPath, old: old, new: new, identity: identity)
  }

  init(
    _ kind: Kind,
    path: TreePath,
    oldPath: TreePath?,
    old: Tree?,
    new: Tree?,
    identity: Identity?
  ) {
    self.kind = kind
    self.path = path
    self.oldPath = oldPath
    self.old = old
    self.new = new
    self.identity = identity
  }

  /// A Boolean value indicating whether the node is only in the old tree.
  package var isOnlyOld: Bool { kind == .removed || kind == .extra }

  /// The same removal as a change of kind `extra`.
  package var asExtra: Change {
    Change(.extra, path: path, oldPath: oldPath, old: old, new: nil, identity: identity)
  }

  /// A Boolean value indicating whether the old and the new node are equal numbers, such as 1 and
  /// 1.0, or 0.0 and -0.0.
  package var isSameNumber: Bool {
    guard let old, let new, old.kind.isNumber, new.kind.isNumber else { return false }
    return old.hasSameScalar(as: new)
  }

  /// Returns the change with a root prepended to its paths.
  package func placed(below root: TreePath) -> Change {
    Change(
      kind,
      path: root.appending(path),
      oldPath: oldPath.map { root.appending($0) },
      old: old,
      new: new,
      identity: identity?.placed(below: root)
    )
  }

  /// Returns the change with its paths relative to a root, or nil if the change is not at or below
  /// the root.
  package func relative(to root: TreePath) -> Change? {
    root.relative(path).map { path in
      Change(
        kind,
        path: path,
        oldPath: oldPath.flatMap { root.relative($0) },
        old: old,
        new: new,
        identity: identity?.relative(to: root)
      )
    }
  }
}
