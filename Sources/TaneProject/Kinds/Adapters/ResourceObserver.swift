package import TaneCore

/// Reads the resources of one service of an environment; it has no means to write.
package protocol ResourceObserver: Sendable {
  /// Finds out what there is of some resources, none of which lies below another.
  ///
  /// If agreement is expected, a resource may first be compared while it is received and is kept in
  /// memory only if a difference is found.
  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation]

  /// All resources that a scope asks for, in the order of addresses.
  func resources(in scope: ComparisonScope) async throws -> [Resource]

  /// Takes notice of what a comparison with fixtures came to, for the next one.
  func note(_ difference: ResourceDifference)

  /// Returns the service's guarantee for the steps' writes, without a request, or nil if each step
  /// is conditional on its own.
  func guarantee(of steps: [PlanStep]) -> UpdateGuarantee?

  /// The most steps that one request makes.
  var stepsPerRequest: Int { get }

  /// Returns the cost of steps, and of comparing a number of resources.
  func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost

  /// Returns the reasons the service would reject steps, as far as fixtures alone do not show them.
  func violations(in steps: [PlanStep]) async throws -> [String]
}

extension ResourceObserver {
  /// Takes no notice.
  package func note(_ difference: ResourceDifference) {}

  /// Every step is checked by itself.
  package func guarantee(of steps: [PlanStep]) -> UpdateGuarantee? { nil }

  /// One step a request.
  package var stepsPerRequest: Int { 1 }

  /// As many requests as it takes, every step an event.
  package func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost {
    PlanCost(of: steps, requests: (steps.count + stepsPerRequest - 1) / stepsPerRequest)
  }

  /// There is nothing to object.
  package func violations(in steps: [PlanStep]) async throws -> [String] { [] }
}
