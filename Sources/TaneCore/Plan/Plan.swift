/// A plan of all the writes in a run.
///
/// Diffs, plans, runs and verifications share one computation: a plan is derived from the
/// difference that `diff` shows, and the run is verified by computing the difference again.
public struct Plan: Sendable {
  /// The difference that the plan is based on, with all observed resources.
  package let difference: Difference
  /// A Boolean value indicating whether the plan removes extras.
  package let prunes: Bool
  /// The steps, in the order of the difference; `PlanOrder` determines the execution order.
  public let steps: [PlanStep]
  /// The changes withheld because they would replace values that Tane did not write last.
  public let withheld: [WithheldChange]

  /// Creates a plan that turns the old side of a difference into the new one, regardless of who
  /// wrote the old values.
  package init(_ difference: Difference, prunes: Bool = false) {
    self.init(
      difference,
      prunes: prunes,
      overwriting: OverwritePolicy(),
      recorded: { _ in RecordedResource() },
      keepsRecorded: { _ in false }
    )
  }

  /// Creates a plan that turns the old side of a difference into the new one, within the limits of
  /// a policy.
  ///
  /// - Parameters:
  ///   - difference: The difference.
  ///   - prunes: True to remove extras.
  ///   - policy: The conditions for overwriting values that Tane did not write last.
  ///   - recorded: Returns the recorded state of a resource, given its old side.
  ///   - keepsRecorded: Returns true if the recorded extras of a resource are kept, because fixture
  ///     sets that are not loaded may describe them.
  /// - Throws: The errors from `recorded` and `keepsRecorded`.
  package init(
    _ difference: Difference,
    prunes: Bool = false,
    overwriting policy: OverwritePolicy,
    recorded: (Resource) throws -> RecordedResource,
    keepsRecorded: (Address) throws -> Bool = { _ in false }
  ) rethrows {
    self.difference = difference
    self.prunes = prunes
    var steps: [PlanStep] = []
    var withheld: [WithheldChange] = []
    for resource in difference.resources where !resource.isEmpty {
      let known = try recorded(resource.old)
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

  /// A Boolean value indicating whether there is nothing to write.
  public var isEmpty: Bool { steps.isEmpty }

  /// The addresses that the plan writes.
  package var addresses: [Address] { steps.flatMap(\.places) }

  /// The difference without withheld changes and, if the plan prunes, without extras that are kept.
  package var made: Difference {
    guard !withheld.isEmpty || prunes else { return difference }
    return Difference(steps.map(\.made))
  }

  /// Returns the changes that an applied plan should have made but did not, or nil if there are
  /// none.
  ///
  /// This plan must have been created from the data read back. Values that differ from what the run
  /// wrote are included even if this plan withholds them: the record already contains the written
  /// values, so the others look like manual edits.
  package func difference(notMadeBy applied: Plan) -> Difference? {
    let known = Set(applied.withheld.map(\.address))
    let others = withheld.map(\.address).filter { !known.contains($0) }
    // The addresses are collected only if there are such values, since a plan may write many.
    let lost = others.isEmpty ? [] : Set(others.filter(WrittenAddresses(of: applied).overlaps))
    guard !lost.isEmpty else { return isEmpty ? nil : made }
    let changes = Dictionary(uniqueKeysWithValues: steps.map { ($0.address, $0.changes) })
    return Difference(
      difference.resources.compactMap { resource in
        let service = resource.address.service
        let others = resource.written.changes.filter {
          lost.contains(Address(service: service, path: $0.path))
        }
        return PlanStep(resource, making: (changes[resource.address] ?? []) + others)?.made
      }
    )
  }

  /// A Boolean value indicating whether the user has to choose between the environment and the
  /// fixtures.
  package var needsDecision: Bool { withheld.contains(where: \.needsDecision) }

  /// The steps of each service, in the order of the difference.
  package var services: [(name: String, steps: [PlanStep])] {
    var services: [(name: String, steps: [PlanStep])] = []
    for step in steps {
      if services.last?.name != step.address.service {
        services.append((step.address.service, []))
      }
      services[services.count - 1].steps.append(step)
    }
    return services
  }

  /// The plan's statistics.
  public var counts: PlanCounts { PlanCounts(of: self) }
}

/// The addresses of the values that a plan writes.
package struct WrittenAddresses {
  private let addresses: Set<Address>
  private let parents: Set<Address>

  package init(of plan: Plan) {
    addresses = Set(
      plan.steps.flatMap { step in
        step.changes.map { Address(service: step.address.service, path: $0.path) }
      }
    )
    parents = addresses.reduce(into: []) { parents, address in
      var path = address.path
      while !path.isRoot {
        path = path.parent
        guard parents.insert(Address(service: address.service, path: path)).inserted else { break }
      }
    }
  }

  /// Returns true if the plan writes the value at an address, a part of it, or a value around it.
  package func overlaps(_ address: Address) -> Bool {
    if addresses.contains(address) || parents.contains(address) { return true }
    var path = address.path
    while !path.isRoot {
      path = path.parent
      if addresses.contains(Address(service: address.service, path: path)) { return true }
    }
    return false
  }
}
