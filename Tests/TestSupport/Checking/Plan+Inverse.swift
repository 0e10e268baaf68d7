package import TaneCore

extension Plan {
  /// The plan that takes this one back, made from what it leaves and what it has found.
  ///
  /// What the service sets by itself is not taken back: times, generations, and values that nobody can read.
  package var inverse: Plan {
    let differences = steps.reversed().map { step in
      ResourceComparison(step.difference.rules, PlanPolicy(), among: [step.address])
        .compare(from: step.after, to: step.before)
    }
    return Plan(Difference(differences), prunes: true)
  }
}
