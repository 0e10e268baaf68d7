package import TaneCore
package import TaneProject

/// A replay of an earlier run's steps, forward or backward; values that were edited since the run
/// are preserved.
///
/// Resume, discard and undo share this implementation: the changes in the journal are applied in
/// one of two directions, each only if the environment still has the value that it replaces. The
/// resulting plan is guarded, recorded and verified like any other.
package struct Replay: Sendable {
  /// The direction of a replay.
  package enum Direction: Sendable, Hashable {
    /// The steps are applied as in the run.
    case forward
    /// The steps are reverted.
    case backward
  }

  /// The outcome of planning a replay.
  package struct Outcome: Sendable {
    package let plan: Plan
    /// The services' guarantees for the plan's writes.
    package let guarantees: [(service: String, guarantee: UpdateGuarantee)]
    /// The addresses of values that were edited since the run and are preserved.
    package let left: [Address]
    /// The addresses of values that cannot be restored: passwords, and objects whose old bytes are
    /// not stored.
    package let irreversible: [Address]
  }

  let steps: [RunStep]
  /// The addresses of the steps' resources.
  package var addresses: [Address] { steps.map(\.address) }
  let direction: Direction
  private let state: StateDatabase
  private let context: AdapterContext

  /// Creates a replay of a run's steps.
  ///
  /// - Throws: A `StoreError` if the location of a service has changed since the run.
  package init(
    _ steps: [RunStep],
    _ direction: Direction,
    keptIn state: StateDatabase,
    _ context: AdapterContext
  ) throws {
    self.steps = direction == .forward ? steps : steps.reversed()
    self.direction = direction
    self.state = state
    self.context = context
    let services = context.profile.services.map { ($0.name, $0) }
    let known = Dictionary(services) { first, _ in first }
    for step in steps {
      let location = known[step.address.service]?.journalLocation(in: context.profile)
      guard location != step.location else { continue }
      throw StoreError(
        .notFound,
        service: step.address.service,
        "the run wrote to \(step.location), which is no longer in the profile "
          + "\(context.profile.name)"
      )
    }
  }

  /// Reads the resources of the steps, and plans the changes.
  ///
  /// If `applied` is given, database nodes are expected to have its values, and are loaded only if
  /// they differ.
  package func plan(
    on readers: EnvironmentReaders,
    after applied: Plan? = nil
  ) async throws -> Outcome {
    let expected = Dictionary(
      (applied?.difference.resources ?? []).map { ($0.address, $0.new.content) },
      uniquingKeysWith: { $1 }
    )
    var differences: [ResourceDifference] = []
    var left: [Address] = []
    var irreversible: [Address] = []
    let ledger = EnvironmentLedger(of: context.profile, in: state)
    for (service, steps) in groups {
      guard let adapter = readers.kind(of: service)?.adapter else { continue }
      let rules = adapter.rules(context)
      let observer = try adapter.observer(named: service, in: readers, context)
      let desired = steps.map { step in
        DesiredResource(
          step.address,
          rules.canReadMapsAsLists ? expected[step.address] ?? .null : .null
        )
      }
      let found = try await observer.observe(
        desired,
        expectingAgreement: applied != nil && rules.canReadMapsAsLists
      )
      let comparison = ResourceComparison(rules, PlanPolicy(), among: desired.map(\.address))
      for (index, step) in steps.enumerated() {
        let observed = Self.resource(found[index], expected: desired[index])
        let step = step.resolvingLists(by: observed.content)
        var replayed = ReplayedStep(step, on: observed, direction, rules)
        let (fixed, rearranged) = listsOfFixedElements(in: step, observed)
        let moved = movedLists(of: step, from: observed, to: replayed.result, rules)
        let edited = try rearranged.union(
          editedLists(among: moved, of: step, observed, rules, ledger)
        )
        if !edited.isEmpty || !replayed.left.isEmpty && !fixed.isEmpty {
          replayed = ReplayedStep(
            step,
            on: observed,
            direction,
            rules,
            except: edited,
            byElement: rules.canReadMapsAsLists ? fixed : []
          )
        }
        left += replayed.left
        irreversible += replayed.irreversible
        var difference = comparison.compare(
          observed,
          writing: replayed.result,
          shiftedLists: step.shiftedLists
        )
        difference.lists.formUnion(step.lists)
        differences.append(difference)
      }
    }
    let plan = try ledger.plan(
      Difference(differences),
      prunes: true,
      overwriting: OverwritePolicy()
    )
    return Outcome(
      plan: plan,
      guarantees: try plan.guarantees(on: readers, context),
      left: left,
      irreversible: irreversible
    )
  }

  /// Returns the lists in whose elements the run changed values: those that still have the same
  /// elements, and those whose elements were added, removed or moved since.
  private func listsOfFixedElements(
    in step: RunStep,
    _ observed: Resource
  ) -> (same: Set<TreePath>, rearranged: Set<TreePath>) {
    var (same, rearranged): (Set<TreePath>, Set<TreePath>) = ([], [])
    for case (let place, .fixed(let member, let elements)) in step.changedLists {
      guard let list = observed.content.value(at: step.address.path.relative(place) ?? .root) else {
        continue
      }
      if ChangedList.digest(of: list, identifiedBy: member) == elements {
        same.insert(place)
      } else {
        rearranged.insert(place)
      }
    }
    return (same, rearranged)
  }

  /// Returns the lists whose elements a replay adds, removes or moves.
  private func movedLists(
    of step: RunStep,
    from observed: Resource,
    to result: Resource,
    _ rules: ResourceRules
  ) -> Set<TreePath> {
    let identity = rules.identity(step.address)
    return step.lists.filter { list in
      guard let path = step.address.path.relative(list),
        let old = observed.content.value(at: path), let new = result.content.value(at: path)
      else { return false }
      return !rules.isSame(old, new, at: path) && !identity.hasSameElements([old, new], at: path)
    }
  }

  /// Returns the lists that were edited since the run, so that moving their elements could move the
  /// edit to another element.
  private func editedLists(
    among lists: Set<TreePath>,
    of step: RunStep,
    _ observed: Resource,
    _ rules: ResourceRules,
    _ ledger: EnvironmentLedger
  ) throws -> Set<TreePath> {
    guard !lists.isEmpty else { return [] }
    func list(at place: TreePath, in resource: Resource) -> Tree? {
      resource.content.value(at: step.address.path.relative(place) ?? .root)
    }
    // Before a run is complete, the record may be older than the lists that the run found.
    guard direction == .backward, step.isDone else {
      let changed = step.changedLists
      return lists.filter { place in
        guard let list = list(at: place, in: observed),
          case .moved(let before, let after) = changed[place]
        else { return false }
        return ChangedList.digest(of: list, by: rules) != (direction == .forward ? before : after)
      }
    }
    let recorded = try ledger.recorded(at: step.address).candidates(at: step.address)
    guard !recorded.isEmpty else { return [] }
    return lists.filter { place in
      let path = step.address.path.relative(place) ?? .root
      return !recorded.contains {
        rules.isSame(list(at: place, in: observed), list(at: place, in: $0), at: path)
      }
    }
  }

  /// Returns the source of the data to write that is not in the plan: secrets from the fixtures,
  /// and the bytes of objects from the journal or else from the fixtures.
  package func contentSource(fallback fixtures: PlanContentSource?) -> PlanContentSource {
    let digests = Dictionary(
      steps.compactMap { step in
        (direction == .backward ? step.bytes : step.restoredBytesDigest).map { (step.address, $0) }
      },
      uniquingKeysWith: { $1 }
    )
    return PlanContentSource(secret: { fixtures?.secret($0) ?? nil }) { [state] address in
      if let digest = digests[address] { return try state.bytes(of: digest) }
      return try fixtures?.bytes(address) ?? []
    }
  }

  private var groups: [(service: String, steps: [RunStep])] {
    steps.reduce(into: []) { groups, step in
      if groups.last?.service != step.address.service {
        groups.append((step.address.service, []))
      }
      groups[groups.count - 1].steps.append(step)
    }
  }

  private static func resource(
    _ observation: Observation,
    expected: DesiredResource
  ) -> Resource {
    switch observation {
    case .found(let resource): resource
    case .same: Resource(expected.address, expected.content)
    case .below: Resource(expected.address, .null)
    }
  }
}
