public import TaneCore
public import TaneProject

/// Compares fixtures with what an environment holds, and reads no more of it than fixtures describe.
public struct EnvironmentComparison: Sendable {
  private let fixtures: Fixtures
  private let context: AdapterContext
  private let policy: PlanPolicy

  /// Creates a comparison of what an environment should hold.
  public init(_ fixtures: Fixtures, _ context: AdapterContext, _ policy: PlanPolicy) {
    self.fixtures = fixtures
    self.context = context
    self.policy = policy
  }

  /// Reads the services and compares them with the fixtures.
  ///
  /// - Parameters:
  ///   - readers: The services of the environment.
  ///   - expectsAgreement: Whether they are believed to be as the fixtures say: then a resource is first
  ///     compared while it arrives, and kept in memory only where that finds a difference.
  /// - Returns: What differs.
  /// - Throws: A `StoreError` where a service cannot be read, or `CancellationError`.
  public func run(
    against readers: EnvironmentReaders,
    expectingAgreement expectsAgreement: Bool = false
  ) async throws -> Difference {
    var resources: [ResourceDifference] = []
    for adapter in ServiceAdapters.all {
      for service in fixtures.services(of: adapter.kind) where !service.resources.isEmpty {
        let observer = try adapter.observer(named: service.name, in: readers, context)
        resources += try await compare(service.resources, with: observer, expectsAgreement)
      }
    }
    return Difference(resources)
  }

  private func compare(
    _ described: [DesiredResource],
    with observer: any ResourceObserver,
    _ expectsAgreement: Bool
  ) async throws -> [ResourceDifference] {
    let rules = observer.rules
    let desired = policy.scope.resources(described, by: rules)
    guard !desired.isEmpty else { return [] }
    let found = try await observer.observe(desired, expectingAgreement: expectsAgreement)
    let differences = ResourceComparison(rules, policy, among: described.map(\.address))
      .compare(Array(zip(desired, found)))
    let byAddress = Dictionary(desired.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
    for difference in differences {
      if let desired = byAddress[difference.address] { observer.note(difference, with: desired) }
    }
    return differences
  }
}
