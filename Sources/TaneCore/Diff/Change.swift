/// One difference between two trees: a node added, removed, changed or moved, or a list put in order.
public struct Change: Sendable {
  /// What became of the node.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It is only in the new tree.
    case added
    /// It is in both, with different values.
    case changed
    /// It is only in the old tree.
    case removed
    /// It is only in the old tree, and stays there unless it is removed on purpose: what an environment has
    /// beside what fixtures list.
    case extra
    /// It is a list's element that stands at another place among those that stay.
    case moved
    /// It is a list with the same elements in another order.
    case reordered
  }

  /// The member by which a list's element was found again: `id` and its value.
  public struct Identity: Sendable, Equatable {
    /// The member's name.
    public let member: String
    /// The member's value, a scalar.
    public let value: Tree
    /// The number of keys of the change's path that lead to the element.
    public let depth: Int

    /// Creates an identity.
    public init(member: String, value: Tree, depth: Int) {
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

  /// What became of the node.
  public let kind: Kind
  /// Where the node stands in the new tree.
  ///
  /// A removed node stands where its parent is now, under the key that it had: a removed element of a
  /// list has its old index.
  public let path: TreePath
  /// Where the node stood in the old tree, if that is another place than `path`.
  public let oldPath: TreePath?
  /// The node in the old tree, unless it was added.
  public let old: Tree?
  /// The node in the new tree, unless it was removed.
  public let new: Tree?
  /// The member by which the innermost element of a list that holds the node was found again.
  ///
  /// The element may be the node itself.
  public let identity: Identity?

  /// Creates an addition, a removal or a change; at least one side must be there.
  public init(
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

  /// Whether the node is only in the old tree.
  public var isOnlyOld: Bool { kind == .removed || kind == .extra }

  /// The removal as an extra, which stays unless it is removed on purpose.
  public var asExtra: Change {
    Change(.extra, path: path, oldPath: oldPath, old: old, new: nil, identity: identity)
  }

  /// Whether both sides are the same number, as 1 and 1.0 are, and 0.0 and -0.0.
  public var isSameNumber: Bool {
    guard let old, let new, old.kind.isNumber, new.kind.isNumber else { return false }
    return old.hasSameScalar(as: new)
  }

  /// The change as it is called in a tree that holds both trees at a path.
  public func placed(below root: TreePath) -> Change {
    Change(
      kind,
      path: root.appending(path),
      oldPath: oldPath.map { root.appending($0) },
      old: old,
      new: new,
      identity: identity?.placed(below: root)
    )
  }

  /// The change as it is called in the tree at a path; nil where it is neither there nor below.
  public func relative(to root: TreePath) -> Change? {
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
