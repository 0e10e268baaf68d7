extension TreeComparison {
  /// Returns true if two scalars are equal under the options; false for containers.
  @inline(__always)
  func isSameScalar(_ oldNode: Int, _ newNode: Int) -> Bool {
    let (oldRecord, newRecord) = (old.nodes[oldNode], new.nodes[newNode])
    guard oldRecord.kind == newRecord.kind, oldRecord.tag == newRecord.tag else {
      return isSameNumber(oldNode, newNode)
    }
    switch oldRecord.kind {
    case .string, .decimal:
      return old.textBytes(oldNode).hasSameBytes(as: new.textBytes(newNode))
        || oldRecord.tag == .timestamp && times == .milliseconds && isSameTime(oldNode, newNode)
    case .null, .bool, .integer: return oldRecord.payload == newRecord.payload
    case .double: return isSameNumber(oldNode, newNode)
    case .list, .map: return false
    }
  }

  /// Returns true if one of two timestamps is the other rounded up or down to whole milliseconds.
  @inline(never)
  private func isSameTime(_ oldNode: Int, _ newNode: Int) -> Bool {
    let times = [old.tree(oldNode), new.tree(newNode)].compactMap { tree in
      tree.string.flatMap { DocumentTimestamp(parsing: $0)?.microseconds }
    }
    guard times.count == 2, times.contains(where: { $0 % 1000 == 0 }) else { return false }
    return abs(times[0] - times[1]) < 1000
  }

  @inline(never)
  private func isSameNumber(_ oldNode: Int, _ newNode: Int) -> Bool {
    let (oldRecord, newRecord) = (old.nodes[oldNode], new.nodes[newNode])
    if newRecord.tag == .serverTimestamp {
      let isTime = serverTime == .number ? oldRecord.kind.isNumber : oldRecord.tag == .timestamp
      return isTime || oldRecord.tag == newRecord.tag
    }
    guard oldRecord.kind.isNumber, newRecord.kind.isNumber else { return false }
    if comparesKinds, oldRecord.kind != newRecord.kind { return false }
    let (oldTree, newTree) = (old.tree(oldNode), new.tree(newNode))
    if comparesSigns, oldTree.double == 0, newTree.double == 0 {
      return oldTree.double?.sign == newTree.double?.sign
    }
    return oldTree.hasSameScalar(as: newTree)
  }

  /// Returns the number of scalars in each of two equal nodes, or nil if they differ.
  ///
  /// Ignored nodes may differ and are not counted.
  mutating func leafCountIfEqual(
    _ oldNode: Int,
    _ newNode: Int,
    _ state: PathAutomaton.State
  ) -> Int? {
    if state != PathAutomaton.dead, automaton.isIgnored(state) { return 0 }
    let (oldRecord, newRecord) = (old.nodes[oldNode], new.nodes[newNode])
    guard oldRecord.kind.isContainer else { return isSameScalar(oldNode, newNode) ? 1 : nil }
    guard oldRecord.kind == newRecord.kind, oldRecord.tag == newRecord.tag else { return nil }
    if state == PathAutomaton.dead, oldRecord.hasSameChildren(as: newRecord, sharing: sharedCount) {
      return old.leafCount(oldNode)
    }
    let (oldRange, newRange) = (oldRecord.childRange, newRecord.childRange)
    if state != PathAutomaton.dead, oldRecord.kind == .map {
      return leafCountIfMapsEqual(oldRange, newRange, state)
    }
    if state != PathAutomaton.dead, automaton.ignoresAnyKey(state) { return 0 }
    guard oldRange.count == newRange.count else { return nil }
    var count = 0
    for index in 0..<oldRange.count {
      let (oldChild, newChild) = (oldRange.lowerBound + index, newRange.lowerBound + index)
      if oldRecord.kind == .map, !old.key(oldChild).hasSameBytes(as: new.key(newChild)) {
        return nil
      }
      guard let leaves = leafCountIfEqual(oldChild, newChild, element(state, index)) else {
        return nil
      }
      count += leaves
    }
    return count
  }

  /// Returns the number of scalars in each of two equal maps, or nil if they differ; ignored
  /// entries may differ.
  private mutating func leafCountIfMapsEqual(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ state: PathAutomaton.State
  ) -> Int? {
    var (oldNode, newNode, count) = (oldRange.lowerBound, newRange.lowerBound, 0)
    while oldNode < oldRange.upperBound || newNode < newRange.upperBound {
      let order =
        oldNode == oldRange.upperBound
        ? 1 : newNode == newRange.upperBound ? -1 : compareKeys(oldNode, newNode)
      let below =
        order > 0 ? child(state, newNode, in: new) : child(state, oldNode, in: old)
      if order == 0 {
        guard let leaves = leafCountIfEqual(oldNode, newNode, below) else { return nil }
        count += leaves
      } else if !automaton.isIgnored(below) {
        return nil
      }
      if order <= 0 { oldNode += 1 }
      if order >= 0 { newNode += 1 }
    }
    return count
  }
}
