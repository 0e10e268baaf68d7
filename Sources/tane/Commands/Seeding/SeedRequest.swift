import TaneKit

/// The arguments of a command that seeds or plans.
struct SeedRequest {
  var environment: EnvironmentOptions
  var sets: FixtureSetOptions
  var anchor: AnchorOptions
  var options: SeedOptions
  /// A Boolean value indicating whether the check of the app's types is skipped.
  var skipsTypes: Bool
  /// The path of the file to write the plan to.
  var planFile: String?
  /// The human-readable format of a plan.
  var format = DiffPresentation.Format.text
  /// A Boolean value indicating whether the command exits with 1 if the plan has changes.
  var exitsWithChanges = false
}
