public import TaneCore
package import TaneProject

/// The options of a seed or a plan.
public struct SeedOptions: Sendable {
  /// A way to resolve values that changed in the environment since the last seed.
  public enum ConflictResolution: String, Sendable, CaseIterable {
    /// Keep the environment's value.
    case keep
    /// Write the fixture's value, even if only the environment's value has changed.
    case take
    /// Ask the user; without a terminal, keep the environment's value.
    case ask
  }

  /// The nodes to seed, with their descendants, or empty for everything.
  public var addresses: [Address] = []
  /// The way to resolve values that changed in the environment since the last seed.
  public var onConflict = ConflictResolution.ask
  /// A Boolean value indicating whether fixtures overwrite values of unknown origin.
  public var adoptsExisting = false
  /// A Boolean value indicating whether extras are removed.
  public var prunes = false
  /// A Boolean value indicating whether nothing is written.
  public var isDryRun = false
  /// A Boolean value indicating whether the run was confirmed in advance (`--yes`).
  public var isConfirmed = false
  /// A Boolean value indicating whether the profile takes over an environment owned by another
  /// profile.
  package var claims = false
  /// A Boolean value indicating whether unchanged values are recorded before planning.
  package var refreshes = false
  /// A Boolean value indicating whether the plan is returned as a file.
  package var makesPlanFile = false

  /// Creates the options for seeding everything while keeping manual edits and extras.
  public init() {}

  /// Returns the parts of an environment that a plan may overwrite.
  ///
  /// In an open environment, and in one that consists of emulators and has no configured state,
  /// values of unknown origin may be overwritten. In an open environment, missing resources are
  /// also restored, since its stores may have been recreated.
  package func policy(for profile: EnvironmentProfile) -> OverwritePolicy {
    let isOpen = profile.guardLevel == .open
    let isEmulated =
      profile.state == nil && profile.services.allSatisfy(\.location.isEmulator)
    return OverwritePolicy(
      replacesEdits: onConflict == .take,
      winsConflicts: onConflict == .take,
      adoptsUnknown: isOpen || isEmulated || adoptsExisting || onConflict == .take,
      prunesUnknown: isOpen || isEmulated,
      restoresMissing: isOpen
    )
  }
}

/// The plan of a seed, with the information that users need before they confirm it.
package struct SeedProposal: Sendable {
  package let plan: Plan
  package let profile: EnvironmentProfile
  /// The guarantee of each service for the plan's writes.
  package let guarantees: [(service: String, guarantee: UpdateGuarantee)]
  /// The cost of the plan for each service.
  package let costs: [(service: String, cost: PlanCost)]
  /// The skipped checks, each with its reason as a clause.
  package let notChecked: [String]
}
