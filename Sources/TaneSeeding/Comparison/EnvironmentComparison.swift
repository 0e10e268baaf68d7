package import TaneCore
package import TaneProject

/// A comparison that reads only the parts of an environment that the fixtures describe.
package struct EnvironmentComparison: Sendable {
  private let fixtures: Fixtures
  private let context: AdapterContext
  private let policy: PlanPolicy
  private let orphans: [DesiredResource]

  /// Creates a comparison of fixtures with an environment.
  ///
  /// - Parameters:
  ///   - fixtures: The desired state.
  ///   - context: The context of the environment for adapters.
  ///   - policy: The scope, the fixtures' ownership and the ignored nodes.
  ///   - orphans: Resources that should no longer exist.
  package init(
    _ fixtures: Fixtures,
    _ context: AdapterContext,
    _ policy: PlanPolicy,
    orphans: [DesiredResource] = []
  ) {
    self.fixtures = fixtures
    self.context = context
    self.policy = policy
    self.orphans = orphans
  }

  /// Reads the services and compares them with the fixtures.
  ///
  /// - Parameters:
  ///   - readers: The services of the environment.
  ///   - expectsAgreement: True if the services probably match the fixtures. Each resource is then
  ///     first compared while it is being received, and loaded into memory only if it differs.
  ///   - report: Receives each step of the comparison when the step begins.
  /// - Returns: The difference.
  /// - Throws: A `StoreError` if a service cannot be read, or `CancellationError`.
  package func run(
    against readers: EnvironmentReaders,
    expectingAgreement expectsAgreement: Bool = false,
    report: (RunProgress) -> Void = { _ in }
  ) async throws -> Difference {
    try await run(expectingAgreement: expectsAgreement, report: report) { service, adapter in
      try adapter.observer(named: service, in: readers, context)
    }
  }

  /// Compares the fixtures with the resources that an observer of each service reads.
  func run(
    expectingAgreement expectsAgreement: Bool = false,
    report: (RunProgress) -> Void = { _ in },
    observing observer: (_ service: String, any ServiceAdapter) throws -> any ResourceObserver
  ) async throws -> Difference {
    let name = context.profile.name
    let title = expectsAgreement ? "verifying \(name)" : "reading \(name)"
    report(.step(title))
    var services = try ServiceKind.treesFirst.flatMap { try comparisons(of: $0, observer) }[...]
    // After a remote service fails, no other service is read, since reading may be billed.
    let atOnce = context.profile.isEmbedded ? Self.maximumConcurrentServices : 1
    for resource in services.flatMap(\.desired) {
      WorkCounter.expect(resource.content.leafCount, .values)
    }
    var resources: [ResourceDifference] = []
    while !services.isEmpty {
      let outcomes = try await services.prefix(atOnce).concurrentMap {
        await $0.run(expectingAgreement: expectsAgreement)
      }
      // If several services cannot be read, the first one is always reported.
      for outcome in outcomes { resources += try outcome.get() }
      services = services.dropFirst(atOnce)
    }
    return Difference(resources)
  }

  /// The maximum number of embedded services that are read concurrently.
  private static let maximumConcurrentServices = 4

  /// Returns the comparisons of the covered services of a kind.
  private func comparisons(
    of kind: ServiceKind,
    _ observer: (_ service: String, any ServiceAdapter) throws -> any ResourceObserver
  ) throws -> [ServiceComparison] {
    guard let adapter = kind.adapter else { return [] }
    let rules = adapter.rules(context)
    return try described(of: kind).compactMap { service, described in
      let desired = policy.scope.coveredParts(of: described, rules: rules)
      guard !desired.isEmpty else { return nil }
      return ServiceComparison(
        desired: desired,
        described: described.map(\.address),
        observer: try observer(service, adapter),
        comparison: ResourceComparison(rules, policy, among: described.map(\.address))
      )
    }
  }

  /// Returns the desired resources and the orphans of each service of a kind; services with neither
  /// are omitted.
  private func described(of kind: ServiceKind) -> [(service: String, resources: [DesiredResource])]
  {
    context.profile.services(of: kind).compactMap { service in
      let described = fixtures.services(of: kind).first { $0.name == service.name }?.resources ?? []
      let gone = orphans.filter { $0.address.service == service.name }
      let all = gone.isEmpty ? described : (described + gone).sorted { $0.address < $1.address }
      return all.isEmpty ? nil : (service.name, all)
    }
  }
}

/// A comparison of one service.
private struct ServiceComparison: Sendable {
  typealias Outcome = Result<[ResourceDifference], any Error>

  let desired: [DesiredResource]
  let described: [Address]
  let observer: any ResourceObserver
  let comparison: ResourceComparison

  func run(expectingAgreement expectsAgreement: Bool) async -> Outcome {
    do {
      let found = try await observer.observe(desired, expectingAgreement: expectsAgreement)
      let differences = comparison.compare(Array(zip(desired, found)))
      // Observers cache the results of whole resources only, so partially compared resources are
      // skipped.
      let whole = Set(desired.map(\.address)).intersection(described)
      differences.filter { whole.contains($0.address) }.forEach(observer.note)
      return .success(differences)
    } catch {
      return .failure(error)
    }
  }
}
