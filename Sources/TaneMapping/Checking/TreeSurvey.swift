import TaneCore

/// Facts about a tree, collected in one pass.
struct TreeSurvey {
  /// The number of scalars.
  private(set) var leafCount = 0
  /// A Boolean value indicating whether the tree contains a server timestamp.
  private(set) var hasServerTimestamp = false
  /// A Boolean value indicating whether anything changes when read back from a Realtime Database.
  private(set) var changesOnReadBack = false

  init(_ tree: Tree) { visit(tree) }

  private mutating func visit(_ tree: Tree) {
    let children = tree.children
    switch tree.kind {
    case .list, .map:
      if children.isEmpty || tree.isReadBackAsList { changesOnReadBack = true }
      for child in children { visit(child) }
    case .null:
      leafCount += 1
      if tree.tag == .serverTimestamp { hasServerTimestamp = true }
      if tree.tag == .none { changesOnReadBack = true }
    default:
      leafCount += 1
    }
  }
}
