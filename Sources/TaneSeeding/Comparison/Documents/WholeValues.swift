import TaneCore

/// Values of Firestore that a tree spells as maps, and of which no part is written by itself.
enum WholeValues {
  /// The changes with those inside such a value joined into one of the value.
  static func joining(_ changes: [Change], from old: Tree, to new: Tree) -> [Change] {
    var joined: [Change] = []
    for change in changes {
      guard let path = outermost(above: change.path, old, new) else {
        joined.append(change)
        continue
      }
      // Those of one value follow each other.
      guard joined.last?.path != path else { continue }
      joined.append(Change(path: path, old: old[path], new: new[path]))
    }
    return joined
  }

  private static func outermost(above path: TreePath, _ old: Tree, _ new: Tree) -> TreePath? {
    path.components.indices.lazy.dropFirst()
      .map { TreePath(Array(path.components[..<$0])) }
      .first { isWhole(old[$0]) || isWhole(new[$0]) }
  }

  private static func isWhole(_ tree: Tree?) -> Bool {
    guard let tree else { return false }
    return tree.tag == .geopoint || tree["__type__"]?.string == "__vector__"
  }
}
