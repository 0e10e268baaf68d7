public import TaneCore
public import TaneProject

/// Holds a plan against the limits of a profile, and of services as far as fixtures alone do not show them.
public enum LimitCheck {
  /// Why a plan is refused; nothing where it is within the limits.
  public static func refusals(
    of plan: Plan,
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> [String] {
    let violations = try plan.observed(on: readers, context).flatMap { $1.violations(in: $2) }
    return deleteRefusals(of: plan, in: context.profile) + violations
  }

  private static func deleteRefusals(
    of plan: Plan,
    in profile: EnvironmentProfile
  ) -> [String] {
    let count = plan.counts.removedValues
    guard let limit = profile.limits.deletes, count > limit else { return [] }
    return [
      "the plan removes \(count) values, and \(profile.name) allows \(limit)"
        + " (limits.deletes); raise the limit in its profile if this is intended"
    ]
  }
}

extension Plan {
  /// What each service promises of the writes to it, by name, where there is more to say than that every
  /// step is checked.
  public func guarantees(
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> [(service: String, guarantee: UpdateGuarantee)] {
    try observed(on: readers, context).compactMap { name, observer, steps in
      observer.guarantee(of: steps).map { (name, $0) }
    }
  }

  /// The services that are written, with what observes them.
  fileprivate func observed(
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> [(name: String, observer: any ResourceObserver, steps: [PlanStep])] {
    try services.compactMap { name, steps -> (String, any ResourceObserver, [PlanStep])? in
      try readers.kind(of: name)?.adapter.map {
        (name, try $0.observer(named: name, in: readers, context), steps)
      }
    }
  }
}
