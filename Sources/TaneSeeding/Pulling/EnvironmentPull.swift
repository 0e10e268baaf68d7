public import TaneCore
public import TaneProject

/// Finds out what fixtures have to say to be as an environment is.
public struct EnvironmentPull: Sendable {
  private let fixtures: Fixtures
  private let context: AdapterContext
  private let scope: ComparisonScope

  /// Creates a pull of what a scope asks for.
  public init(_ fixtures: Fixtures, _ context: AdapterContext, _ scope: ComparisonScope) {
    (self.fixtures, self.context, self.scope) = (fixtures, context, scope)
  }

  /// How what fixtures describe differs from the environment.
  public func difference(on readers: EnvironmentReaders) async throws -> Difference {
    let policy = PlanPolicy(context.profile, scope: scope)
    return try await EnvironmentComparison(fixtures, context, policy).run(against: readers)
  }

  /// Reads the environment into an update.
  ///
  /// - Parameters:
  ///   - readers: The services.
  ///   - update: What takes it.
  ///   - addsFiles: Whether what no fixture describes is taken as well.
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
    guard addsFiles else { return }
    for service in context.profile.services where isAsked(service) {
      guard let adapter = readers.kind(of: service.name)?.adapter else { continue }
      let rules = adapter.rules(context)
      let observer = try adapter.observer(named: service.name, in: readers, context)
      let described = Set(
        fixtures.resources.lazy.map(\.address).filter { $0.service == service.name }
      )
      for resource in try await observer.resources(in: scope) where resource.exists {
        add(resource, rules, besides: described, to: &update)
      }
    }
  }

  private func isAsked(_ service: ServiceProfile) -> Bool {
    scope.addresses.isEmpty || scope.addresses.contains { $0.service == service.name }
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
