/// A hash table with open addressing that finds distinct scalars by value.
struct MemberTable {
  private let memory: NodeMemory
  private let members: [Int]
  /// The slots, each with the index of a member plus one, or 0 if free.
  private var slots: [UInt32]
  private var isClaimed: [Bool]

  init?(_ members: [Int], in memory: NodeMemory) {
    self.memory = memory
    self.members = members
    isClaimed = [Bool](repeating: false, count: members.count)
    slots = []
    guard !members.isEmpty else { return }
    var capacity = 4
    while capacity < members.count * 2 { capacity *= 2 }
    slots = [UInt32](repeating: 0, count: capacity)
    for place in members.indices {
      guard let slot = freeSlot(for: members[place]) else { return nil }
      slots[slot] = UInt32(place + 1)
    }
  }

  private func freeSlot(for member: Int) -> Int? {
    var slot = Int(truncatingIfNeeded: memory.scalarHash(member)) & (slots.count - 1)
    while slots[slot] != 0 {
      if memory.isSameMember(members[Int(slots[slot]) - 1], member, of: memory) { return nil }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// Claims the member that equals a node of the other tree, and returns its index, -1 if there is
  /// no such member, or nil if it is already claimed.
  mutating func claim(_ member: Int, of other: NodeMemory, guess: Int) -> Int? {
    let place = place(of: member, of: other, guess: guess)
    guard place >= 0 else { return place }
    if isClaimed[place] { return nil }
    isClaimed[place] = true
    return place
  }

  private func place(of member: Int, of other: NodeMemory, guess: Int) -> Int {
    guard !slots.isEmpty else { return -1 }
    if guess < members.count, memory.isSameMember(members[guess], member, of: other) {
      return guess
    }
    var slot = Int(truncatingIfNeeded: other.scalarHash(member)) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if memory.isSameMember(members[place], member, of: other) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }
}

extension NodeMemory {
  /// Returns true if two identity values are equal; numbers are compared by value, not by kind.
  fileprivate func isSameMember(_ node: Int, _ otherNode: Int, of other: NodeMemory) -> Bool {
    let (record, otherRecord) = (nodes[node], other.nodes[otherNode])
    if record.kind == otherRecord.kind {
      switch record.kind {
      case .string: return textBytes(node).hasSameBytes(as: other.textBytes(otherNode))
      case .integer, .bool: return record.payload == otherRecord.payload
      default: break
      }
    }
    return tree(node).hasSameScalar(as: other.tree(otherNode))
  }
}
