import TaneCore

/// The differences of one node that was compared: a file's root, or a node of a database.
struct DifferencePart {
  /// The name of the database; nil for files.
  let service: String?
  /// Where the node stands.
  let root: TreePath
  /// The differences, in the order of a walk.
  let changes: [Change]
  /// The node on the old side.
  let old: Tree
  /// The node on the new side.
  let new: Tree
  /// The patterns of what is ignored, below the node.
  var ignored: [PathPattern] = []

  /// Whether the node is of a Realtime Database.
  var isOfDatabase: Bool { service.map(Self.isDatabase) ?? false }

  /// Whether a service of this name is a Realtime Database, not Firestore or the accounts.
  static func isDatabase(_ service: String) -> Bool {
    service != Address.firestore && service != Address.accounts
  }

  /// Hands over the differences one by one.
  func forEachItem(_ body: (DifferenceItem) throws -> Void) rethrows {
    let siblings = SiblingCount(of: changes, in: new, at: root)
    for (index, change) in changes.enumerated() {
      try body(
        DifferenceItem(
          change: change,
          service: service,
          unchangedSiblings: siblings.unchanged(besideChangeAt: index)
        )
      )
    }
  }
}
