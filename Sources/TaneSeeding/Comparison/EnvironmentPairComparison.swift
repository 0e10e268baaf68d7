package import TaneCore
package import TaneProject

/// A comparison of the services that two environments have in common, matched by name.
package struct EnvironmentPairComparison: Sendable {
  /// An environment to compare.
  package typealias Side = (readers: EnvironmentReaders, context: AdapterContext)

  private let policy: PlanPolicy

  /// Creates a comparison with the scope and the ignored nodes of a policy.
  package init(_ policy: PlanPolicy = PlanPolicy()) { self.policy = policy }

  /// Returns the names of the services that only one of two environments has; they are not
  /// compared.
  package static func unmatched(_ old: EnvironmentReaders, _ new: EnvironmentReaders) -> [String] {
    old.kinds.union(new.kinds).flatMap { kind in
      Set(old.names(of: kind)).symmetricDifference(new.names(of: kind))
    }.sorted()
  }

  /// Reads both environments and compares the services that both have.
  package func run(from old: Side, to new: Side) async throws -> Difference {
    var resources: [ResourceDifference] = []
    for kind in ServiceKind.treesFirst {
      guard let adapter = kind.adapter else { continue }
      let others = Set(new.readers.names(of: kind))
      for name in old.readers.names(of: kind) where others.contains(name) && includes(name) {
        resources += try await compare(
          try adapter.observer(named: name, in: old.readers, old.context),
          with: try adapter.observer(named: name, in: new.readers, new.context),
          by: adapter.rules(old.context)
        )
      }
    }
    return Difference(resources)
  }

  private func compare(
    _ old: any ResourceObserver,
    with new: any ResourceObserver,
    by rules: ResourceRules
  ) async throws -> [ResourceDifference] {
    let oldResources = try await resources(of: old)
    let newResources = try await resources(of: new)
    let addresses = Set(oldResources.keys).union(newResources.keys).sorted()
    let comparison = ResourceComparison(rules, policy, among: addresses)
    return addresses.filter(comparison.includes).map { address in
      let nothing = Resource(address, .null)
      return comparison.compare(
        from: oldResources[address] ?? nothing,
        to: newResources[address] ?? nothing
      )
    }
  }

  private func resources(of observer: any ResourceObserver) async throws -> [Address: Resource] {
    let resources = try await observer.resources(in: policy.scope)
    return Dictionary(resources.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
  }

  private func includes(_ service: String) -> Bool {
    policy.scope.addresses.isEmpty || policy.scope.addresses.contains { $0.service == service }
  }
}
