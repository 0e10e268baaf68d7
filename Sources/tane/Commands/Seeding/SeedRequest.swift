import TaneCore

/// What a seed, or the plan of one, is asked to do.
struct SeedRequest {
  var addresses: [Address]
  var environment: EnvironmentOptions
  var sets: FixtureSetOptions
  var anchor: AnchorOptions
  var overwriting: OverwriteOptions
  var prune: Bool
  /// Whether it is left out whether the app's types can read the fixtures.
  var leavesOutTypes: Bool
  /// Whether nothing is written.
  var dryRun: Bool
  var yes = false
  /// Whether the profile becomes the owner of an environment that is another's.
  var claims = false
  /// Whether what the fixtures and the environment agree on is recorded before the plan is shown.
  var refreshes = false
  /// The file that takes the plan, if one does.
  var planFile: String?
  /// How a plan is laid out for people.
  var format = DiffPresentation.Format.text
  /// Whether a plan that writes something is exit code 1.
  var exitsWithChanges = false
}
