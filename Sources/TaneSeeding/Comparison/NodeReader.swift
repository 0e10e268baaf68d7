import TaneCore

/// Reads nodes of a database, and what stands above those that are absent: each ancestor once, however many
/// nodes lie below it.
actor NodeReader {
  /// A scalar above nodes that are absent.
  struct Leaf: Sendable {
    let path: TreePath
    let value: Tree
  }

  /// What is known of a node that has absent children.
  private struct Ancestor: Sendable {
    let keys: Set<[UInt8]>
    /// The scalar that the node is, or that stands above it.
    let leaf: Leaf?
  }

  private let store: any TreeStore
  private var ancestors: [TreePath: Task<Ancestor, any Error>] = [:]

  init(_ store: any TreeStore) {
    self.store = store
  }

  /// The value at a path with its tag; nil where it is still the one of a tag.
  ///
  /// A node whose parent is known not to have it is not read.
  func node(at path: TreePath, unless tag: String?) async throws -> TaggedTree? {
    if tag == nil, let key = path.key, let parent = ancestors[path.parent],
      try await !parent.value.keys.contains(Array(key.utf8))
    {
      return TaggedTree(value: .null, tag: nil)
    }
    return try await store.taggedTree(at: path, unless: tag)
  }

  /// The scalar that stands above a node that is absent, if one does.
  func leaf(above path: TreePath) async throws -> Leaf? {
    guard !path.isRoot else { return nil }
    return try await ancestor(at: path.parent).leaf
  }

  private func ancestor(at path: TreePath) async throws -> Ancestor {
    if let known = ancestors[path] { return try await known.value }
    let reading = Task {
      let keys = try await store.childKeys(at: path)
      guard keys.isEmpty else { return Ancestor(keys: Set(keys.map { Array($0.utf8) }), leaf: nil) }
      let value = try await store.tree(at: path)
      let leaf = value.isNull ? try await leaf(above: path) : Leaf(path: path, value: value)
      return Ancestor(keys: [], leaf: leaf)
    }
    ancestors[path] = reading
    return try await reading.value
  }
}
