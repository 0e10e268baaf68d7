public import TaneCore
public import TaneProject

/// Finds out what fixtures have to say to be as an environment is.
public struct EnvironmentPull: Sendable {
  private let fixtures: Fixtures
  private let context: AdapterContext
  private let scope: ComparisonScope
  private let held: HeldEnvironment?

  /// Creates a pull of what was read from an environment; of nil, only of what fixtures describe, which is read when it is
  /// compared.
  package init(
    _ fixtures: Fixtures,
    _ context: AdapterContext,
    _ scope: ComparisonScope,
    of held: HeldEnvironment?
  ) {
    (self.fixtures, self.context, self.scope, self.held) = (fixtures, context, scope, held)
  }

  /// How what fixtures describe differs from the environment.
  ///
  /// Where they are believed to agree, a resource is first compared while it arrives.
  public func difference(
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

  /// Reads the environment into an update.
  ///
  /// - Parameters:
  ///   - readers: The services.
  ///   - update: What takes it.
  ///   - addsFiles: Whether what no fixture describes is taken as well, of what was read before.
  ///   - removes: Whether what the environment does not have is taken out of fixtures.
  /// - Throws: A `StoreError` where a service cannot be read.
  public func read(
    _ readers: EnvironmentReaders,
    into update: inout FixtureUpdate,
    addingFiles addsFiles: Bool,
    removing removes: Bool
  ) async throws {
    for resource in try await difference(on: readers).resources where !resource.isEmpty {
      update.take(resource, removing: removes)
    }
    guard addsFiles, let held else { return }
    for service in context.profile.services where scope.mentions(service.name) {
      guard let adapter = readers.kind(of: service.name)?.adapter else { continue }
      let rules = adapter.rules(context)
      let described = Set(
        fixtures.resources.lazy.map(\.address).filter { $0.service == service.name }
      )
      for resource in held.resources(of: service.name)
      where resource.exists && scope.asksFor(resource.address) {
        add(resource, rules, besides: described, to: &update)
      }
    }
  }

  /// Adds a resource, or of a node what no fixture describes of it.
  private func add(
    _ resource: Resource,
    _ rules: ResourceRules,
    besides described: Set<Address>,
    to update: inout FixtureUpdate
  ) {
    let address = resource.address
    if described.contains(address) { return }
    if rules.isReadBack, described.contains(where: { $0.contains(address) }) { return }
    let isAbove = rules.isReadBack && described.contains { address.contains($0) }
    guard isAbove else { return update.add(resource, by: rules) }
    for child in resource.content.children {
      let place = Address(
        service: address.service,
        path: address.path.appending(child.key ?? "")
      )
      add(Resource(place, child), rules, besides: described, to: &update)
    }
  }
}
