public import TaneCore
package import TaneProject

/// The options of a seed or a plan.
public struct SeedOptions: Sendable {
  /// Who decides where the environment was changed since the last seed.
  public enum ConflictResolution: String, Sendable, CaseIterable {
    /// The environment's value stays.
    case keep
    /// The fixture's value is written, also over edits that the fixtures do not touch.
    case take
    /// A person is asked; off a terminal it is as `keep`.
    case ask
  }

  /// The nodes to seed, with all below them; empty for everything.
  public var addresses: [Address] = []
  /// Who decides where the environment was changed since the last seed.
  public var onConflict = ConflictResolution.ask
  /// A Boolean value indicating whether fixtures overwrite values of unknown origin.
  public var adoptsExisting = false
  /// A Boolean value indicating whether extras are removed.
  public var prunes = false
  /// A Boolean value indicating whether nothing is written.
  public var isDryRun = false
  /// A Boolean value indicating whether a person agreed beforehand (`--yes`).
  public var isConfirmed = false
  /// A Boolean value indicating whether the profile takes over an environment that another one owns.
  package var claims = false
  /// A Boolean value indicating whether what fixtures and environment agree on is recorded before planning.
  package var refreshes = false
  /// A Boolean value indicating whether the plan is returned as a file.
  package var makesPlanFile = false

  /// Creates the options of a seed of everything that keeps manual edits and extras.
  public init() {}

  /// What a plan may replace in an environment.
  ///
  /// In an open one, whatever is of unknown origin, and resources that are gone: its stores come and go. Of an
  /// emulator nobody expects anything to stay, unless the profile says where its state is kept.
  func policy(for profile: EnvironmentProfile) -> OverwritePolicy {
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

/// The plan of a seed, with what people need to know before they agree to it.
package struct SeedProposal: Sendable {
  package let plan: Plan
  package let profile: EnvironmentProfile
  /// What each service promises of the plan's writes.
  package let guarantees: [(service: String, guarantee: UpdateGuarantee)]
  /// What the plan asks of each service.
  package let costs: [(service: String, cost: PlanCost)]
  /// The checks that were left out, with their reasons, one clause each.
  package let notChecked: [String]
}
