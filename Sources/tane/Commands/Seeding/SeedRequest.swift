import TaneKit

/// The parsed arguments of a command that seeds or plans.
struct SeedRequest {
  var environment: EnvironmentOptions
  var sets: FixtureSetOptions
  var anchor: AnchorOptions
  var options: SeedOptions
  /// A Boolean value indicating whether checks of the app's types are skipped.
  var skipsTypes: Bool
  /// The path of the file to save the plan to, or nil to save no plan.
  var planFile: String?
  /// The human-readable format of a plan.
  var format = DiffPresentation.Format.text
  /// A Boolean value indicating whether the exit code is 1 if the plan contains changes.
  var exitsWithChanges = false
}
