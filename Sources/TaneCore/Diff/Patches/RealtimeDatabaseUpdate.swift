/// The writes that make a Realtime Database hold another tree, as few bytes as they can be.
///
/// Both trees are taken in stored form. No write's path is another's or lies above it, so that all of
/// them go in one update (<https://firebase.google.com/docs/reference/rest/database#section-patch>). Where a
/// whole subtree takes fewer bytes than the writes inside it, the subtree is written.
public struct RealtimeDatabaseUpdate: Sendable {
  /// The writes, in key order; each expects what the old tree has at its place.
  ///
  /// The root itself is written only where a scalar stands there and goes or comes.
  public let writes: [TreeWrite]

  /// Finds the writes that turn one tree into another, save what the options leave out.
  ///
  /// A server timestamp in the new tree that stands for a number of the old one is not written.
  public init(from old: Tree, to new: Tree, options: ComparisonOptions = ComparisonOptions()) {
    let (old, new) = (old.storedForm().orEmptyMap, new.storedForm().orEmptyMap)
    let changes = Changeset(from: old, to: new, options: options).changes
    if let first = changes.first, first.path.isRoot {
      writes = Self.writesOfRoot(from: old, to: new)
    } else {
      var collapse = WriteCollapse(ignoring: options.ignored)
      writes = collapse.writes(changes[...], from: old, to: new)
    }
  }

  /// The writes where at least one root is a scalar.
  private static func writesOfRoot(from old: Tree, to new: Tree) -> [TreeWrite] {
    guard new.kind == .map, !new.children.isEmpty else {
      return [TreeWrite(path: .root, value: new.storedForm(), expected: old.storedForm())]
    }
    return new.children.map {
      TreeWrite(path: TreePath([$0.key ?? ""]), value: $0, expected: .null)
    }
  }
}

extension Tree {
  /// A map without entries for nothing, which a Realtime Database cannot tell from it.
  fileprivate var orEmptyMap: Tree { isNull ? Tree(.map([])) : self }
}
