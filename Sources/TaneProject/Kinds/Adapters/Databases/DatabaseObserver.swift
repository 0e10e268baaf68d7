import TaneCore

/// An observer of Realtime Database nodes that transfers only the data that a comparison requires.
struct DatabaseObserver: ResourceObserver {
  let name: String
  let store: any TreeReader
  let context: AdapterContext

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement expectsAgreement: Bool
  ) async throws -> [Observation] {
    let ancestors = NodeAncestorCache(store)
    let read: @Sendable (Int) async throws -> (index: Int, found: Observation) = { index in
      let wanted = desired[index].storedContent
      let path = desired[index].address.path
      if expectsAgreement, case .same(let tag) = try await store.agreement(with: wanted, at: path) {
        return (index, .same(tag: tag))
      }
      // If agreement was expected but not found, the cache may contain the intended result of a
      // write, so the cache is not used.
      let known = expectsAgreement ? nil : context.known
      return (index, try await observe(wanted, at: path, below: ancestors, known))
    }
    // One child of each parent is read first. If the child is absent, its ancestors are read too,
    // which shows whether its siblings are absent.
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
    below ancestors: NodeAncestorCache,
    _ cache: (any VersionCache)?
  ) async throws -> Observation {
    let address = Address(service: name, path: path)
    let known = cache?.known(of: address, beside: wanted)
    let found =
      await ancestors.isKnownAbsent(path)
      ? TaggedTree(value: .null, tag: nil)
      : try await store.taggedTree(at: path, unlessTagged: known?.tag)
    guard let live = found ?? known else { return .same(tag: nil) }
    if found == nil, live.value == wanted { return .same(tag: live.tag) }
    if live.value.isNull, !wanted.isNull,
      let (leaf, value) = try await ancestors.leaf(above: path)
    {
      context.known?.note(nil, of: address, holding: wanted)
      return .below(leaf: Resource(Address(service: name, path: leaf), value))
    }
    return .found(
      Resource(address, live.value, version: live.tag.map { .tag($0) } ?? .none)
    )
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] {
    var resources: [Resource] = []
    for address in scope.parts(of: Address(service: name, path: .root)) {
      resources.append(Resource(address, try await store.tree(at: address.path)))
    }
    return resources
  }

  /// Caches a node's ETag if the node equals the fixtures, and otherwise removes the node from the
  /// cache.
  func note(_ difference: ResourceDifference) {
    var tag: String?
    if difference.isEmpty, difference.written.ignoredCount == 0,
      case .tag(let found) = difference.old.version
    {
      tag = found
    }
    context.known?.note(tag, of: difference.address, holding: difference.new.content)
  }

  func guarantee(for steps: [PlanStep]) -> UpdateGuarantee? {
    store.guarantee(of: DatabaseWriter.writes(of: steps))
  }

  /// Estimates the cost: each change is an event, and an update without conditional requests reads
  /// the nodes again.
  func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost {
    var cost = PlanCost(of: steps, requests: 1)
    switch guarantee(for: steps) {
    case .checked, nil: break
    case .together: cost.requests = 2
    case .inParts: cost.requests = 2 + cost.bytes / Self.bytesPerRequest
    }
    let isSilent = context.profile.services(of: .databases).contains {
      $0.name == name && $0.disableTriggers
    }
    cost.events = isSilent ? 0 : steps.reduce(0) { $0 + $1.changes.count }
    return cost
  }

  /// The approximate number of bytes per request if an update is split into several requests.
  private static let bytesPerRequest = 4_000_000
}
