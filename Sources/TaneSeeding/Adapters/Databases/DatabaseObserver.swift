import TaneCore
import TaneProject

/// Reads nodes of a Realtime Database, and as little as it takes to compare them.
struct DatabaseObserver: ResourceObserver {
  let name: String
  let store: any TreeReader
  let context: AdapterContext

  var rules: ResourceRules {
    var rules = ResourceRules()
    rules.isReadBack = true
    rules.identity = { [mappings = context.mappings] address in
      mappings.listIdentity(in: address.service, at: address.path)
    }
    return rules
  }

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement expectsAgreement: Bool
  ) async throws -> [Observation] {
    let ancestors = NodeAncestors(store)
    let read: @Sendable (Int) async throws -> (index: Int, found: Observation) = { index in
      let wanted = desired[index].content.storedForm()
      let path = desired[index].address.path
      if expectsAgreement, case .same(let tag) = try await store.agreement(with: wanted, at: path) {
        return (index, .same(tag: tag))
      }
      return (index, try await observe(wanted, at: path, below: ancestors))
    }
    // Of siblings one goes first: where it is absent, what that takes to know serves all of them.
    let siblings = Dictionary(grouping: desired.indices) { desired[$0].address.path.parent }
    let first = Set(siblings.values.compactMap(\.first))
    let found =
      try await desired.indices.filter(first.contains).concurrentMap(read)
      + desired.indices.filter { !first.contains($0) }.concurrentMap(read)
    return found.sorted { $0.index < $1.index }.map(\.found)
  }

  private func observe(
    _ wanted: Tree,
    at path: TreePath,
    below ancestors: NodeAncestors
  ) async throws -> Observation {
    let known = context.ledger?.entry(at: path, in: name)
    let isSame = known.map { $0.digest == digest(of: wanted) } ?? false
    let found =
      await ancestors.isKnownAbsent(path)
      ? TaggedTree(value: .null, tag: nil)
      : try await store.taggedTree(at: path, unless: isSame ? known?.tag : nil)
    guard let live = found else { return .same(tag: known?.tag) }
    if live.value.isNull, !wanted.isNull,
      let (leaf, value) = try await ancestors.leaf(above: path)
    {
      context.ledger?.note(nil, at: path, in: name)
      return .below(leaf: Resource(Address(service: name, path: leaf), value))
    }
    return .found(
      Resource(
        Address(service: name, path: path),
        live.value,
        version: live.tag.map { .tag($0) } ?? .none
      )
    )
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] {
    var resources: [Resource] = []
    for address in scope.parts(of: Address(service: name, path: .root)) {
      resources.append(Resource(address, try await store.tree(at: address.path)))
    }
    return resources
  }

  /// Keeps the tag of a node that is as fixtures say for the next comparison, or forgets one.
  func note(_ difference: ResourceDifference, with desired: DesiredResource) {
    guard let ledger = context.ledger else { return }
    var entry: EnvironmentLedger.Entry?
    if difference.isEmpty, difference.written.ignoredCount == 0,
      case .tag(let tag) = difference.old.version
    {
      entry = digest(of: difference.new.content).map { .init(tag: tag, digest: $0) }
    }
    ledger.note(entry, at: difference.address.path, in: name)
  }

  /// Stands for what fixtures say of a node, and for what of it is left alone.
  private func digest(of wanted: Tree) -> String? {
    let listed = context.profile.own.filter { $0.key.service == name && $0.value == .listed }
    return TreeDigest.of(wanted, leavingAlone: listed.keys.map(\.description).sorted())
  }

  func guarantee(of steps: [PlanStep]) -> UpdateGuarantee? {
    store.guarantee(of: DatabaseWriter.writes(of: steps))
  }
}
