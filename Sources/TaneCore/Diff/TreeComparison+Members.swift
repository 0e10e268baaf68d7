extension TreeComparison {
  /// Compares two lists of maps whose elements have a member that identifies them; false if they do not.
  mutating func compareByMember(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ members: [String],
    _ state: PathAutomaton.State
  ) -> Bool {
    guard let first = newRange.first, new.nodes[first].kind == .map,
      let oldFirst = oldRange.first, old.nodes[oldFirst].kind == .map
    else { return false }
    for name in (automaton.member(state).map { [$0] } ?? []) + members {
      var name = name
      let isDone = name.withUTF8 { compareByMember(oldRange, newRange, named: $0, state) }
      if isDone { return true }
    }
    return false
  }

  private mutating func compareByMember(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    named name: UnsafeBufferPointer<UInt8>,
    _ state: PathAutomaton.State
  ) -> Bool {
    guard let oldMembers = self.members(named: name, of: oldRange, in: old, state),
      let newMembers = self.members(named: name, of: newRange, in: new, state),
      let partners = partners(oldMembers, newMembers)
    else { return false }
    let match = ListMatch(
      start: 0,
      partners: partners,
      oldCount: oldRange.count,
      oldMembers: oldMembers,
      newMembers: newMembers
    )
    compare(match, oldRange, newRange, state)
    return true
  }

  /// The nodes of a member in all elements of a list, or nil if one lacks it or its value is not an identity.
  private mutating func members(
    named name: UnsafeBufferPointer<UInt8>,
    of range: Range<Int>,
    in memory: NodeMemory,
    _ state: PathAutomaton.State
  ) -> [Int]? {
    var guess = 0
    var members: [Int] = []
    members.reserveCapacity(range.count)
    for element in range {
      guard memory.nodes[element].kind == .map,
        let member = memory.child(of: element, named: name, guess: &guess),
        memory.isIdentity(member),
        !isIgnored(name, ofElement: element - range.lowerBound, state)
      else { return nil }
      members.append(member)
    }
    return members
  }

  private mutating func isIgnored(
    _ name: UnsafeBufferPointer<UInt8>,
    ofElement index: Int,
    _ state: PathAutomaton.State
  ) -> Bool {
    guard state != PathAutomaton.dead else { return false }
    let element = automaton.next(state, index: index)
    let member = automaton.next(element, key: name)
    return automaton.isIgnored(element) || automaton.isIgnored(member)
  }

  /// For each new member the place of the old one with its value, or -1; nil if a value stands twice.
  private func partners(_ oldMembers: [Int], _ newMembers: [Int]) -> [Int]? {
    guard var oldValues = MemberTable(oldMembers, in: old) else { return nil }
    var partners: [Int] = []
    partners.reserveCapacity(newMembers.count)
    var added: [Int] = []
    for (index, member) in newMembers.enumerated() {
      guard let partner = oldValues.claim(member, of: new, guess: index) else { return nil }
      if partner < 0 { added.append(member) }
      partners.append(partner)
    }
    return MemberTable(added, in: new) == nil ? nil : partners
  }
}

extension NodeMemory {
  /// Whether a node's value can tell elements apart.
  func isIdentity(_ node: Int) -> Bool {
    let record = nodes[node]
    return !record.kind.isContainer && record.kind != .null && record.tag == .none
  }
}
