import GRDB
import TaneCore
package import TaneProject

extension StateDatabase {
  /// Records that an interrupted run was finished or rolled back, or that a completed run was
  /// reverted; unsuccessful attempts to do so are marked as replaced.
  ///
  /// Afterward, the ledger contains the values that the run wrote, or the values from before the
  /// run. If the run replaced a value that Tane had not written, the ledger again contains the
  /// previously recorded value, so that the restored value counts as an edit. Records of later runs
  /// are retained for values that did not have to be reverted.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - attempts: The earlier attempts to finish the run or to roll it back.
  ///   - replay: The replay of the run's steps.
  ///   - outcome: The outcome of the replay.
  ///   - profile: The profile of the environment.
  /// - Throws: A `StoreError` if the state cannot be written.
  package func settle(
    run: Int64,
    attempts: [Int64] = [],
    by replay: Replay,
    _ outcome: Replay.Outcome,
    of profile: EnvironmentProfile
  ) throws {
    let origin = RecordOrigin(run: run, sets: try sets(of: run))
    try write { database in
      let keepsLater = replay.direction == .backward && attempts.isEmpty
      try record(replay, outcome, of: profile, origin, keepingLater: keepsLater, in: database)
      let result: RunRecord.Result = replay.direction == .forward ? .done : .discarded
      let update = try database.makeStatement(
        sql: "UPDATE run SET result = ? WHERE id = ? AND result IN ('running', 'failed')"
      )
      try update.execute(arguments: [result.rawValue, run])
      if replay.direction == .backward, outcome.plan.isEmpty, outcome.left.isEmpty {
        // There was nothing to write, so no undo run was recorded; the run itself is marked
        // instead.
        try database.execute(
          sql: "UPDATE run SET result = ? WHERE id = ?",
          arguments: [RunRecord.Result.discarded.rawValue, run]
        )
      }
      for attempt in attempts {
        try update.execute(arguments: [RunRecord.Result.settled.rawValue, attempt])
      }
    }
  }

  /// Records the values from before a reverted run, without changing the run's result.
  package func recordReverted(
    run: Int64,
    by replay: Replay,
    _ outcome: Replay.Outcome,
    of profile: EnvironmentProfile
  ) throws {
    let origin = RecordOrigin(run: run, sets: try sets(of: run))
    try write {
      try record(replay, outcome, of: profile, origin, keepingLater: false, in: $0)
    }
  }

  /// Restores the records from before a run for the values that the environment still has from
  /// before it.
  ///
  /// A service may acknowledge writes that it did not make. With the records of such writes, the
  /// old values would count as manual edits. `outcome` is that of reverting the run.
  package func recordUnmadeWrites(
    run: Int64,
    by replay: Replay,
    _ outcome: Replay.Outcome,
    of profile: EnvironmentProfile
  ) throws {
    let made = WrittenAddresses(of: outcome.plan)
    let written = replay.steps.flatMap { step in
      step.changes.map { Address(service: step.address.service, path: $0.path) }
    }.filter(made.overlaps)
    let unmade = Replay.Outcome(
      plan: outcome.plan,
      guarantees: outcome.guarantees,
      left: outcome.left + written,
      irreversible: outcome.irreversible
    )
    try recordReverted(run: run, by: replay, unmade, of: profile)
  }

  private func record(
    _ replay: Replay,
    _ outcome: Replay.Outcome,
    of profile: EnvironmentProfile,
    _ origin: RecordOrigin,
    keepingLater keepsLater: Bool,
    in database: Database
  ) throws {
    let ledger = EnvironmentLedger(of: profile, in: self)
    let (left, irreversible) = (Set(outcome.left), Set(outcome.irreversible))
    let written = Set(outcome.plan.steps.map(\.address))
    for step in replay.steps where ledger.location(of: step.address.service) == step.location {
      let service = try ledger.ledgerForWriting(of: step.address.service, in: database)
      try service?.record(
        step,
        direction: replay.direction,
        except: left,
        and: irreversible,
        keepingLater: keepsLater && step.isDone && !written.contains(step.address),
        origin: origin
      )
    }
  }
}

extension ServiceLedger {
  /// Records the values that a step wrote to a resource, or restores the values recorded before it.
  ///
  /// For a sent step with an unknown outcome, edited values are recorded as the step may have left
  /// them, so that their current values count as edits. If `keepsLater` is true, records that
  /// differ from the step's values are retained, since a later run made them.
  fileprivate func record(
    _ step: RunStep,
    direction: Replay.Direction,
    except left: Set<Address>,
    and irreversible: Set<Address>,
    keepingLater keepsLater: Bool,
    origin: RecordOrigin
  ) throws {
    // The record probably equals the content that the replay has written, so it can share its
    // memory.
    let whole = step.changes.first { $0.path == step.address.path }
    let written = direction == .forward ? whole?.new : whole?.old
    let known = try resource(at: step.address.path, beside: written)
    let recorded = known?.content ?? .null
    let changes = step.changes.filter { change in
      guard !irreversible.contains(address(change.path)) else { return false }
      guard keepsLater, let place = step.address.path.relative(change.path) else { return true }
      let news = place.isRoot ? [change.new, created(change.new)] : [change.new]
      return news.contains(recorded.value(at: place)) && known?.blob == step.newBlob
    }
    func isEdited(_ path: TreePath) -> Bool { left.contains(address(path)) }
    if step.oldBlob != nil || step.newBlob != nil {
      guard let change = changes.first else { return }
      let recorded = change.recorded ?? RecordedValue(value: change.old, blob: step.oldBlob)
      let old = Resource(step.address, recorded.value ?? .null, blob: recorded.blob)
      let new = Resource(step.address, change.new ?? .null, blob: step.newBlob)
      guard isEdited(step.address.path) else {
        return try put(direction == .forward ? new : old, origin)
      }
      guard step.state == .sent, new.exists, known?.blob == old.blob else { return }
      return try put(new, origin)
    }
    let edits = changes.compactMap { change -> Change? in
      guard let place = step.address.path.relative(change.path) else { return nil }
      let old = change.previouslyRecordedValue
      let known = recorded.value(at: place)
      if isEdited(change.path), step.state != .sent || change.new == nil || known != old {
        return nil
      }
      var value = direction == .forward || isEdited(change.path) ? change.new : old
      if place.isRoot, change.recorded == nil { value = created(value) }
      if direction == .forward, change.old == nil, let known, known.kind == .map {
        // Values that were recorded in a map before it was removed stay recorded.
        value = value.map { $0.kind == .map ? known.adding($0) : $0 }
      }
      return known == value ? nil : Change(path: place, old: known, new: value)
    }
    // The records of values that were not recorded before the run are removed. A list counts as one
    // value. The records of other such values were already removed by the run that reverts the
    // step.
    let reverted = direction == .forward ? [] : changes.filter { !isEdited($0.path) }
    let unrecorded = Set(reverted.compactMap(\.unrecorded))
    let lists = Set(reverted.filter { $0.unit != $0.path }.map(\.unit))
      .filter { list in unrecorded.contains { $0.contains(list) } }
    let absent = reverted.filter { $0.previouslyRecordedValue == nil }.map(\.path)
    let cleared = recorded.addingRemovalsOfEmptiedMaps(
      to: edits.filter { edit in
        !lists.contains { $0.contains(step.address.path.appending(edit.path)) }
      },
      alsoRemoving: (absent + lists).compactMap { step.address.path.relative($0) }
    ) { place in
      sequence(first: step.address.path.appending(place)) { $0.isRoot ? nil : $0.parent }
        .contains(where: unrecorded.contains)
    }.map { $0.placed(below: step.address.path) }
    if !cleared.isEmpty { try apply(cleared, to: step.address.path, origin) }
  }
}

extension Tree {
  /// Returns the changes, including removals of the maps that become empty and may be removed.
  fileprivate func addingRemovalsOfEmptiedMaps(
    to changes: [Change],
    alsoRemoving places: [TreePath],
    where mayRemove: (TreePath) -> Bool
  ) -> [Change] {
    let made = changes.filter { $0.new != nil }
    let removed = changes.filter { $0.new == nil }.map(\.path)
    let gone = applying(Changeset(changes: made))
      .emptiedPaths(byRemoving: removed + places, where: mayRemove)
    let removals = gone.compactMap { place in
      self[place].map { Change(path: place, old: $0, new: nil) }
    }
    return (made + removals).sorted { $0.path < $1.path }
  }
}
