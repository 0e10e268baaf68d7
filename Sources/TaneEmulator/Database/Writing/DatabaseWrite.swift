import TaneCore

/// A write requested by a client.
struct DatabaseWrite: Sendable {
  /// The data to write at one path.
  struct Part: Sendable {
    let path: TreePath
    let data: Tree
  }

  let path: TreePath
  /// The data to write: one part at the path of the write, or one part for each child of a merge.
  let parts: [Part]
  /// A Boolean value indicating whether the write is a merge, which replaces only the named nodes.
  let isMerge: Bool
  /// The expected hash of the current node: empty if the node must not exist, or nil if the write
  /// is unconditional.
  var expectedHash: String?

  /// Creates a write that replaces a node.
  static func set(
    _ data: Tree,
    at path: TreePath,
    expectedHash: String? = nil
  ) throws(DatabaseFailure) -> DatabaseWrite {
    try DataValidator.check(path)
    return DatabaseWrite(
      path: path,
      parts: [Part(path: path, data: data)],
      isMerge: false,
      expectedHash: expectedHash
    )
  }

  /// Creates a write that replaces the nodes whose paths are the keys of an object.
  static func merge(
    _ data: Tree,
    at path: TreePath,
    expectedHash: String? = nil
  ) throws(DatabaseFailure) -> DatabaseWrite {
    guard data.kind == .map else { throw .notObject }
    try DataValidator.check(path, allowsPriority: false)
    let parts = data.children.map { child in
      let keys = (child.key ?? "").split(separator: "/").map(String.init)
      return Part(path: path.appending(TreePath(keys)), data: child)
    }
    for part in parts {
      guard part.path.components.count > path.components.count else {
        throw .invalidKey(at: part.path)
      }
      do throws(DatabaseFailure) {
        try DataValidator.check(part.path)
      } catch {
        throw error == .invalidPath ? .invalidKey(at: part.path) : error
      }
    }
    let writes = parts.map { TreeWrite(path: $0.path, value: .null) }
    if let (first, second) = TreeWrite.overlap(in: writes) {
      throw DatabaseFailure(
        "Invalid data; the update writes \(first) and \(second), one of which contains the other"
      )
    }
    return DatabaseWrite(path: path, parts: parts, isMerge: true, expectedHash: expectedHash)
  }

  /// Returns the node to store for each part, or nil for a node to remove; increments are added to
  /// the values in `root`.
  borrowing func nodes(
    below root: DatabaseNode?,
    time: Int64
  ) throws(DatabaseFailure) -> [DatabaseNode?] {
    var nodes: [DatabaseNode?] = []
    for part in parts {
      nodes.append(
        try StoredFormConverter.node(
          of: part.data,
          at: part.path,
          over: root[part.path],
          time: time
        )
      )
    }
    return nodes
  }
}

enum WriteResult: Sendable {
  /// The write was applied; contains the new node of each part.
  case written([DatabaseNode?])
  /// Nothing was written; contains the current node, whose hash differs from the expected hash.
  case stale(DatabaseNode?)
}
