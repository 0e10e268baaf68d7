import TaneCore

/// The content of a database in one fixture set.
struct DatabaseLayer {
  private let name: String
  private let set: String
  private var assembly = TreeAssembly()
  /// The file of every node that has one of its own.
  private(set) var places: [TreePath: SourcePosition] = [:]

  init(name: String, set: String) {
    self.name = name
    self.set = set
  }

  /// Adds what a file describes; a finding where another file describes the same.
  mutating func add(_ tree: Tree, at path: TreePath, of place: SourcePosition) -> Diagnostic? {
    if let conflict = assembly.add(tree, at: path) {
      return .error(
        .describedTwice,
        "this node is described twice in the set \"\(set)\"; keep it in one file",
        at: conflict.second.position ?? place,
        address: Address(service: name, path: conflict.path),
        notes: [Diagnostic.Note("described here as well", at: conflict.first.position)]
      )
    }
    places[path] = place
    return nil
  }

  /// The tree that the files make together, from the root.
  var tree: Tree { assembly.assembled() }

  /// Returns the node at a path assembled from all files, or nil if no file describes it.
  func tree(at path: TreePath) -> Tree? { assembly.assembled(at: path) }
}
