/// What a run will write, and nothing besides.
///
/// What a diff shows, a plan lists, a run writes and a verification checks is one computation: a plan is made
/// from the difference that a diff shows, and a second difference verifies it.
public struct Plan: Sendable {
  /// What the plan was made from: everything that was read, and how it differs.
  public let difference: Difference
  /// Whether extras are removed.
  public let prunes: Bool
  /// What is written, in the order of the difference; `PlanOrder` has the order in which it is.
  public let steps: [PlanStep]
  /// What is not written, because somebody else wrote what it would replace.
  public let withheld: [WithheldChange]

  /// Plans to make the old side of a difference the new one, whoever wrote it.
  public init(_ difference: Difference, prunes: Bool = false) {
    self.init(
      difference,
      prunes: prunes,
      overwriting: OverwritePolicy(),
      recorded: { _ in RecordedResource() },
      keepsRecorded: { _ in false }
    )
  }

  /// Plans to make the old side of a difference the new one, as far as nobody else wrote what that replaces.
  ///
  /// - Parameters:
  ///   - difference: What differs.
  ///   - prunes: Whether extras are removed.
  ///   - policy: What may be replaced although Tane did not write it last.
  ///   - recorded: Returns what Tane wrote to a resource.
  ///   - keepsRecorded: Whether extras stay that Tane wrote to a resource, since sets that are not loaded may describe them.
  /// - Throws: What `recorded` and `keepsRecorded` throw.
  public init(
    _ difference: Difference,
    prunes: Bool = false,
    overwriting policy: OverwritePolicy,
    recorded: (Address) throws -> RecordedResource,
    keepsRecorded: (Address) throws -> Bool = { _ in false }
  ) rethrows {
    self.difference = difference
    self.prunes = prunes
    var steps: [PlanStep] = []
    var withheld: [WithheldChange] = []
    for resource in difference.resources where !resource.isEmpty {
      let known = try recorded(resource.address)
      let decision = ThreeWayDecision(
        difference: resource,
        recorded: known,
        prunes: prunes,
        keepsRecorded: try prunes && keepsRecorded(resource.address),
        policy: policy
      ).decide()
      if let step = PlanStep(resource, making: decision.made, recorded: known) {
        steps.append(step)
      }
      withheld += decision.withheld
    }
    self.steps = steps
    self.withheld = withheld
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { steps.isEmpty }

  /// The places that are written.
  public var addresses: [Address] { steps.flatMap(\.places) }

  /// What differs, without what is withheld and without extras that stay in a run that removes others.
  public var made: Difference {
    guard !withheld.isEmpty || prunes else { return difference }
    return Difference(steps.map(\.made))
  }

  /// Whether somebody has to decide between the environment and the fixtures.
  public var needsDecision: Bool { withheld.contains(where: \.needsDecision) }

  /// The steps of each service, in the order of the difference.
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
