import Foundation
import TaneCore
import TaneProject
import TaneSeeding

// Seeds like `tane seed` in an environment that is not open.
extension SeedingProject {
  private static let careful = OverwritePolicy(
    overwritesEdits: false,
    overwritesConflicts: false,
    overwritesUnknown: false,
    prunesUnknown: false,
    restoresMissing: false
  )

  func carefulPlan(
    _ policy: OverwritePolicy? = nil,
    prunes: Bool = false,
    sets: [String] = ["base"]
  ) async throws -> Plan {
    let profile = try profile()
    let fixtures = try fixtures(sets)
    let ledger = EnvironmentLedger(of: profile, in: try state())
    let orphans =
      try prunes
      ? profile.services.flatMap { service in
        let described = fixtures.resources.filter { $0.address.service == service.name }
        return try ledger.orphans(besides: described, of: service.name, loading: sets)
      } : []
    let comparison = EnvironmentComparison(
      fixtures,
      AdapterContext(profile),
      PlanPolicy(profile),
      orphans: orphans
    )
    return try ledger.plan(
      try await comparison.run(against: stores.readers),
      prunes: prunes,
      overwriting: policy ?? Self.careful,
      loading: sets
    )
  }

  @discardableResult
  func seedCarefully(
    _ policy: OverwritePolicy? = nil,
    prunes: Bool = false,
    sets: [String] = ["base"]
  ) async throws -> Plan {
    let plan = try await carefulPlan(policy, prunes: prunes, sets: sets)
    if !plan.isEmpty { try await run(plan, sets: sets).apply() }
    try state().settle(plan, in: ComparisonScope(), of: try profile(), sets: sets)
    return plan
  }

  func remove(_ path: String) throws {
    loadedFixtures = [:]
    try FileManager.default.removeItem(atPath: "\(project.root)/\(path)")
  }
}
