import GRDB
package import TaneCore
package import TaneProject

// The records of runs and comparisons.
extension EnvironmentLedger {
  /// Records the changes of steps; the other recorded content of their resources is retained.
  func record(_ steps: [PlanStep], run: Int64?, sets: [String], in database: Database) throws {
    let origin = RecordOrigin(run: run, sets: sets)
    var ledgers: [String: ServiceLedger] = [:]
    for step in steps {
      let service = step.address.service
      guard let ledger = try ledgers[service] ?? ledgerForWriting(of: service, in: database)
      else { continue }
      ledgers[service] = ledger
      try record(step, in: ledger, origin)
    }
  }

  private func record(
    _ step: PlanStep,
    in ledger: ServiceLedger,
    _ origin: RecordOrigin
  ) throws {
    guard !step.difference.isObject else { return try ledger.put(step.after, origin) }
    let changes = try step.changesOfLists { try ledger.resource(at: step.address.path)?.content }
      .map { change in
        let change = try mergingRecordedContent(change, of: step, in: ledger)
        guard !step.before.exists else { return change }
        return Change(path: change.path, old: change.old, new: ledger.created(change.new))
      }
    try ledger.apply(changes, to: step.address.path, origin)
  }

  /// Returns the change, with the recorded content of a removed map added to the new map that
  /// replaces it; a list is one value.
  private func mergingRecordedContent(
    _ change: Change,
    of step: PlanStep,
    in ledger: ServiceLedger
  ) throws -> Change {
    let resource = step.address
    guard change.old == nil, let new = change.new, new.kind == .map,
      step.difference.outermostList(above: change.path) == nil,
      let place = resource.path.relative(change.path),
      let last = try ledger.resource(at: resource.path)?.content[place], last.kind == .map
    else { return change }
    return Change(path: change.path, old: nil, new: last.adding(new))
  }

  /// Records the parts of resources that are equal in the fixtures and the environment.
  ///
  /// Partially covered resources are not recorded, since they were not compared completely.
  /// `remaining` returns the changes to a resource that were not applied; the previous record is
  /// retained at their paths.
  func settle(
    _ resources: [ResourceDifference],
    in scope: ComparisonScope,
    sets: [String],
    in database: Database,
    remaining: (ResourceDifference) -> [Change]
  ) throws {
    let origin = RecordOrigin(run: nil, sets: sets)
    var ledgers: [String: ServiceLedger] = [:]
    for difference in resources where scope.contains(difference.address) {
      let address = difference.address
      let ledger =
        try ledgers[address.service] ?? ledgerForWriting(of: address.service, in: database)
      guard let ledger else { continue }
      ledgers[address.service] = ledger
      let changes = remaining(difference)
      let known = changes.isEmpty ? nil : try recorded(at: address, in: database)
      if difference.isObject, let known {
        if !known.isConfirmed, let presumed = known.presumed, presumed.exists {
          try ledger.put(presumed, origin)
        }
        continue
      }
      var (content, origin) = (difference.new.content, origin)
      if let known {
        // At paths that still differ, the record keeps the value that an unconfirmed write may have
        // left, or else the last recorded value.
        let (last, presumed) = (known.last?.content, known.presumed?.content ?? .null)
        var listUnits = ListUnits(of: difference, recorded: last)
        let units = Set(changes.map { listUnits.unit(of: $0) })
          .compactMap { address.path.relative($0) }
        content = content.restoring(units.filter { presumed[$0] == nil }, from: last ?? .null)
          .restoring(units.filter { presumed[$0] != nil }, from: presumed)
        if units.contains(where: { last?[$0] != nil || presumed[$0] != nil }) {
          origin = origin.joined(by: try ledger.sets(at: address.path))
        }
        // Tane has not written any part of this resource, so there is nothing to record.
        if last == nil, presumed.isNull, content.children.isEmpty { continue }
      }
      content = try ledger.keepingFlags(content, at: address.path)
      try ledger.put(Resource(address, content, blob: difference.new.blob), origin)
    }
  }
}

extension StateDatabase {
  /// Records the parts of a plan's resources that are equal in the fixtures and the environment,
  /// including the parts that the plan wrote.
  package func settle(
    _ plan: Plan,
    in scope: ComparisonScope,
    of profile: EnvironmentProfile,
    sets: [String]
  ) throws {
    let withheld = Dictionary(grouping: plan.withheld) { $0.address.service }
      .mapValues { $0.map(\.change) }
    let made = Dictionary(plan.steps.map { ($0.address, Set($0.changes.map(\.path))) }) { $1 }
    try settle(plan.difference, in: scope, of: profile, sets: sets) { difference in
      let extras = difference.written.changes.filter { change in
        // Extras are excluded if the plan removed the part that Tane had written.
        let gone = made[difference.address] ?? []
        return change.kind == .extra && !gone.contains { change.path.contains($0) }
      }
      let kept = withheld[difference.address.service] ?? []
      return kept.filter { difference.address.path.contains($0.path) } + extras
    }
  }

  /// Records the parts of a difference's resources that are equal; the records belong to no run.
  package func settle(
    _ difference: Difference,
    in scope: ComparisonScope,
    of profile: EnvironmentProfile,
    sets: [String]
  ) throws {
    try settle(difference, in: scope, of: profile, sets: sets) { $0.written.changes }
  }

  private func settle(
    _ difference: Difference,
    in scope: ComparisonScope,
    of profile: EnvironmentProfile,
    sets: [String],
    remaining: (ResourceDifference) -> [Change]
  ) throws {
    let ledger = EnvironmentLedger(of: profile, in: self)
    try write {
      try ledger.settle(
        difference.resources,
        in: scope,
        sets: sets,
        in: $0,
        remaining: remaining
      )
    }
  }
}

extension PlanStep {
  /// Returns the changes; changes within a list that was not recorded as it was before the run are
  /// replaced by one change of the whole list.
  ///
  /// If only a part of such a list was recorded, its next edit would appear as a conflict.
  fileprivate func changesOfLists(recorded: () throws -> Tree?) rethrows -> [Change] {
    guard changes.contains(where: { difference.outermostList(above: $0.path) != nil })
    else { return changes }
    let (last, after) = (try recorded(), after.content)
    var units = ListUnits(of: difference, recorded: last)
    var isRecorded: [TreePath: Bool] = [:]
    return changes.compactMap { change in
      let unit = units.unit(of: change)
      guard unit != change.path, difference.outermostList(above: change.path) != nil,
        let place = address.path.relative(unit), let new = after.value(at: place)
      else { return change }
      if let isRecorded = isRecorded[unit] { return isRecorded ? change : nil }
      let old = last?.value(at: place)
      let isSame =
        old != nil && difference.rules.isSame(old, before.content.value(at: place), at: place)
      isRecorded[unit] = isSame
      return isSame ? change : Change(path: unit, old: nil, new: new)
    }
  }
}

extension Tree {
  /// Returns the tree with the values of another tree added or replaced, keeping values that only
  /// this tree has.
  func adding(_ other: Tree) -> Tree {
    let added = Changeset(from: self, to: other).changes.filter { $0.new != nil }
    return applying(Changeset(changes: added))
  }

  /// Returns the map without the keys that another map also contains, or nil if nothing remains.
  ///
  /// If both maps contain a map at a key, its keys are removed in the same way.
  func removing(_ other: Tree) -> Tree? {
    let kept = children.compactMap { child -> (String, TreeLiteral)? in
      let key = child.key ?? ""
      guard let gone = other[key] else { return (key, .tree(child)) }
      guard child.kind == .map, gone.kind == .map else { return nil }
      return child.removing(gone).map { (key, .tree($0)) }
    }
    return kept.isEmpty ? nil : Tree(.map(kept))
  }

  /// Returns the tree with the values of another tree at the given paths.
  func restoring(_ places: [TreePath], from other: Tree) -> Tree {
    let outermost = emptiedPaths(byRemoving: places) { !$0.isRoot && other[$0] == nil }
    let changes = outermost.compactMap { place -> Change? in
      let (old, new) = (value(at: place), other.value(at: place))
      guard old != nil || new != nil else { return nil }
      return Change(path: place, old: old, new: new)
    }
    return applying(Changeset(changes: changes))
  }

  /// Returns the removed paths, and the paths of maps and lists that become empty and may be
  /// removed.
  ///
  /// Paths below other returned paths are omitted.
  func emptiedPaths(byRemoving places: [TreePath], where mayGo: (TreePath) -> Bool) -> [TreePath] {
    var gone = Set(places)
    var last = gone
    while !last.isEmpty {
      let parents = Set(last.filter { !$0.isRoot }.map(\.parent))
      last = parents.filter { parent in
        guard mayGo(parent), let node = self[parent] else { return false }
        return node.children.enumerated().allSatisfy { index, child in
          gone.contains(parent.appending(child.key ?? "\(index)"))
        }
      }
      gone.formUnion(last)
    }
    return TreePath.outermost(of: gone)
  }
}
