package import TaneCore

/// An observer of the resources of one service of an environment, without write access.
package protocol ResourceObserver: Sendable {
  /// Observes resources, none of which is below another.
  ///
  /// If agreement is expected, a resource may first be compared while it is received and is kept in
  /// memory only if a difference is found.
  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation]

  /// Returns all resources in a scope, ordered by address.
  func resources(in scope: ComparisonScope) async throws -> [Resource]

  /// Records the result of a comparison with fixtures in the cache, for the next comparison.
  func note(_ difference: ResourceDifference)

  /// Returns the service's guarantee for the writes of steps, without sending a request; nil if
  /// each step is a conditional write of its own.
  func guarantee(of steps: [PlanStep]) -> UpdateGuarantee?

  /// The maximum number of steps per request.
  var stepsPerRequest: Int { get }

  /// Returns the cost of steps, and of comparing a number of resources.
  func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost

  /// Returns the reasons the service would reject steps, except reasons that the fixtures alone
  /// show.
  func violations(in steps: [PlanStep]) async throws -> [String]
}

extension ResourceObserver {
  /// Does nothing.
  package func note(_ difference: ResourceDifference) {}

  /// Returns nil: each step is a conditional write of its own.
  package func guarantee(of steps: [PlanStep]) -> UpdateGuarantee? { nil }

  /// One step per request.
  package var stepsPerRequest: Int { 1 }

  /// Returns the cost of as many requests as necessary, with an event per step.
  package func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost {
    PlanCost(of: steps, requests: (steps.count + stepsPerRequest - 1) / stepsPerRequest)
  }

  /// Returns no violations.
  package func violations(in steps: [PlanStep]) async throws -> [String] { [] }
}
