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
    var resources: [ResourceDifference] = []
    let title = "\(expectsAgreement ? "verifying" : "reading") \(context.profile.name)"
    let count = ServiceKind.treesFirst.flatMap(described).reduce(0) { $0 + $1.resources.count }
    for kind in ServiceKind.treesFirst {
      guard let adapter = kind.adapter else { continue }
      for (service, described) in described(of: kind) {
        let rules = adapter.rules(context)
        let desired = policy.scope.resources(described, by: rules)
        guard !desired.isEmpty else { continue }
        let observer = try observer(service, adapter)
        report(.count(title, index: resources.count + 1, of: count))
        let found = try await observer.observe(desired, expectingAgreement: expectsAgreement)
        let comparison = ResourceComparison(
          rules,
          policy,
          among: described.map(\.address)
        )
        let differences = comparison.compare(Array(zip(desired, found)))
        // What is known of a part says nothing of the rest.
        let whole = Set(desired.map(\.address)).intersection(described.map(\.address))
        differences.filter { whole.contains($0.address) }.forEach(observer.note)
        resources += differences
      }
    }
    return Difference(resources)
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
