public import TaneCore
package import TaneProject

/// The options of a seed or a plan.
public struct SeedOptions: Sendable {
  /// A rule for values that changed in the environment since the last seed.
  public enum ConflictResolution: String, Sendable, CaseIterable {
    /// Keeps the environment's value.
    case keep
    /// Writes the fixture's value, even if only the environment's value has changed.
    case take
    /// Asks the user; without a terminal, keeps the environment's value.
    case ask
  }

  /// The nodes to seed with their descendants, or an empty array for everything.
  public var addresses: [Address] = []
  /// The rule for values that changed in the environment since the last seed.
  public var onConflict = ConflictResolution.ask
  /// A Boolean value indicating whether fixtures overwrite values of unknown origin.
  public var adoptsExisting = false
  /// A Boolean value indicating whether extra values in the environment are removed.
  public var prunes = false
  /// A Boolean value indicating whether the seed is planned without writing.
  public var isDryRun = false
  /// A Boolean value indicating whether the run was confirmed in advance (`--yes`).
  public var isConfirmed = false
  /// A Boolean value indicating whether the profile takes over an environment owned by another
  /// profile.
  package var claims = false
  /// A Boolean value indicating whether values that match the fixtures are recorded before
  /// planning.
  package var refreshes = false
  /// A Boolean value indicating whether the plan is returned as a file.
  package var makesPlanFile = false

  /// Creates the options for seeding everything while keeping manual edits and extras.
  public init() {}

  /// Returns the policy for overwriting values in an environment.
  ///
  /// In an open environment, or one that consists of emulators and has no configured state, a plan
  /// may overwrite values of unknown origin. In an open environment, it also restores missing
  /// resources, since the stores may have been recreated.
  package func policy(for profile: EnvironmentProfile) -> OverwritePolicy {
    let isOpen = profile.guardLevel == .open
    let isEmulated =
      profile.state == nil && profile.services.allSatisfy(\.location.isEmulator)
    return OverwritePolicy(
      overwritesEdits: onConflict == .take,
      overwritesConflicts: onConflict == .take,
      overwritesUnknown: isOpen || isEmulated || adoptsExisting || onConflict == .take,
      prunesUnknown: isOpen || isEmulated,
      restoresMissing: isOpen
    )
  }
}

/// The plan of a seed, with the information that users need before confirming it.
package struct SeedProposal: Sendable {
  package let plan: Plan
  package let profile: EnvironmentProfile
  /// The guarantee of each service for the plan's writes.
  package let guarantees: [(service: String, guarantee: UpdateGuarantee)]
  /// The cost of the plan for each service.
  package let costs: [(service: String, cost: PlanCost)]
  /// The skipped checks and the reasons, as clauses.
  package let notChecked: [String]
}
