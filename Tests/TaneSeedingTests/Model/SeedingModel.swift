/// What seeds, and what finishes and takes back runs, should do: the rules by themselves, place by place.
struct SeedingModel {
  typealias World = [Cell: Int]

  /// What Tane knows that it wrote.
  struct Record: Equatable {
    /// What it wrote last; nil for nothing, or where it took the place away.
    var value: Int?
    /// What runs that were interrupted sent, without hearing of it.
    var sent: [Int64: Int?] = [:]
    /// What these runs had found.
    var found: [Int64: Int?] = [:]
    /// The runs that were interrupted and are known to have written it.
    var done: Set<Int64> = []
    /// What it may have written last; what it had written before where it may have taken that away.
    var presumed: Int? { sent.max { $0.key < $1.key }?.value ?? value }
  }

  /// What a run was to do to a place.
  struct Write: Equatable {
    let old: Int?
    let new: Int?
    /// What was known before.
    let recorded: Int?
  }

  /// What a seed is asked to do.
  struct Request {
    var prunes = false
    /// Whether the fixtures win over whoever wrote what they differ from.
    var takes = false
    /// The sets that are loaded, later over earlier.
    var sets = Self.allSets

    static let allSets = ["base", "more"]
  }

  let isOpen: Bool
  /// The fixtures of each set.
  var fixtures: [String: World] = [:]
  var environment = World()
  var records: [Cell: Record] = [:]
  /// The sets that what is recorded of a resource may be of.
  private var sets: [Cell.Resource: Set<String>] = [:]
  /// Whether what every fixture has beside the places is recorded.
  private var hasSettled = false

  init(isOpen: Bool) { self.isOpen = isOpen }

  func record(of cell: Cell) -> Record { records[cell] ?? Record() }

  /// What fixtures say of a place.
  func wanted(at cell: Cell, _ sets: [String]) -> Int? {
    sets.reversed().lazy.compactMap { fixtures[$0]?[cell] }.first
  }

  /// Whether Tane wrote, or may have written, what stands at a place.
  private func isTanes(_ cell: Cell) -> Bool {
    let (record, found) = (record(of: cell), environment[cell])
    return found == record.value || record.sent.values.contains(found)
  }

  /// Whether a place holds what an interrupted run had found there, and decided to replace.
  private func isUnconfirmed(_ cell: Cell) -> Bool {
    record(of: cell).found.values.contains(environment[cell])
  }

  /// Whether nothing that is recorded of a resource is of sets that are not loaded.
  private func isOf(_ sets: [String], _ cell: Cell) -> Bool {
    self.sets[cell.resource, default: []].isSubset(of: sets)
  }

  /// A change of what stands at a place, and what is known of that.
  private func write(_ new: Int?, at cell: Cell) -> Write {
    let found = environment[cell]
    return Write(old: found, new: new, recorded: isTanes(cell) ? found : record(of: cell).value)
  }

  /// What a seed writes, and which places it leaves because somebody else wrote what stands there.
  func plan(_ request: Request) -> (writes: [Cell: Write], withheld: Set<Cell>) {
    var writes: [Cell: Write] = [:]
    var withheld: Set<Cell> = []
    for cell in Cell.all {
      let (wanted, found) = (wanted(at: cell, request.sets), environment[cell])
      guard wanted != found else { continue }
      let isTanes = isTanes(cell)
      if wanted == nil {
        if request.prunes, isEdited(cell, request, isTanes), !request.takes {
          withheld.insert(cell)
        } else if request.prunes, goes(cell, request, isTanes) {
          writes[cell] = write(nil, at: cell)
        }
      } else if isTanes || isUnconfirmed(cell) || request.takes || isOpen && isNobodys(cell) {
        writes[cell] = write(wanted, at: cell)
      } else {
        withheld.insert(cell)
      }
    }
    return (writes, withheld)
  }

  /// Whether a resource that no fixture describes was Tane's, and was changed by somebody else.
  private func isEdited(_ cell: Cell, _ request: Request, _ isTanes: Bool) -> Bool {
    cell.isResource && record(of: cell).value != nil && isOf(request.sets, cell) && !isTanes
  }

  /// Whether what no fixture describes is removed, where that is asked for.
  private func goes(_ cell: Cell, _ request: Request, _ isTanes: Bool) -> Bool {
    let isKnown = record(of: cell).value != nil
    if isKnown, !isOf(request.sets, cell) { return false }
    // A resource that no fixture describes is looked at only where Tane wrote it.
    return cell.isResource ? (isTanes || request.takes) && isKnown : isTanes || isOpen
  }

  /// Whether it is not known who wrote what stands at a place, or took it away.
  private func isNobodys(_ cell: Cell) -> Bool {
    let record = record(of: cell)
    // Somebody took away what Tane had written.
    if environment[cell] == nil { return cell.isResource }
    return record.value == nil && record.sent.values.allSatisfy { $0 == nil }
  }

  // MARK: What is recorded

  /// Records what was written to a place; of a resource that is recorded in part the rest stays what it was.
  private mutating func record(_ value: Int?, at cell: Cell, of sets: Set<String>) {
    records[cell, default: Record()].value = value
    let isWhole = cell.kind == .object
    self.sets[cell.resource] = isWhole ? sets : self.sets[cell.resource, default: []].union(sets)
    let isKept = cell.isResource ? value != nil : hasSettled
    let isKnown = Cell.all.contains { $0.resource == cell.resource && records[$0]?.value != nil }
    if !isKept, !isKnown { self.sets[cell.resource] = nil }
  }

  /// Notes that a run was acknowledged what it wrote.
  mutating func note(_ writes: [Cell: Write], of sets: Set<String>) {
    for (cell, write) in writes { record(write.new, at: cell, of: sets) }
  }

  /// Notes that a run that was interrupted sent something, and whether it heard of it.
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

  /// Notes the end of a seed: what fixtures and environment agree on is Tane's, and no run is interrupted any more.
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
      // What stands there otherwise is an edit of what an interrupted run may have left.
      if let presumed = record(of: cell).sent.isEmpty ? nil : record(of: cell).presumed {
        records[cell]?.value = presumed
      }
      if record(of: cell).value != nil, cell.kind != .object {
        // What was not made stays what it was.
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

  /// What finishing or taking back a run writes, and what it leaves because somebody changed it since.
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

  /// Notes that a run was finished, or taken back: then all is known that was known before it.
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
