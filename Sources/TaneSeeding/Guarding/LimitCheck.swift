public import TaneProject

/// Holds a plan against the limits of a profile.
public enum LimitCheck {
  /// Why a plan is refused, or nil where it is within the limits.
  public static func refusal(of plan: SeedPlan, in profile: EnvironmentProfile) -> String? {
    guard let limit = profile.limits.deletes, plan.summary.removedValues > limit else { return nil }
    return
      "the plan removes \(plan.summary.removedValues) values, and \(profile.name) allows \(limit)"
      + " (limits.deletes); raise the limit in its profile if this is meant"
  }
}
