package import TaneCore
package import TaneProject

/// A pull of an environment's data into fixtures.
package struct EnvironmentPull: Sendable {
  private let fixtures: Fixtures
  private let context: AdapterContext
  private let scope: ComparisonScope
  private let held: EnvironmentSnapshot?

  /// Creates a pull of a snapshot or, if `held` is nil, of the environment itself.
  ///
  /// Without a snapshot, only the data that fixtures describe is pulled, and the comparison reads
  /// it from the environment.
  package init(
    _ fixtures: Fixtures,
    _ context: AdapterContext,
    _ scope: ComparisonScope,
    of held: EnvironmentSnapshot?
  ) {
    (self.fixtures, self.context, self.scope, self.held) = (fixtures, context, scope, held)
  }

  /// Returns the difference between the fixtures and the environment.
  ///
  /// If both are expected to match, each resource is first compared while it is being received.
  package func difference(
    on readers: EnvironmentReaders,
    expectingAgreement expectsAgreement: Bool = false
  ) async throws -> Difference {
    let policy = PlanPolicy(context.profile, scope: scope)
    let comparison = EnvironmentComparison(fixtures, context, policy)
    guard let held else {
      return try await comparison.run(against: readers, expectingAgreement: expectsAgreement)
    }
    return try await comparison.run { try held.observer(of: $0, $1, context) }
  }

  /// Reads the environment, and adds its data to an update of the fixtures.
  ///
  /// - Parameters:
  ///   - readers: The services.
  ///   - update: The update.
  ///   - addsFiles: True to add data of the snapshot that no fixture describes.
  ///   - removes: True to remove fixture data that the environment does not have.
  ///   - wasWritten: Returns true if Tane has written a resource; the fixtures of other resources
  ///     are retained even if the environment lacks the resources.
  /// - Throws: A `StoreError` if a service cannot be read.
  package func read(
    _ readers: EnvironmentReaders,
    into update: inout FixtureUpdate,
    addingFiles addsFiles: Bool,
    removing removes: Bool,
    ifWritten wasWritten: (Address) throws -> Bool = { _ in true }
  ) async throws {
    for resource in try await difference(on: readers).resources where !resource.isEmpty {
      if removes, !resource.old.exists, try !wasWritten(resource.address) {
        let reason =
          "it was never written to the environment; delete its fixture if it is not needed"
        update.skip([FixtureUpdate.SkippedValue(address: resource.address, reason: reason)])
        continue
      }
      update.apply(resource, removing: removes)
    }
    guard addsFiles, let held else { return }
    for service in context.profile.services where scope.mentions(service.name) {
      guard let adapter = readers.kind(of: service.name)?.adapter else { continue }
      let rules = adapter.rules(context)
      let described = Set(
        fixtures.resources.lazy.map(\.address).filter { $0.service == service.name }
      )
      for resource in held.resources(of: service.name)
      where resource.exists && scope.covers(resource.address) {
        add(resource, rules, besides: described, to: &update)
      }
    }
  }

  /// Adds a resource, or the parts of a node that no fixture describes.
  private func add(
    _ resource: Resource,
    _ rules: ResourceRules,
    besides described: Set<Address>,
    to update: inout FixtureUpdate
  ) {
    let address = resource.address
    if described.contains(address) { return }
    if rules.canReadMapsAsLists, described.contains(where: { $0.contains(address) }) { return }
    let containsDescribedNode =
      rules.canReadMapsAsLists && described.contains { address.contains($0) }
    guard containsDescribedNode else { return update.add(resource, by: rules) }
    for child in resource.content.children {
      let place = Address(
        service: address.service,
        path: address.path.appending(child.key ?? "")
      )
      add(Resource(place, child), rules, besides: described, to: &update)
    }
  }
}
