/// Decides which changes of a resource are made, from what Tane wrote there last.
///
/// Of a list of a Realtime Database the changes are made together or not at all, since an index alone does not
/// say which element is meant; where nobody changed the number of elements, those of one element are.
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
    let changes = difference.written.changes.flatMap(parts).map { change in
      (change, difference.unit(of: change, recorded: recorded.last?.content))
    }
    let unexplained = Set(changes.filter { !isUnconfirmed($0.0) }.map(\.1))
    for (change, place) in changes {
      let isExplained = !recorded.found.isEmpty && !unexplained.contains(place)
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
    return (made, withheld)
  }

  /// A change as it is decided on: of what only the environment has each part that Tane wrote by itself.
  private func parts(of change: Change) -> [Change] {
    guard change.kind == .extra, prunes, !prunesUnknown, !difference.isObject,
      let old = change.old, old.kind == .map, let last = value(recordedAt: change.path),
      last.kind == .map, !isSame(old, last)
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
      return prunesUnknown || isRecorded(old, at: place) ? .write : .leave
    }
    if policy.restoresMissing, !difference.old.exists { return .write }
    if old == nil && recorded.isEmpty || isExplained || isRecorded(old, at: place) {
      return .write
    }
    let candidates = recorded.candidates(at: difference.address)
    guard candidates.contains(where: { difference.value(of: $0.content, at: place) != nil }) else {
      return policy.adoptsUnknown ? .write : .withhold(.unknownOrigin)
    }
    let isFixtureUnchanged =
      isSame(new, value(recordedAt: place)) && recorded.last?.blob == difference.new.blob
    if isFixtureUnchanged { return policy.replacesEdits ? .write : .withhold(.editedByHand) }
    return policy.winsConflicts ? .write : .withhold(.conflict)
  }

  /// Whether extras go that Tane did not write: never with a resource that fixtures do not describe any more.
  private var prunesUnknown: Bool { policy.prunesUnknown && difference.new.exists }

  private func isRecorded(_ old: Tree?, at place: TreePath) -> Bool {
    recorded.candidates(at: difference.address).contains { isHeld(old, by: $0, at: place) }
  }

  private func isHeld(_ old: Tree?, by resource: Resource, at place: TreePath) -> Bool {
    (!difference.isObject || resource.blob == difference.old.blob)
      && isSame(old, difference.value(of: resource.content, at: place))
  }

  private func value(recordedAt place: TreePath) -> Tree? {
    recorded.last.flatMap { difference.value(of: $0.content, at: place) }
  }

  /// Whether two values are the same, but for what nobody can compare.
  private func isSame(_ left: Tree?, _ right: Tree?) -> Bool {
    let unchecked = difference.rules.unchecked
    return difference.rules.isSame(left?.removing(unchecked), right?.removing(unchecked))
  }
}
