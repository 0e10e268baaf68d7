extension TreeComparison {
  /// Compares two lists of maps by an identifying member; returns false if no member
  /// identifies the elements.
  mutating func compareByMember(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ members: [String],
    _ state: PathAutomaton.State
  ) -> Bool {
    guard let first = newRange.first, new.nodes[first].kind == .map,
      let oldFirst = oldRange.first, old.nodes[oldFirst].kind == .map
    else { return false }
    let whole = ListParts(
      old: ListPart(range: oldRange, indices: 0..<oldRange.count),
      new: ListPart(range: newRange, indices: 0..<newRange.count)
    )
    for name in (automaton.member(state).map { [$0] } ?? []) + members {
      var name = name
      guard let match = name.withUTF8({ matchByMember(whole, named: $0, state) })
      else { continue }
      compare(match, oldRange, newRange, state)
      return true
    }
    return false
  }

  /// Matches elements that have equal values of a member; returns nil if the member does not
  /// identify all elements.
  mutating func matchByMember(
    _ parts: ListParts,
    named name: UnsafeBufferPointer<UInt8>,
    _ state: PathAutomaton.State
  ) -> ListMatch? {
    guard let oldMembers = members(named: name, of: parts.old, in: old, state),
      let newMembers = members(named: name, of: parts.new, in: new, state),
      let partners = partners(oldMembers, newMembers)
    else { return nil }
    return ListMatch(
      start: parts.new.indices.lowerBound,
      partners: partners,
      oldCount: parts.old.indices.count,
      oldMembers: oldMembers,
      newMembers: newMembers
    )
  }

  /// Returns the member's node in each element of a part of a list, or nil if an element has no
  /// such member or if the member's value cannot identify the element.
  private mutating func members(
    named name: UnsafeBufferPointer<UInt8>,
    of part: ListPart,
    in memory: NodeMemory,
    _ state: PathAutomaton.State
  ) -> [Int]? {
    var guess = 0
    var members: [Int] = []
    members.reserveCapacity(part.indices.count)
    for index in part.indices {
      let element = part.range.lowerBound + index
      guard memory.nodes[element].kind == .map,
        let member = memory.child(of: element, named: name, guess: &guess),
        memory.isIdentity(member),
        !isIgnored(name, ofElement: index, state)
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

  /// Returns, for each new member, the index of the old member with the same value, or -1; returns
  /// nil if a value occurs twice.
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
  /// Returns true if a node's value can identify an element: it is a scalar other than null and has
  /// no tag.
  func isIdentity(_ node: Int) -> Bool {
    let record = nodes[node]
    return !record.kind.isContainer && record.kind != .null && record.tag == .none
  }
}
