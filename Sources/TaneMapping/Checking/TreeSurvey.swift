import TaneCore

/// What one look at all of a tree tells.
struct TreeSurvey {
  /// The number of scalars.
  private(set) var leafCount = 0
  /// Whether the server is to write the time somewhere.
  private(set) var hasServerTimestamp = false
  /// Whether anything comes back from a Realtime Database otherwise than it was written.
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
