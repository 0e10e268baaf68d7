/// The rules for seeding, finishing and reverting runs, applied to each cell separately.
struct SeedingModel {
  typealias World = [Cell: Int]

  /// Tane's knowledge of its own writes to a cell.
  struct Record: Equatable {
    /// The value that Tane wrote last, or nil if it wrote none or removed it.
    var value: Int?
    /// The values that interrupted runs sent without an acknowledgment.
    var sent: [Int64: Int?] = [:]
    /// The values that these runs found.
    var found: [Int64: Int?] = [:]
    /// The interrupted runs that are known to have written the cell.
    var done: Set<Int64> = []
    /// The value that Tane may have written last; if it may have removed that value, the value
    /// written before.
    var presumed: Int? { sent.max { $0.key < $1.key }?.value ?? value }
  }

  /// The change that a run makes to a cell.
  struct Write: Equatable {
    let old: Int?
    let new: Int?
    /// The recorded value before the run.
    let recorded: Int?
  }

  /// The options of a seed.
  struct Request {
    var prunes = false
    /// A Boolean value indicating whether fixtures replace values regardless of their origin.
    var takes = false
    /// The loaded sets; later ones override earlier ones.
    var sets = Self.allSets

    static let allSets = ["base", "more"]
  }

  let isOpen: Bool
  /// The fixtures of each set.
  var fixtures: [String: World] = [:]
  var environment = World()
  var records: [Cell: Record] = [:]
  /// The sets from which the record of a resource may come.
  private var sets: [Cell.Resource: Set<String>] = [:]
  /// A Boolean value indicating whether the values that every fixture has outside of the cells are
  /// recorded.
  private var hasSettled = false

  init(isOpen: Bool) { self.isOpen = isOpen }

  func record(of cell: Cell) -> Record { records[cell] ?? Record() }

  /// Returns the value of a cell in the fixtures.
  func wanted(at cell: Cell, _ sets: [String]) -> Int? {
    sets.reversed().lazy.compactMap { fixtures[$0]?[cell] }.first
  }

  /// Returns true if Tane wrote, or may have written, the value of a cell.
  private func wasWrittenByTane(_ cell: Cell) -> Bool {
    let (record, found) = (record(of: cell), environment[cell])
    return found == record.value || record.sent.values.contains(found)
  }

  /// Returns true if a cell has a value that an interrupted run found and intended to replace.
  private func isUnconfirmed(_ cell: Cell) -> Bool {
    record(of: cell).found.values.contains(environment[cell])
  }

  /// Returns true if the record of a resource comes only from these sets.
  private func isOf(_ sets: [String], _ cell: Cell) -> Bool {
    self.sets[cell.resource, default: []].isSubset(of: sets)
  }

  /// Returns a change of a cell from its current value, with the record before the change.
  private func write(_ new: Int?, at cell: Cell) -> Write {
    let found = environment[cell]
    return Write(
      old: found,
      new: new,
      recorded: wasWrittenByTane(cell) ? found : record(of: cell).value
    )
  }

  /// Returns the writes of a seed, and the cells that it withholds because another writer changed
  /// them.
  func plan(_ request: Request) -> (writes: [Cell: Write], withheld: Set<Cell>) {
    var writes: [Cell: Write] = [:]
    var withheld: Set<Cell> = []
    for cell in Cell.all {
      let (wanted, found) = (wanted(at: cell, request.sets), environment[cell])
      guard wanted != found else { continue }
      let wasWrittenByTane = wasWrittenByTane(cell)
      if wanted == nil {
        if request.prunes, isEdited(cell, request, wasWrittenByTane), !request.takes {
          withheld.insert(cell)
        } else if request.prunes, goes(cell, request, wasWrittenByTane) {
          writes[cell] = write(nil, at: cell)
        }
      } else if wasWrittenByTane || isUnconfirmed(cell) || request.takes
        || isOpen && isNobodys(cell)
      {
        writes[cell] = write(wanted, at: cell)
      } else {
        withheld.insert(cell)
      }
    }
    return (writes, withheld)
  }

  /// Returns true if Tane wrote a resource that no fixture describes anymore, and another writer
  /// changed it.
  private func isEdited(_ cell: Cell, _ request: Request, _ wasWrittenByTane: Bool) -> Bool {
    cell.isResource && record(of: cell).value != nil && isOf(request.sets, cell)
      && !wasWrittenByTane
  }

  /// Returns true if pruning removes a value that no fixture describes.
  private func goes(_ cell: Cell, _ request: Request, _ wasWrittenByTane: Bool) -> Bool {
    let isKnown = record(of: cell).value != nil
    if isKnown, !isOf(request.sets, cell) { return false }
    // A resource that no fixture describes is considered only if Tane wrote it.
    return cell.isResource
      ? (wasWrittenByTane || request.takes) && isKnown : wasWrittenByTane || isOpen
  }

  /// Returns true if it is unknown who wrote or removed the value of a cell.
  private func isNobodys(_ cell: Cell) -> Bool {
    let record = record(of: cell)
    // Another writer removed the value that Tane wrote.
    if environment[cell] == nil { return cell.isResource }
    return record.value == nil && record.sent.values.allSatisfy { $0 == nil }
  }

  // MARK: What is recorded

  /// Records a written value; for a resource that is recorded in parts, the other parts keep their
  /// records.
  private mutating func record(_ value: Int?, at cell: Cell, of sets: Set<String>) {
    records[cell, default: Record()].value = value
    let isWhole = cell.kind == .object
    self.sets[cell.resource] = isWhole ? sets : self.sets[cell.resource, default: []].union(sets)
    let isKept = cell.isResource ? value != nil : hasSettled
    let isKnown = Cell.all.contains { $0.resource == cell.resource && records[$0]?.value != nil }
    if !isKept, !isKnown { self.sets[cell.resource] = nil }
  }

  /// Records the acknowledged writes of a run.
  mutating func note(_ writes: [Cell: Write], of sets: Set<String>) {
    for (cell, write) in writes { record(write.new, at: cell, of: sets) }
  }

  /// Records a write of an interrupted run, and whether it was acknowledged.
  mutating func note(
    _ write: Write,
    at cell: Cell,
    of run: Int64,
    _ sets: Set<String>,
    isDone: Bool
  ) {
    if isDone {
      record(write.new, at: cell, of: sets)
      records[cell, default: Record()].done.insert(run)
    } else {
      records[cell, default: Record()].sent[run] = .some(write.new)
      records[cell, default: Record()].found[run] = .some(write.old)
    }
  }

  /// Records the end of a seed: values that fixtures and environment agree on are Tane's, and no
  /// run is interrupted anymore.
  mutating func settle(_ request: Request) {
    let loaded = Set(request.sets)
    hasSettled = true
    var remaining: Set<Cell.Resource> = []
    var seen: Set<Cell.Resource> = []
    for cell in Cell.all {
      let wanted = wanted(at: cell, request.sets)
      let isOrphan = request.prunes && record(of: cell).value != nil && isOf(request.sets, cell)
      guard wanted != nil || !cell.isResource || isOrphan else { continue }
      if wanted == environment[cell] {
        records[cell, default: Record()].value = wanted
        seen.insert(cell.resource)
        continue
      }
      // A different value is an edit of the value that an interrupted run may have written.
      if let presumed = record(of: cell).sent.isEmpty ? nil : record(of: cell).presumed {
        records[cell]?.value = presumed
      }
      if record(of: cell).value != nil, cell.kind != .object {
        // A cell that was not written keeps its record.
        remaining.insert(cell.resource)
      } else if !cell.isResource {
        seen.insert(cell.resource)
      }
    }
    for resource in seen.union(remaining) {
      let known = remaining.contains(resource) ? sets[resource, default: []] : []
      let isKnown = Cell.all.contains { $0.resource == resource && records[$0]?.value != nil }
      sets[resource] = isKnown || resource.index == nil ? loaded.union(known) : nil
    }
    for cell in Cell.all {
      records[cell]?.sent = [:]
      records[cell]?.found = [:]
    }
  }

  // MARK: Runs

  /// Returns the writes that finish or revert a run, and the cells that it leaves because they have
  /// changed since.
  func replay(
    _ run: [Cell: Write],
    of number: Int64,
    forward: Bool
  ) -> (writes: [Cell: Write], left: Set<Cell>) {
    var writes: [Cell: Write] = [:]
    var left: Set<Cell> = []
    for (cell, write) in run {
      let (from, to) = forward ? (write.old, write.new) : (write.new, write.old)
      let found = environment[cell]
      if found == to { continue }
      if found == from, !forward || !record(of: cell).done.contains(number) {
        writes[cell] = self.write(to, at: cell)
      } else {
        left.insert(cell)
      }
    }
    return (writes, left)
  }

  /// Records that a run was finished or reverted; reverting also restores the earlier records.
  mutating func settle(
    _ run: Int64,
    of sets: Set<String>,
    _ writes: [Cell: Write],
    forward: Bool,
    left: Set<Cell>
  ) {
    for (cell, write) in writes {
      if left.contains(cell) {
        let record = record(of: cell)
        if record.sent[run] != nil, write.new != nil, record.value == write.recorded {
          self.record(write.new, at: cell, of: sets)
        }
        continue
      }
      let value = forward ? write.new : write.recorded
      if cell.kind == .object || record(of: cell).value != value {
        record(value, at: cell, of: sets)
      }
    }
    for cell in Cell.all {
      records[cell]?.sent[run] = nil
      records[cell]?.found[run] = nil
    }
  }
}
