/// Decides which changes of a resource are made, from what Tane wrote there last.
///
/// A list of a Realtime Database, or an element of one, is decided on as one (`ListUnits`), and so is a resource that no
/// fixture describes any more.
struct ThreeWayDecision {
  let difference: ResourceDifference
  let recorded: RecordedResource
  let prunes: Bool
  /// Whether extras that Tane wrote stay, since sets that are not loaded may describe them.
  let keepsRecorded: Bool
  let policy: OverwritePolicy

  private enum Verdict: Hashable {
    case write
    case leave
    case withhold(WithheldChange.Reason)
  }

  /// The changes that are made, and those that are withheld; extras that stay are in neither.
  func decide() -> (made: [Change], withheld: [WithheldChange]) {
    var made: [Change] = []
    var withheld: [WithheldChange] = []
    var verdicts: [TreePath: Verdict] = [:]
    var units = ListUnits(of: difference, recorded: recorded.last?.content)
    let changes = difference.written.changes.flatMap(parts).map { ($0, units.unit(of: $0)) }
    let isInterrupted = !recorded.found.isEmpty
    let unexplained =
      isInterrupted ? Set(changes.filter { !isUnconfirmed($0.0) }.map(\.1)) : []
    for (change, place) in changes {
      let isExplained = isInterrupted && !unexplained.contains(place)
      let verdict =
        verdicts[place] ?? verdict(on: change, at: place, asInterruptedRun: isExplained)
      verdicts[place] = verdict
      switch verdict {
      case .write: made.append(change)
      case .leave: break
      case .withhold(let reason):
        let address = Address(service: difference.address.service, path: change.path)
        withheld.append(WithheldChange(address: address, change: change, reason: reason))
      }
    }
    guard policy.restoresMissing, removesAll(made) else { return (made, withheld) }
    // The next run would find the resource gone and make it again.
    return (made + withheld.map(\.change), [])
  }

  /// Returns true if nothing is left of a resource that there is, and that fixtures describe.
  private func removesAll(_ made: [Change]) -> Bool {
    // A document without fields is one.
    guard difference.rules.noun == nil, difference.old.exists, difference.new.exists,
      !made.isEmpty, made.allSatisfy({ $0.new == nil })
    else { return false }
    let changes = made.compactMap { $0.relative(to: difference.address.path) }
    return difference.written.old.applying(Changeset(changes: changes)).leafCount == 0
  }

  /// A change as it is decided on: of what only the environment has each part that Tane wrote by itself.
  private func parts(of change: Change) -> [Change] {
    guard change.kind == .extra, prunes, !prunesUnknown, difference.new.exists,
      !difference.isObject, let old = change.old, old.kind == .map,
      let last = value(recordedAt: change.path), last.kind == .map,
      !isPart(old, of: last, at: change.path)
    else { return [change] }
    return old.children.flatMap { child in
      parts(
        of: Change(path: change.path.appending(child.key ?? ""), old: child, new: nil).asExtra
      )
    }
  }

  /// Returns true if a change replaces what an interrupted run found, or may have left, in its place.
  ///
  /// The run had decided to replace the one by the other: nobody else wrote there since.
  private func isUnconfirmed(_ change: Change) -> Bool {
    (recorded.found + recorded.candidates(at: difference.address)).contains {
      isHeld(change.old, by: $0, at: change.path)
    }
  }

  private func verdict(
    on change: Change,
    at place: TreePath,
    asInterruptedRun isExplained: Bool
  ) -> Verdict {
    let old =
      place == change.path ? change.old : difference.value(of: difference.written.old, at: place)
    let new =
      place == change.path ? change.new : difference.value(of: difference.written.new, at: place)
    guard change.kind != .extra else {
      guard prunes, !keepsRecorded || value(recordedAt: place) == nil else { return .leave }
      if !difference.new.exists, place == difference.address.path {
        return verdictOnRemoval(of: old)
      }
      return prunesUnknown || isRecorded(old, at: place) || isRecordedPart(old, at: place)
        ? .write : .leave
    }
    if policy.restoresMissing, !difference.old.exists { return .write }
    if old == nil && recorded.isEmpty || isExplained || isRecorded(old, at: place) {
      return .write
    }
    let candidates = recorded.candidates(at: difference.address)
    guard candidates.contains(where: { difference.value(of: $0.content, at: place) != nil }) else {
      return policy.adoptsUnknown ? .write : .withhold(.unknownOrigin)
    }
    let isFixtureUnchanged = [recorded.last, recorded.presumed].contains { last in
      let value = last.flatMap { difference.value(of: $0.content, at: place) }
      return difference.isSame(new, value, at: place) && last?.blob == difference.new.blob
    }
    if isFixtureUnchanged { return policy.replacesEdits ? .write : .withhold(.editedByHand) }
    return policy.winsConflicts ? .write : .withhold(.conflict)
  }

  /// Decides whether a resource that no fixture describes any more is removed: only with what Tane wrote.
  private func verdictOnRemoval(of old: Tree?) -> Verdict {
    let root = difference.address.path
    if isRecorded(old, at: root) { return .write }
    guard value(recordedAt: root) != nil else { return .leave }
    if isRecordedPart(old, at: root) { return .write }
    return policy.winsConflicts ? .write : .withhold(.conflict)
  }

  /// Returns true if all that a place holds is what Tane wrote there.
  private func isRecordedPart(_ old: Tree?, at place: TreePath) -> Bool {
    guard !difference.isObject, let old, let last = value(recordedAt: place) else { return false }
    return isPart(old, of: last, at: place)
  }

  /// Returns true if a value is another one without some of its parts.
  private func isPart(_ value: Tree, of whole: Tree, at place: TreePath) -> Bool {
    if difference.isSame(value, whole, at: place) { return true }
    guard value.kind == .map, whole.kind == .map else { return false }
    return value.children.allSatisfy { child in
      let (key, place) = (child.key ?? "", place.appending(child.key ?? ""))
      guard let other = whole[key] else { return difference.isSame(child, nil, at: place) }
      return isPart(child, of: other, at: place)
    }
  }

  /// Whether extras go that Tane did not write: never with a resource that fixtures do not describe any more.
  private var prunesUnknown: Bool { policy.prunesUnknown && difference.new.exists }

  private func isRecorded(_ old: Tree?, at place: TreePath) -> Bool {
    recorded.candidates(at: difference.address).contains { isHeld(old, by: $0, at: place) }
  }

  private func isHeld(_ old: Tree?, by resource: Resource, at place: TreePath) -> Bool {
    (!difference.isObject || resource.blob == difference.old.blob)
      && difference.isSame(old, difference.value(of: resource.content, at: place), at: place)
  }

  private func value(recordedAt place: TreePath) -> Tree? {
    recorded.last.flatMap { difference.value(of: $0.content, at: place) }
  }
}
