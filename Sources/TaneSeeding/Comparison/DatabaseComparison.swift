import TaneCore
import TaneProject

/// Compares what fixtures say of a database with what it holds, node by node.
///
/// A list of a fixture is one value: what the database has beyond it, and beside its elements' keys, counts as
/// removed. Anywhere else that is an extra.
struct DatabaseComparison {
  let database: Fixtures.Database
  let own: [Address: Ownership]
  let ignored: [AddressPattern]
  let mappings: Mappings
  let ledger: EnvironmentLedger?

  /// What became of a node that was read.
  private enum Reading: Sendable {
    case compared(NodeDifference)
    /// Nothing is there, and writing there would replace the leaf above it.
    case below(leaf: TreePath, holding: Tree)
  }

  /// Reads nodes, of which none lies below another, and compares them; where agreement is expected, a node is
  /// first compared while it arrives.
  func run(
    at roots: [TreePath],
    against reader: any TreeReader,
    expectingAgreement expectsAgreement: Bool
  ) async throws -> DatabaseDifference {
    let ancestors = NodeAncestors(reader)
    let read: @Sendable (TreePath) async throws -> (root: TreePath, reading: Reading) = { root in
      if expectsAgreement, let node = try await agreeingNode(at: root, in: reader) {
        return (root, .compared(node))
      }
      return (root, try await compare(at: root, in: reader, below: ancestors))
    }
    // Of siblings one goes first: where it is absent, what that takes to know serves all of them.
    let siblings = Dictionary(grouping: roots.indices) { roots[$0].parent }
    let first = Set(siblings.values.compactMap(\.first))
    let readings =
      try await roots.indices.filter(first.contains).map { roots[$0] }.concurrentMap(read)
      + roots.indices.filter { !first.contains($0) }.map { roots[$0] }.concurrentMap(read)
    return DatabaseDifference(
      database: database.name,
      nodes: nodes(of: readings).sorted { $0.path < $1.path }
    )
  }

  /// The nodes, those below one leaf as the one change that replaces it.
  private func nodes(of readings: [(root: TreePath, reading: Reading)]) -> [NodeDifference] {
    var nodes: [NodeDifference] = []
    var replaced: [TreePath: (value: Tree, desired: TreeAssembly)] = [:]
    for (root, reading) in readings {
      switch reading {
      case .compared(let node): nodes.append(node)
      case .below(let leaf, let value):
        guard let place = leaf.relative(root), let desired = database.tree[root] else { continue }
        _ = replaced[leaf, default: (value, TreeAssembly())].desired.add(desired, at: place)
      }
    }
    let comparison = NodeComparison(database: database.name, ignored: ignored, mappings: mappings)
    return nodes
      + replaced.map { leaf, sides in
        comparison.compare(
          sides.value,
          sides.desired.assembled().storedForm(),
          at: leaf,
          as: meaning
        )
      }
  }

  /// A node that is as fixtures say, or nil where that is not certain.
  private func agreeingNode(
    at root: TreePath,
    in reader: any TreeReader
  ) async throws -> NodeDifference? {
    let wanted = desired(at: root)
    guard case .same(let tag) = try await reader.agreement(with: wanted, at: root) else {
      return nil
    }
    note(tag, ofNodeLike: wanted, at: root)
    return NodeDifference(unchanged: wanted, at: root)
  }

  private func compare(
    at root: TreePath,
    in reader: any TreeReader,
    below ancestors: NodeAncestors
  ) async throws -> Reading {
    let wanted = desired(at: root)
    let known = ledger?.entry(at: root, in: database.name)
    let isSame = known.map { $0.digest == digest(of: wanted) } ?? false
    let found =
      await ancestors.isKnownAbsent(root)
      ? TaggedTree(value: .null, tag: nil)
      : try await reader.taggedTree(at: root, unless: isSame ? known?.tag : nil)
    guard let live = found else { return .compared(NodeDifference(unchanged: wanted, at: root)) }
    if live.value.isNull, !wanted.isNull, let (leaf, value) = try await ancestors.leaf(above: root)
    {
      note(nil, ofNodeLike: wanted, at: root)
      return .below(leaf: leaf, holding: value)
    }
    let comparison = NodeComparison(database: database.name, ignored: ignored, mappings: mappings)
    let node = comparison.compare(live.value, wanted, at: root, as: meaning)
    let isUnchanged = node.written.changes.isEmpty && node.written.ignoredCount == 0
    note(isUnchanged ? live.tag : nil, ofNodeLike: wanted, at: root)
    return .compared(node)
  }

  /// What fixtures say of a node, in stored form.
  private func desired(at root: TreePath) -> Tree { (database.tree[root] ?? .null).storedForm() }

  /// What a change means to fixtures: a removal is one inside a list, and an extra or nothing elsewhere.
  private func meaning(of change: Change) -> [Change] {
    guard change.kind == .removed else { return [change] }
    let parent = Address(service: database.name, path: change.path.parent)
    if own[parent] == .listed { return [] }
    if database.tree.hasList(on: change.path) { return [change] }
    // A map that fixtures leave empty may hold empty lists, each a value of its own.
    guard let fixture = database.tree[change.path], !fixture.existsInRealtimeDatabase,
      !fixture.children.isEmpty, let old = change.old, old.kind.isContainer
    else { return [change.asExtra] }
    return old.children.flatMap { child in
      meaning(of: Change(path: change.path.appending(child.key ?? ""), old: child, new: nil))
    }
  }

  /// Keeps the tag of a node that is as fixtures say for the next comparison, or with nil forgets one.
  private func note(_ tag: String?, ofNodeLike wanted: Tree, at root: TreePath) {
    guard let ledger else { return }
    let entry = tag.flatMap { tag in
      digest(of: wanted).map { EnvironmentLedger.Entry(tag: tag, digest: $0) }
    }
    ledger.note(entry, at: root, in: database.name)
  }

  /// Stands for what fixtures say of a node, and for what of it is left alone.
  private func digest(of wanted: Tree) -> String? {
    let listed = own.filter { $0.key.service == database.name && $0.value == .listed }
    return TreeDigest.of(wanted, leavingAlone: listed.keys.map(\.description).sorted())
  }
}

extension Tree {
  /// Whether a path leads through a list, or to one.
  fileprivate func hasList(on path: TreePath) -> Bool {
    var node = self
    for key in path.components {
      if node.kind == .list { return true }
      guard let child = node[key] else { return false }
      node = child
    }
    return node.kind == .list
  }
}
