import TaneCore

/// A step of an earlier run, compared with the current resource.
struct ReplayedStep {
  /// The resource after the replay.
  let result: Resource
  /// The addresses that were edited since the run.
  let left: [Address]
  /// The addresses that cannot be restored.
  let irreversible: [Address]

  /// Compares a step with the current resource.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - observed: The current resource.
  ///   - direction: The direction of the replay.
  ///   - rules: The rules of the resource's kind.
  ///   - edited: The lists to leave as they are.
  ///   - lists: The lists whose elements are replayed one by one, not as one value.
  init(
    _ step: RunStep,
    on observed: Resource,
    _ direction: Replay.Direction,
    _ rules: ResourceRules,
    except edited: Set<TreePath> = [],
    byElement lists: Set<TreePath> = []
  ) {
    let isBackward = direction == .backward
    let (from, to) = isBackward ? (step.newBlob, step.oldBlob) : (step.oldBlob, step.newBlob)
    func places(_ paths: [TreePath]) -> [Address] {
      paths.map { Address(service: step.address.service, path: $0) }
    }
    let sides = step.changes.map { change in
      let (from, to) = isBackward ? (change.new, change.old) : (change.old, change.new)
      let unit = lists.contains(change.unit) ? change.element : change.unit
      return (path: change.path, unit: unit, from: from, to: to)
    }
    let currentValues = sides.map { side in
      step.address.path.relative(side.path).flatMap { observed.content.value(at: $0) }
    }
    // An acknowledged step is not applied again: if its changes are gone, they were reverted
    // deliberately.
    let isApplied = direction == .forward && step.isDone
    // In a removed document or account, no value equals the value before or after the run.
    let isGone = observed.content.isNull && rules.noun != nil
    func hasEqualValues(_ value: Tree?, _ other: Tree?, at place: TreePath) -> Bool {
      (!isGone || place == step.address.path)
        && rules.isSame(value, other, at: step.address.path.relative(place) ?? .root)
    }

    if from != nil || to != nil {
      let isTarget =
        observed.blob == to
        && hasEqualValues(currentValues.first ?? nil, sides.first?.to, at: step.address.path)
      let isSource =
        !isApplied && observed.blob == from
        && hasEqualValues(currentValues.first ?? nil, sides.first?.from, at: step.address.path)
      let isKept = !isBackward || to == nil || from == to || step.bytes != nil
      let isReplayed = isSource && !isTarget && isKept
      result =
        isReplayed ? Resource(step.address, sides.first?.to ?? .null, blob: to) : observed
      left = isSource || isTarget ? [] : [step.address]
      irreversible = isSource && !isTarget && !isKept ? [step.address] : []
      return
    }
    // A list is changed as a whole, and only if it was neither edited nor removed since the run.
    // Nothing is changed below a scalar, or below a list that is written as a whole.
    let changed = Set(
      zip(sides, currentValues).filter { side, value in
        !hasEqualValues(value, side.to, at: side.path)
          && (isApplied || !hasEqualValues(value, side.from, at: side.path)
            || side.unit != side.path && !observed.exists(at: side.unit)
            || observed.hasValue(above: side.path, by: rules))
      }.map(\.0.unit)
    ).union(edited)
    let made = zip(sides, currentValues).filter {
      !changed.contains($0.unit) && !hasEqualValues($1, $0.to, at: $0.path)
    }
    // Secrets are only in fixtures, not in journals, so an existing account without its secret does
    // not receive one.
    let secret = zip(sides, currentValues).filter { side, value in
      guard isBackward, !changed.contains(side.unit) else { return false }
      let differs = !hasEqualValues(value, side.to, at: side.path)
      let isSecret = side.path.key.map(rules.unchecked.contains) ?? false
      return isSecret && differs
        || rules.unchecked.contains { side.to?[$0] != nil && (differs || value?[$0] == nil) }
    }
    let changes = made.compactMap { side, value -> Change? in
      let isSecret = side.path.key.map(rules.unchecked.contains) ?? false
      guard value != nil || side.to != nil, !(isBackward && isSecret) else { return nil }
      let to = isBackward ? side.to?.removing(rules.unchecked) : side.to
      return step.address.path.relative(side.path).map { Change(path: $0, old: value, new: to) }
    }
    result = Resource(
      step.address,
      observed.content.applying(Changeset(changes: changes))
    )
    left = places(sides.map(\.path).filter { path in changed.contains { $0.contains(path) } })
    irreversible = places(secret.map(\.0.path))
  }
}

extension Resource {
  /// Returns true if the resource has a value other than null at a path.
  fileprivate func exists(at place: TreePath) -> Bool {
    address.path.relative(place).flatMap { content.value(at: $0) }?.isNull == false
  }

  /// Returns true if a scalar, or a list that is written as a whole, is above a path.
  fileprivate func hasValue(above place: TreePath, by rules: ResourceRules) -> Bool {
    guard var path = address.path.relative(place) else { return false }
    while !path.isRoot {
      path = path.parent
      guard let node = content.value(at: path) else { continue }
      // A null counts as a value, except in a Realtime Database, or if the resource does not exist.
      if !node.isNull || !rules.canReadMapsAsLists && !path.isRoot {
        return node.kind == .list ? !rules.canReadMapsAsLists : node.kind != .map
      }
    }
    return false
  }
}
