import GRDB
import TaneCore
public import TaneProject

extension StateDatabase {
  /// Notes that an interrupted run was finished or rolled back, with all attempts at it, or that a run was reverted.
  ///
  /// Then the ledger has what the run wrote, or what it had before the run: of what somebody else had written, and the run had
  /// replaced, it knows again that Tane did not write it.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - attempts: The runs that tried before to finish it or to roll it back.
  ///   - replay: What made its steps again, or took them back.
  ///   - outcome: What that came to.
  ///   - profile: The environment.
  /// - Throws: A `StoreError` where the state cannot be written.
  public func settle(
    run: Int64,
    attempts: [Int64] = [],
    by replay: Replay,
    _ outcome: Replay.Outcome,
    of profile: EnvironmentProfile
  ) throws {
    let ledger = EnvironmentLedger(of: profile, in: self)
    let origin = RecordOrigin(run: run, sets: try sets(of: run))
    let left = Set(outcome.left + outcome.irreversible)
    try write { database in
      for step in replay.steps where ledger.location(of: step.address.service) == step.location {
        let service = try ledger.ledgerForWriting(of: step.address.service, in: database)
        try service?.take(step, replay.direction, leaving: left, origin)
      }
      let result: RunRecord.Result = replay.direction == .forward ? .done : .discarded
      let update = try database.makeStatement(
        sql: "UPDATE run SET result = ? WHERE id = ? AND result IN ('running', 'failed')"
      )
      try update.execute(arguments: [result.rawValue, run])
      for attempt in attempts {
        try update.execute(arguments: [RunRecord.Result.settled.rawValue, attempt])
      }
    }
  }
}

extension ServiceLedger {
  /// Records a resource as a step made it, or as it was known before.
  fileprivate func take(
    _ step: RunStep,
    _ direction: Replay.Direction,
    leaving left: Set<Address>,
    _ origin: RecordOrigin
  ) throws {
    let changes = step.changes.filter { !left.contains(address($0.path)) }
    if step.oldBlob != nil || step.newBlob != nil {
      guard let change = changes.first, !left.contains(step.address) else { return }
      let recorded = change.recorded ?? RecordedValue(value: change.old, blob: step.oldBlob)
      let old = Resource(step.address, recorded.value ?? .null, blob: recorded.blob)
      let new = Resource(step.address, change.new ?? .null, blob: step.newBlob)
      return try put(direction == .forward ? new : old, origin)
    }
    let recorded = try resource(at: step.address.path)?.content ?? .null
    let edits = changes.compactMap { change -> Change? in
      guard let place = step.address.path.relative(change.path) else { return nil }
      let old = change.recorded.map(\.value) ?? change.old
      let known = recorded.value(at: place)
      let value = direction == .forward ? change.new : old
      return known == value ? nil : Change(path: place, old: known, new: value)
    }
    guard !edits.isEmpty else { return }
    let unrecorded = Set(direction == .forward ? [] : changes.compactMap(\.unrecorded))
    let placed = recorded.clearing(edits) { place in
      sequence(first: step.address.path.appending(place)) { $0.isRoot ? nil : $0.parent }
        .contains(where: unrecorded.contains)
    }.map { $0.placed(below: step.address.path) }
    try apply(placed, to: step.address.path, origin)
  }
}

extension Tree {
  /// Changes of the tree, and the removals of maps that would be left empty by them and may go.
  fileprivate func clearing(
    _ changes: [Change],
    where mayGo: (TreePath) -> Bool
  ) -> [Change] {
    let made = changes.filter { $0.new != nil }
    let places = changes.filter { $0.new == nil }.map(\.path)
    let gone = applying(Changeset(changes: made)).emptied(by: places, where: mayGo)
    return (made + gone.map { Change(path: $0, old: self[$0], new: nil) })
      .sorted { $0.path < $1.path }
  }
}
