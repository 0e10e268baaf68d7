/// What seeds, and what finishes and takes back runs, should do: the rules by themselves, place by place.
struct SeedingModel {
  typealias World = [Cell: Int]

  /// What Tane knows that it wrote.
  struct Record: Equatable {
    /// What it wrote last; nil for nothing, or where it took the place away.
    var value: Int?
    /// What runs that were interrupted sent, without hearing of it.
    var sent: [Int64: Int?] = [:]
  }

  /// What a run was to do to a place.
  struct Write: Equatable {
    let old: Int?
    let new: Int?
    /// What was known before.
    let recorded: Int?
  }

  let isOpen: Bool
  var fixtures = World()
  var environment = World()
  var records: [Cell: Record] = [:]

  func record(of cell: Cell) -> Record { records[cell] ?? Record() }

  /// Whether Tane wrote, or may have written, what stands at a place.
  private func isTanes(_ cell: Cell) -> Bool {
    let (record, found) = (record(of: cell), environment[cell])
    return found == record.value || record.sent.values.contains(found)
  }

  /// A change of what stands at a place, and what is known of that.
  private func write(_ new: Int?, at cell: Cell) -> Write {
    let found = environment[cell]
    return Write(old: found, new: new, recorded: isTanes(cell) ? found : record(of: cell).value)
  }

  /// What a seed writes, and which places it leaves because somebody else wrote what stands there.
  func plan(prunes: Bool) -> (writes: [Cell: Write], withheld: Set<Cell>) {
    var writes: [Cell: Write] = [:]
    var withheld: Set<Cell> = []
    for cell in Cell.all {
      let (wanted, found, record) = (fixtures[cell], environment[cell], record(of: cell))
      guard wanted != found else { continue }
      let write = write(wanted, at: cell)
      let isTanes = isTanes(cell)
      if wanted == nil {
        // A resource that no fixture describes is looked at only where Tane wrote it.
        let goes = cell.isResource ? isTanes && record.value != nil : isTanes || isOpen
        if prunes, goes { writes[cell] = write }
      } else if isTanes {
        writes[cell] = write
      } else if found == nil {
        // Somebody took away what Tane had written.
        if isOpen, cell.isResource { writes[cell] = write } else { withheld.insert(cell) }
      } else {
        let isUnknown = record.value == nil && record.sent.values.allSatisfy { $0 == nil }
        if isUnknown, isOpen { writes[cell] = write } else { withheld.insert(cell) }
      }
    }
    return (writes, withheld)
  }

  /// Notes that a run that was interrupted sent something, and whether it heard of it.
  mutating func note(_ write: Write, at cell: Cell, of run: Int64, isDone: Bool) {
    if isDone {
      records[cell, default: Record()].value = write.new
    } else {
      records[cell, default: Record()].sent[run] = .some(write.new)
    }
  }

  /// Notes the end of a seed: what fixtures and environment agree on is Tane's, and no run is interrupted any more.
  mutating func settle(prunes: Bool) {
    for cell in Cell.all {
      let isSeen = fixtures[cell] != nil || !cell.isResource || prunes
      if isSeen, fixtures[cell] == environment[cell] {
        records[cell] = Record(value: fixtures[cell])
      }
      records[cell]?.sent = [:]
    }
  }

  /// What finishing or taking back a run writes, and what it leaves because somebody changed it since.
  func replay(
    _ run: [Cell: Write],
    forward: Bool
  ) -> (writes: [Cell: Write], left: Set<Cell>) {
    var writes: [Cell: Write] = [:]
    var left: Set<Cell> = []
    for (cell, write) in run {
      let (from, to) = forward ? (write.old, write.new) : (write.new, write.old)
      let found = environment[cell]
      if found == to { continue }
      if found == from {
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
    _ writes: [Cell: Write],
    forward: Bool,
    left: Set<Cell>
  ) {
    for (cell, write) in writes where !left.contains(cell) {
      records[cell, default: Record()].value = forward ? write.new : write.recorded
    }
    for cell in Cell.all { records[cell]?.sent[run] = nil }
  }
}
