package import TaneCore

extension Plan {
  /// The plan that reverts this one, restoring the state before it was applied.
  ///
  /// It does not revert values that the service sets itself, such as times and generations, or
  /// values that cannot be read.
  package var inverse: Plan {
    let differences = steps.reversed().map { step in
      ResourceComparison(step.difference.rules, PlanPolicy(), among: [step.address])
        .compare(from: step.after, to: step.before)
    }
    return Plan(Difference(differences), prunes: true)
  }
}
