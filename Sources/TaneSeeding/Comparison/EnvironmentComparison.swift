public import TaneCore
public import TaneProject

/// Compares fixtures with what an environment holds, and reads no more of it than fixtures describe.
public struct EnvironmentComparison: Sendable {
  private let fixtures: Fixtures
  private let context: AdapterContext
  private let policy: PlanPolicy
  private let orphans: [DesiredResource]

  /// Creates a comparison of what an environment should hold.
  ///
  /// - Parameters:
  ///   - fixtures: What it should hold.
  ///   - context: What adapters know of the environment.
  ///   - policy: What is asked for, and what fixtures own.
  ///   - orphans: Resources that should not be there any more.
  public init(
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
  ///   - expectsAgreement: Whether they are believed to be as the fixtures say: then a resource is first
  ///     compared while it arrives, and kept in memory only where that finds a difference.
  ///   - report: Hears how many resources were read.
  /// - Returns: What differs.
  /// - Throws: A `StoreError` where a service cannot be read, or `CancellationError`.
  public func run(
    against readers: EnvironmentReaders,
    expectingAgreement expectsAgreement: Bool = false,
    report: (RunProgress) -> Void = { _ in }
  ) async throws -> Difference {
    try await run(expectingAgreement: expectsAgreement, report: report) { service, adapter in
      try adapter.observer(named: service, in: readers, context)
    }
  }

  /// Compares the fixtures with what observers see of services.
  func run(
    expectingAgreement expectsAgreement: Bool = false,
    report: (RunProgress) -> Void = { _ in },
    observing observer: (_ service: String, any ServiceAdapter) throws -> any ResourceObserver
  ) async throws -> Difference {
    let name = context.profile.name
    let title = expectsAgreement ? "verifying \(name)" : "reading \(name)"
    let count = ServiceKind.treesFirst.flatMap(described).reduce(0) { $0 + $1.resources.count }
    var services = try ServiceKind.treesFirst.flatMap { try comparisons(of: $0, observer) }[...]
    // Of the network nothing more is read, which may cost something, once one service cannot be.
    let atOnce = context.profile.isEmbedded ? Self.servicesAtOnce : 1
    var resources: [ResourceDifference] = []
    while !services.isEmpty {
      report(.count(title, index: resources.count + 1, of: count))
      let outcomes = try await services.prefix(atOnce).concurrentMap {
        await $0.run(expectingAgreement: expectsAgreement)
      }
      // Where several cannot be read people are told of the same one each time.
      for outcome in outcomes { resources += try outcome.get() }
      services = services.dropFirst(atOnce)
    }
    return Difference(resources)
  }

  /// The most embedded services that are read at a time.
  private static let servicesAtOnce = 4

  /// The comparisons of the services of a kind of which something is asked for.
  private func comparisons(
    of kind: ServiceKind,
    _ observer: (_ service: String, any ServiceAdapter) throws -> any ResourceObserver
  ) throws -> [ServiceComparison] {
    guard let adapter = kind.adapter else { return [] }
    let rules = adapter.rules(context)
    return try described(of: kind).compactMap { service, described in
      let desired = policy.scope.resources(described, by: rules)
      guard !desired.isEmpty else { return nil }
      return ServiceComparison(
        desired: desired,
        described: described.map(\.address),
        observer: try observer(service, adapter),
        comparison: ResourceComparison(rules, policy, among: described.map(\.address))
      )
    }
  }

  /// What should be in the services of a kind, and what should not be there any more.
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

/// The comparison of one service.
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
      // What is known of a part says nothing of the rest.
      let whole = Set(desired.map(\.address)).intersection(described)
      differences.filter { whole.contains($0.address) }.forEach(observer.note)
      return .success(differences)
    } catch {
      return .failure(error)
    }
  }
}
