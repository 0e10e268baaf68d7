/// A three-way decision on the changes to a resource, based on the recorded content.
///
/// The decision is made for whole units: lists of a Realtime Database or their elements
/// (`ListUnits`), and resources that fixtures no longer describe.
struct ThreeWayDecision {
  let difference: ResourceDifference
  let recorded: RecordedResource
  let prunes: Bool
  /// A Boolean value indicating whether recorded extras are kept, because fixture sets that are not
  /// loaded may describe them.
  let keepsRecorded: Bool
  let policy: OverwritePolicy

  private enum Verdict: Hashable {
    case write
    case leave
    case withhold(WithheldChange.Reason)
  }

  /// Returns the changes to write and those to withhold; extras to keep are in neither.
  func decide() -> (made: [Change], withheld: [WithheldChange]) {
    var made: [Change] = []
    var withheld: [WithheldChange] = []
    var verdicts: [TreePath: Verdict] = [:]
    var units = ListUnits(of: difference, recorded: recorded.last?.content)
    let changes = difference.written.changes.flatMap(parts).map { ($0, units.unit(of: $0)) }
    let isInterrupted = !recorded.found.isEmpty
    let unexplained = isInterrupted ? unexplainedUnits(of: changes) : []
    for (change, place) in changes {
      let isExplained = isInterrupted && !unexplained.contains(place)
      let verdict =
        verdicts[place]
        ?? verdict(on: change, at: place, isExplainedByInterruptedRun: isExplained)
      verdicts[place] = verdict
      switch verdict {
      case .write: made.append(change)
      case .leave: break
      case .withhold(let reason):
        let address = Address(service: difference.address.service, path: change.path)
        let object = difference.isObject ? difference : nil
        withheld.append(
          WithheldChange(address: address, change: change, reason: reason, object: object)
        )
      }
    }
    guard policy.restoresMissing, removesAll(made) else { return (made, withheld) }
    // If nothing remains, the withheld changes are also written; otherwise the next run would find
    // the resource missing and create it again.
    return (made + withheld.map(\.change), [])
  }

  /// Returns true if the changes remove all content of a resource that fixtures describe.
  private func removesAll(_ made: [Change]) -> Bool {
    // A document without fields still exists.
    guard difference.rules.noun == nil, difference.old.exists, difference.new.exists,
      !made.isEmpty, made.allSatisfy({ $0.new == nil })
    else { return false }
    let changes = made.compactMap { $0.relative(to: difference.address.path) }
    return difference.written.old.applying(Changeset(changes: changes)).leafCount == 0
  }

  /// Returns the changes to decide on separately: the children of an extra that Tane wrote only in
  /// part, otherwise the change itself.
  private func parts(of change: Change) -> [Change] {
    guard change.kind == .extra, prunes, !prunesUnknown, difference.isDescribed,
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

  /// Returns the units with a changed value that no interrupted run can have found or written.
  private func unexplainedUnits(of changes: [(Change, TreePath)]) -> Set<TreePath> {
    let others = Set(changes.filter { !isUnconfirmed($0.0) }.map(\.1))
    // The changed values of a list may equal the recorded ones even if other values were removed
    // manually, so equality alone does not prove that the interrupted run wrote the list.
    let lists = Set(changes.filter { $0.0.path != $0.1 }.map(\.1))
    return others.union(lists.filter { !isChangedByInterruptedRun($0) })
  }

  /// Returns true if a change replaces a value that an interrupted run found or may have written.
  ///
  /// The run had already decided to replace it, and no other client has written there since.
  private func isUnconfirmed(_ change: Change) -> Bool {
    (recorded.found + recorded.candidates(at: difference.address)).contains {
      isValue(change.old, of: $0, at: change.path)
    }
  }

  /// Returns true if an interrupted run sent changes in a unit.
  private func isChangedByInterruptedRun(_ unit: TreePath) -> Bool {
    zip(recorded.found, recorded.written).contains { found, written in
      let (old, new) = (found.content, written.content)
      return !difference.isSame(
        difference.value(of: old, at: unit),
        difference.value(of: new, at: unit),
        at: unit
      )
    }
  }

  private func verdict(
    on change: Change,
    at place: TreePath,
    isExplainedByInterruptedRun isExplained: Bool
  ) -> Verdict {
    let old =
      place == change.path ? change.old : difference.value(of: difference.written.old, at: place)
    let new =
      place == change.path ? change.new : difference.value(of: difference.written.new, at: place)
    guard change.kind != .extra else {
      guard prunes, !keepsRecorded || value(recordedAt: place) == nil else { return .leave }
      if !difference.isDescribed, place == difference.address.path {
        return verdictOnRemoval(of: old)
      }
      return prunesUnknown || isRecorded(old, at: place) || isFullyRecorded(old, at: place)
        ? .write : .leave
    }
    if policy.restoresMissing, !difference.old.exists { return .write }
    if old == nil && recorded.isEmpty || isExplained || isRecorded(old, at: place) {
      return .write
    }
    let candidates = recorded.candidates(at: difference.address)
    // The record does not contain empty lists, so elements that are added later are not of unknown
    // origin.
    let isEmptyList = new == nil && difference.lists.contains(place) && !recorded.isEmpty
    guard
      isEmptyList
        || candidates.contains(where: { difference.value(of: $0.content, at: place) != nil })
    else { return policy.overwritesUnknown ? .write : .withhold(.unknownOrigin) }
    let isFixtureUnchanged = [recorded.last, recorded.presumed].contains { last in
      guard last?.blob == difference.new.blob else { return false }
      let value = last.flatMap { difference.value(of: $0.content, at: place) }
      if difference.isSame(new, value, at: place) { return true }
      // The record of a removed map may also contain extras, which Tane wrote and fixtures no
      // longer describe. Lists and objects have no extras.
      guard old == nil, !difference.isObject, !difference.lists.contains(place), let new, let value
      else { return false }
      return isPart(new, of: value, at: place)
    }
    if isFixtureUnchanged { return policy.overwritesEdits ? .write : .withhold(.editedByHand) }
    return policy.overwritesConflicts ? .write : .withhold(.conflict)
  }

  /// Decides on the removal of a resource that fixtures no longer describe: it is removed if Tane
  /// wrote all of it, kept if Tane wrote none of it, otherwise a conflict.
  private func verdictOnRemoval(of old: Tree?) -> Verdict {
    let root = difference.address.path
    if isRecorded(old, at: root) { return .write }
    // In a database, a record that an undo has emptied counts as missing.
    guard let last = value(recordedAt: root),
      !difference.rules.canReadMapsAsLists || last.leafCount > 0
    else { return .leave }
    if isFullyRecorded(old, at: root) { return .write }
    return policy.overwritesConflicts ? .write : .withhold(.conflict)
  }

  /// Returns true if Tane wrote every value at and below a path.
  private func isFullyRecorded(_ old: Tree?, at place: TreePath) -> Bool {
    guard !difference.isObject, let old, let last = value(recordedAt: place) else { return false }
    return isPart(old, of: last, at: place)
  }

  /// Returns true if a value equals another one from which some nodes may have been removed.
  private func isPart(_ value: Tree, of whole: Tree, at place: TreePath) -> Bool {
    if difference.isSame(value, whole, at: place) { return true }
    guard value.kind == .map, whole.kind == .map else { return false }
    return value.children.allSatisfy { child in
      let (key, place) = (child.key ?? "", place.appending(child.key ?? ""))
      guard let other = whole[key] else { return difference.isSame(child, nil, at: place) }
      return isPart(child, of: other, at: place)
    }
  }

  /// A Boolean value indicating whether extras of unknown origin are pruned: never if fixtures no
  /// longer describe the resource.
  private var prunesUnknown: Bool { policy.prunesUnknown && difference.isDescribed }

  private func isRecorded(_ old: Tree?, at place: TreePath) -> Bool {
    recorded.candidates(at: difference.address).contains { isValue(old, of: $0, at: place) }
  }

  private func isValue(_ old: Tree?, of resource: Resource, at place: TreePath) -> Bool {
    (!difference.isObject || resource.blob == difference.old.blob)
      && difference.isSame(old, difference.value(of: resource.content, at: place), at: place)
  }

  private func value(recordedAt place: TreePath) -> Tree? {
    recorded.last.flatMap { difference.value(of: $0.content, at: place) }
  }
}
