import TaneCore

/// The content of a database in one fixture set.
struct DatabaseLayer {
  private let name: String
  private let set: String
  private var assembly = TreeAssembly()
  /// The positions of the nodes that have their own files.
  private(set) var filePositions: [TreePath: SourcePosition] = [:]

  init(name: String, set: String) {
    self.name = name
    self.set = set
  }

  /// Adds the content of a file; returns a finding if another file describes the same node.
  mutating func add(_ tree: Tree, at path: TreePath, of filePosition: SourcePosition) -> Diagnostic?
  {
    if let conflict = assembly.add(tree, at: path) {
      return .error(
        .describedTwice,
        "this node is defined in two files of the set \"\(set)\"; remove it from one of them",
        at: conflict.second.position ?? filePosition,
        address: Address(service: name, path: conflict.path),
        notes: [Diagnostic.Note("it is also defined here", at: conflict.first.position)]
      )
    }
    filePositions[path] = filePosition
    return nil
  }

  /// The combined tree of all files.
  var tree: Tree { assembly.assembled() }

  /// Returns the node at a path, assembled from all files, or nil if no file describes it.
  func tree(at path: TreePath) -> Tree? { assembly.assembled(at: path) }
}
