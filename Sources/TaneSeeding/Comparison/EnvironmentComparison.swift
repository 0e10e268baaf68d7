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
    for kind in ServiceKind.treesFirst {
      guard let adapter = kind.adapter else { continue }
      for service in fixtures.services(of: kind) where !service.resources.isEmpty {
        let rules = adapter.rules(context)
        let desired = policy.scope.resources(service.resources, by: rules)
        guard !desired.isEmpty else { continue }
        let observer = try adapter.observer(named: service.name, in: readers, context)
        let found = try await observer.observe(desired, expectingAgreement: expectsAgreement)
        let comparison = ResourceComparison(
          rules,
          policy,
          among: service.resources.map(\.address)
        )
        let differences = comparison.compare(Array(zip(desired, found)))
        let asked = Set(desired.map(\.address))
        differences.filter { asked.contains($0.address) }.forEach(observer.note)
        resources += differences
      }
    }
    return Difference(resources)
  }
}
