/// A comparison of two trees in one linear pass over their flat memory.
///
/// Nothing is allocated for equal nodes: the path to a node is a stack of numbers, which is
/// converted to keys only for a change.
struct TreeComparison {
  /// The method for matching the elements of two lists.
  enum Lists {
    case byIndex
    /// Elements match by an identifying member, otherwise by content.
    case matched(ListIdentity)
    /// Lists are compared as whole values.
    case whole
  }

  /// A pair of matched nodes, each given as an index in memory or -1 if missing, with their
  /// positions in lists.
  struct Pair {
    var old = -1
    var new = -1
    /// The indices in the lists, or -1 for an entry of a map.
    var oldIndex = -1
    var newIndex = -1
    /// The node that identifies a list element: in the new tree, or in the old one if the element
    /// was removed.
    var member = -1

    var hasNewIndex: Bool { oldIndex >= 0 && newIndex >= 0 && oldIndex != newIndex }
  }

  let old: NodeMemory
  let new: NodeMemory
  let lists: Lists
  let comparesKinds: Bool
  let comparesSigns: Bool
  let serverTime: ComparisonOptions.ServerTime
  let times: ComparisonOptions.TimePrecision
  /// A Boolean value indicating whether a reordered list is reported as one change instead of one
  /// change for each move.
  let reportsOrder: Bool
  /// The number of nodes at the start of the memory that both trees share.
  let sharedCount: Int
  let root: Pair
  var automaton: PathAutomaton
  var isIgnoring = false
  /// The containers on the path to the node being compared, without the root.
  var ancestors: [Pair] = []
  var changes: [Change] = []
  var unchangedCount = 0
  var ignoredCount = 0

  mutating func compareRoots() {
    let start = automaton.start
    isIgnoring = automaton.isIgnored(start)
    let isContent = compareContent(root.old, root.new, isIgnoring ? PathAutomaton.dead : start)
    if !isContent { record(.changed, nil) }
  }

  /// Compares two matched nodes.
  @inline(__always)
  mutating func compare(_ pair: Pair, _ state: PathAutomaton.State) {
    if state != PathAutomaton.dead, automaton.isIgnored(state), !isIgnoring {
      isIgnoring = true
      compareNodes(pair, PathAutomaton.dead)
      isIgnoring = false
    } else {
      compareNodes(pair, state)
    }
  }

  @inline(__always)
  private mutating func compareNodes(_ pair: Pair, _ state: PathAutomaton.State) {
    if !old.nodes[pair.old].kind.isContainer, isSameScalar(pair.old, pair.new) {
      unchangedCount += 1
    } else {
      descend(pair, state)
    }
  }

  @inline(never)
  private mutating func descend(_ pair: Pair, _ state: PathAutomaton.State) {
    ancestors.append(pair)
    let isContent = compareContent(pair.old, pair.new, state)
    ancestors.removeLast()
    if !isContent { record(.changed, pair) }
  }

  /// Compares the contents of two nodes; returns false if the node has changed as a whole.
  private mutating func compareContent(
    _ oldNode: Int,
    _ newNode: Int,
    _ state: PathAutomaton.State
  ) -> Bool {
    let (oldRecord, newRecord) = (old.nodes[oldNode], new.nodes[newNode])
    guard oldRecord.kind.isContainer else {
      guard isSameScalar(oldNode, newNode) else { return false }
      unchangedCount += 1
      return true
    }
    guard oldRecord.kind == newRecord.kind, oldRecord.tag == newRecord.tag else { return false }
    if state == PathAutomaton.dead, oldRecord.hasSameChildren(as: newRecord, sharing: sharedCount) {
      unchangedCount += old.leafCount(oldNode)
      return true
    }
    if oldRecord.kind == .map {
      mergeMaps(oldRecord.childRange, newRecord.childRange, state)
      return true
    }
    if case .whole = lists {
      guard let count = leafCountIfEqual(oldNode, newNode, state) else { return false }
      unchangedCount += count
      return true
    }
    compareLists(oldNode, newNode, state)
    return true
  }

  private mutating func mergeMaps(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ state: PathAutomaton.State
  ) {
    var (oldNode, newNode) = (oldRange.lowerBound, newRange.lowerBound)
    while oldNode < oldRange.upperBound, newNode < newRange.upperBound {
      let order = compareKeys(oldNode, newNode)
      if order == 0 {
        compare(Pair(old: oldNode, new: newNode), child(state, oldNode, in: old))
        oldNode += 1
        newNode += 1
      } else if order < 0 {
        recordRemoval(of: oldNode, state)
        oldNode += 1
      } else {
        recordAddition(of: newNode, state)
        newNode += 1
      }
    }
    for node in oldNode..<oldRange.upperBound { recordRemoval(of: node, state) }
    for node in newNode..<newRange.upperBound { recordAddition(of: node, state) }
  }

  @inline(__always)
  func compareKeys(_ oldNode: Int, _ newNode: Int) -> Int {
    let (oldKey, newKey) = (old.key(oldNode), new.key(newNode))
    return oldKey.hasSameBytes(as: newKey) ? 0 : KeyOrder.compare(oldKey, newKey)
  }

  /// Returns the state of the path patterns at a map entry.
  @inline(__always)
  mutating func child(
    _ state: PathAutomaton.State,
    _ node: Int,
    in memory: NodeMemory
  ) -> PathAutomaton.State {
    state == PathAutomaton.dead ? state : automaton.next(state, key: memory.key(node))
  }

  /// Returns the state of the path patterns at a list element.
  @inline(__always)
  mutating func element(
    _ state: PathAutomaton.State,
    _ index: Int
  ) -> PathAutomaton.State {
    state == PathAutomaton.dead ? state : automaton.next(state, index: index)
  }
}
