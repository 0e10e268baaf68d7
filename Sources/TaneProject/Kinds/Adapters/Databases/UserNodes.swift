package import TaneCore

/// A view of a Realtime Database that hides the node reserved by Tane.
///
/// A write to the root is converted to writes to its children, to preserve the reserved node.
struct UserNodes<Base: TreeReader>: TreeReader {
  private let base: Base
  private let database: String
  private let key: String
  /// A Boolean value indicating whether the reserved node contains the marker or the lease, and
  /// therefore exists during the writes of a run.
  private let isMarked: Bool

  fileprivate init(_ base: Base, of database: String, in profile: EnvironmentProfile) {
    self.base = base
    self.database = database
    key = profile.reservedKey
    // The first database that is not embedded contains the lease.
    let leased = profile.services(of: .databases).first { !$0.location.isEmbedded }
    isMarked = [profile.markerService?.name, leased?.name].contains(database)
  }

  private var reserved: TreePath { TreePath([key]) }

  func tree(at path: TreePath) async throws -> Tree {
    guard !reserved.contains(path) else { return .null }
    let tree = try await base.tree(at: path)
    return path.isRoot ? withoutReserved(tree) : tree
  }

  func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree? {
    guard !reserved.contains(path) else { return TaggedTree(value: .null, tag: nil) }
    let found = try await base.taggedTree(at: path, unlessTagged: tag)
    guard path.isRoot, let found else { return found }
    return TaggedTree(value: withoutReserved(found.value), tag: found.tag)
  }

  func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
    guard path.isRoot else { return try await base.agreement(with: tree, at: path) }
    let node = try await base.tree(at: reserved)
    guard !node.isNull else { return try await base.agreement(with: tree, at: path) }
    guard tree.kind == .map || tree.isNull else { return .different }
    let addition = Change(path: reserved, old: nil, new: node)
    return try await base.agreement(
      with: tree.applying(Changeset(changes: [addition])),
      at: path
    )
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    guard !reserved.contains(path) else { return [] }
    let keys = try await base.childKeys(at: path)
    return path.isRoot ? keys.filter { !reserved.contains(TreePath([$0])) } : keys
  }

  func children(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    guard path.isRoot || reserved.contains(path) else {
      return try await base.children(at: path, matching: query)
    }
    return query.entries(of: try await tree(at: path))
  }

  func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee {
    base.guarantee(of: isMarked ? writes.flatMap { Self.parts(of: $0, among: []) } : writes)
  }

  private func withoutReserved(_ root: Tree) -> Tree {
    let rest = root.removing([key])
    return rest.existsInRealtimeDatabase ? rest : .null
  }

  /// Converts a write to the root into writes to its children: the changed children or, without an
  /// expected value, all existing and new children.
  private static func parts(of write: TreeWrite, among existing: [String]) -> [TreeWrite] {
    guard write.path.isRoot else { return [write] }
    let (new, old) = (write.value.storedForm(), write.expected?.storedForm())
    let keys = new.children.compactMap(\.key) + (old?.children.compactMap(\.key) ?? existing)
    return Set(keys.map { TreePath([$0]) }).sorted().compactMap { path in
      let (value, expected) = (new[path] ?? .null, old.map { $0[path] ?? .null })
      guard value != expected else { return nil }
      return TreeWrite(path: path, value: value, expected: expected)
    }
  }
}

extension UserNodes: TreeStore where Base: TreeStore {
  func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String? {
    if !writes.contains(where: \.path.isRoot) {
      return try await base.update(writes, replacing: tag)
    }
    try await update(writes)
    return nil
  }

  func update(_ writes: [TreeWrite]) async throws {
    guard let root = writes.first(where: \.path.isRoot), !(try await base.tree(at: reserved).isNull)
    else { return try await base.update(writes) }
    guard root.value.kind.isContainer || root.value.isNull else {
      throw StoreError(
        .invalidData,
        service: database,
        "a single value at the root would overwrite \(reserved), where Tane stores its own data; "
          + "define nodes below the root instead"
      )
    }
    let existing = root.expected == nil ? try await childKeys(at: .root) : []
    let parts = Self.parts(of: root, among: existing)
    if !parts.isEmpty { try await base.update(parts) }
  }
}

extension TreeReader {
  /// Returns a view of the database without the node reserved by Tane.
  package func userNodes(
    of name: String,
    in profile: EnvironmentProfile
  ) -> any TreeReader {
    UserNodes(self, of: name, in: profile)
  }
}

extension TreeStore {
  /// Returns a view of the database without the node reserved by Tane.
  package func userNodeStore(
    of name: String,
    in profile: EnvironmentProfile
  ) -> any TreeStore {
    UserNodes(self, of: name, in: profile)
  }
}
