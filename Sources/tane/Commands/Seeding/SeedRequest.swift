import TaneCore
import TaneKit

/// The arguments of a command that seeds or plans.
struct SeedRequest {
  var environment: EnvironmentOptions
  var sets: FixtureSetOptions
  var anchor: AnchorOptions
  var options: SeedOptions
  /// A Boolean value indicating whether the check of the app's types is left out.
  var leavesOutTypes: Bool
  /// Path of the file that receives the plan.
  var planFile: String?
  /// How a plan is laid out for people.
  var format = DiffPresentation.Format.text
  /// A Boolean value indicating whether a plan that writes something exits with 1.
  var exitsWithChanges = false
}
