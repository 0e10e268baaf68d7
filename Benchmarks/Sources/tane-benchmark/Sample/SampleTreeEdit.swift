/// Creates the changed twin of a tree, record by record.
///
/// Nine of ten edits give a leaf another value of the same type. The others add and remove keys,
/// and insert, remove and move list elements. Values of `id` are kept.
struct SampleTreeEdit {
  enum Kind: String, CaseIterable {
    case valueChanged = "values changed"
    case keyAdded = "keys added"
    case keyRemoved = "keys removed"
    case elementInserted = "list elements inserted"
    case elementRemoved = "list elements removed"
    case elementMoved = "list elements moved"
  }

  private(set) var counts: [Kind: Int] = [:]
  private var random = SampleRandom(seed: SampleRecords.seed + 1)
  private let share: Double
  /// Shops that move to a later position, with the number of shops that they still have to pass.
  private var moving: [(shop: SampleRecord, distance: Int)] = []

  init(percent: Double) { share = percent / 100 }

  /// Returns the records that replace a record in the twin; there may be none.
  mutating func edited(_ record: SampleRecord) -> [SampleRecord] {
    let arrived = arrivals(before: record)
    var record = record
    record.value = edited(record.value)
    guard let kind = edit(ofElementWith: record.value.leafCount, in: record.database) else {
      return arrived + [record]
    }
    counts[kind, default: 0] += 1
    switch kind {
    case .keyRemoved, .elementRemoved:
      return arrived
    case .elementMoved:
      moving.append((record, random.number(1...20)))
      return arrived
    case .valueChanged, .keyAdded, .elementInserted:
      return arrived + [record, addition(like: record)]
    }
  }

  /// Removes and returns the moving shops that belong before a record; no shop moves past the first
  /// user.
  private mutating func arrivals(before record: SampleRecord) -> [SampleRecord] {
    for index in moving.indices { moving[index].distance -= 1 }
    let hasArrived = { (distance: Int) in distance == 0 || record.database == .users }
    let arrived = moving.filter { hasArrived($0.distance) }.map(\.shop)
    moving.removeAll { hasArrived($0.distance) }
    return arrived
  }

  private mutating func addition(like record: SampleRecord) -> SampleRecord {
    // User keys have seven digits, so a key with eight digits is new.
    let key = record.database == .users ? record.key + "0" : record.key
    return SampleRecord(database: record.database, key: key, value: addition(like: record.value))
  }

  private func addition(like node: SampleNode) -> SampleNode {
    guard case .map(var members) = node, members[0].key == "id" else { return node }
    members[0].value = added(members[0].value)
    return .map(members)
  }

  private func added(_ id: SampleNode) -> SampleNode {
    switch id {
    case .integer(let number): .integer(10_000_000 + number)
    case .text(let text): .text(text + "added")
    case .list, .map: id
    }
  }
}

extension SampleTreeEdit {
  private mutating func edited(_ node: SampleNode) -> SampleNode {
    switch node {
    case .integer(let number): .integer(number + 1)
    case .text(let text): .text(text + "改")
    case .list(let items): .list(edited(items))
    case .map(let members): .map(members.flatMap { edited($0) })
    }
  }

  private mutating func edited(_ member: (key: String, value: SampleNode)) -> [(
    key: String, value: SampleNode
  )] {
    switch member.value {
    case .list, .map:
      let value = edited(member.value)
      if case .list(let items) = value, items.isEmpty { return [] }
      return [(member.key, value)]
    case .integer, .text:
      guard member.key != "id", let kind = editOfLeaf() else { return [member] }
      counts[kind, default: 0] += 1
      switch kind {
      case .keyAdded: return [member, (member.key + "_added", member.value)]
      case .keyRemoved: return []
      default: return [(member.key, edited(member.value))]
      }
    }
  }

  private mutating func edited(_ items: [SampleNode]) -> [SampleNode] {
    var result: [SampleNode] = []
    for item in items {
      let item = edited(item)
      let kind = edit(ofElementWith: item.leafCount, in: .shops)
      if let kind { counts[kind, default: 0] += 1 }
      switch kind {
      case nil: result.append(item)
      case .elementRemoved: break
      case .elementMoved: result.insert(item, at: random.number(0...result.count))
      default: result += [item, addition(like: item)]
      }
    }
    return result
  }
}

extension SampleTreeEdit {
  private mutating func editOfLeaf() -> Kind? {
    guard Double.random(in: 0..<1, using: &random) < share else { return nil }
    return switch random.number(0...99) {
    case ..<94: .valueChanged
    case ..<97: .keyAdded
    default: .keyRemoved
    }
  }

  /// Returns an edit of a whole shop, food or user, which is rarer than an edit of a leaf.
  private mutating func edit(
    ofElementWith leaves: Int,
    in database: SampleRecord.Database
  ) -> Kind? {
    guard Double.random(in: 0..<1, using: &random) < share * Double(leaves) * 0.04 else {
      return nil
    }
    switch database {
    case .shops: return [.elementInserted, .elementRemoved, .elementMoved][random.number(0...2)]
    case .users: return [.keyAdded, .keyRemoved][random.number(0...1)]
    }
  }
}

extension SampleNode {
  /// The number of leaf values in the node.
  fileprivate var leafCount: Int {
    switch self {
    case .integer, .text: 1
    case .list(let items): items.reduce(0) { $0 + $1.leafCount }
    case .map(let members): members.reduce(0) { $0 + $1.value.leafCount }
    }
  }
}
