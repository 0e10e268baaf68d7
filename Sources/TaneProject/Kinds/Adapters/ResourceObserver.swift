package import TaneCore

/// A read-only observer of a service's resources.
package protocol ResourceObserver: Sendable {
  /// Observes resources, none of which may be below another.
  ///
  /// If agreement is expected, a resource may be compared while it is received, and is loaded into
  /// memory only if a difference is found.
  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation]

  /// Returns all resources in a scope.
  func resources(in scope: ComparisonScope) async throws -> [Resource]

  /// Records the result of a comparison with fixtures in the cache, for the next comparison.
  func note(_ difference: ResourceDifference)

  /// Returns the service's guarantee for the writes of steps, or nil if each step is a separate
  /// conditional write; sends no request.
  func guarantee(for steps: [PlanStep]) -> UpdateGuarantee?

  /// The maximum number of steps per request.
  var stepsPerRequest: Int { get }

  /// Returns the cost of applying steps and of comparing `count` resources.
  func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost

  /// Returns the reasons why the service would reject steps, except errors that the fixtures alone
  /// reveal.
  func violations(in steps: [PlanStep]) async throws -> [String]
}

extension ResourceObserver {
  /// Does nothing.
  package func note(_ difference: ResourceDifference) {}

  /// Returns nil: each step is a separate conditional write.
  package func guarantee(for steps: [PlanStep]) -> UpdateGuarantee? { nil }

  /// One step per request.
  package var stepsPerRequest: Int { 1 }

  /// Returns the cost of the minimum number of requests, with one event per step.
  package func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost {
    PlanCost(of: steps, requests: (steps.count + stepsPerRequest - 1) / stepsPerRequest)
  }

  /// Returns no violations.
  package func violations(in steps: [PlanStep]) async throws -> [String] { [] }
}
