/// What a run will write, and nothing besides.
///
/// What a diff shows, a plan lists, a run writes and a verification checks is one computation: a plan is made
/// from the difference that a diff shows, and a second difference verifies it.
public struct Plan: Sendable {
  /// What the plan was made from: everything that was read, and how it differs.
  public let difference: Difference
  /// Whether extras are removed.
  public let prunes: Bool
  /// What is written, in the order in which it is.
  public let steps: [PlanStep]

  /// Plans to make the old side of a difference the new one.
  public init(_ difference: Difference, prunes: Bool = false) {
    self.difference = difference
    self.prunes = prunes
    steps = difference.resources.compactMap { PlanStep($0, prunes: prunes) }
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { steps.isEmpty }

  /// The places that are written.
  public var addresses: [Address] { steps.flatMap(\.places) }

  /// The plan that takes this one back, made from what it leaves and what it has found.
  ///
  /// What the service sets by itself is not taken back: times, generations, and values that nobody can read.
  public var inverse: Plan {
    let differences = steps.reversed().map { step in
      ResourceComparison(step.difference.rules, PlanPolicy(), among: [step.address])
        .compare(from: step.after, to: step.before)
    }
    return Plan(Difference(differences), prunes: true)
  }

  /// The steps of each service, in the order in which services are written.
  public var services: [(name: String, steps: [PlanStep])] {
    var services: [(name: String, steps: [PlanStep])] = []
    for step in steps {
      if services.last?.name != step.address.service {
        services.append((step.address.service, []))
      }
      services[services.count - 1].steps.append(step)
    }
    return services
  }

  /// What the plan does, in numbers.
  public var counts: PlanCounts { PlanCounts(of: self) }
}
