import TaneCore

/// What a seed, or the plan of one, is asked to do.
struct SeedRequest {
  var addresses: [Address]
  var environment: EnvironmentOptions
  var sets: FixtureSetOptions
  var anchor: AnchorOptions
  var overwriting: OverwriteOptions
  var prune: Bool
  /// Whether nothing is written.
  var dryRun: Bool
  var yes = false
  /// The file that takes the plan, if one does.
  var planFile: String?
  /// Whether a plan that writes something is exit code 1.
  var exitsWithChanges = false
}
