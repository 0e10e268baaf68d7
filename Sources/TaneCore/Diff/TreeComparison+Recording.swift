extension TreeComparison {
  /// Compares two trees and returns the changeset.
  static func run(
    _ old: Tree,
    _ new: Tree,
    options: ComparisonOptions,
    lists: Lists? = nil,
    reportsOrder: Bool = true
  ) -> Changeset {
    let automaton = PathAutomaton(ignored: options.ignored, rules: options.rules)
    guard !old.isNull, !new.isNull else {
      return rootChangeset(from: old, to: new, isIgnored: automaton.isIgnored(automaton.start))
    }
    guard old.storage !== new.storage || old.index != new.index else {
      return Changeset(unchangedCount: old.leafCount)
    }
    return with(old, new, options, lists, automaton, reportsOrder: reportsOrder) { comparison in
      comparison.compareRoots()
      return Changeset(
        changes: comparison.changes,
        unchangedCount: comparison.unchangedCount,
        ignoredCount: comparison.ignoredCount
      )
    }
  }

  /// Returns true if two trees are equal, including ignored nodes; stops at the first difference.
  static func areEqual(_ old: Tree, _ new: Tree, options: ComparisonOptions) -> Bool {
    guard !old.isNull, !new.isNull else { return old.isNull && new.isNull }
    guard old.storage !== new.storage || old.index != new.index else { return true }
    let automaton = PathAutomaton(ignored: [], rules: [])
    return with(old, new, options, .byIndex, automaton, reportsOrder: false) { comparison in
      comparison.leafCountIfEqual(old.index, new.index, PathAutomaton.dead) != nil
    }
  }

  private static func with<Result>(
    _ old: Tree,
    _ new: Tree,
    _ options: ComparisonOptions,
    _ lists: Lists?,
    _ automaton: PathAutomaton,
    reportsOrder: Bool,
    _ body: (inout TreeComparison) -> Result
  ) -> Result {
    NodeMemory.with(old) { oldMemory in
      NodeMemory.with(new) { newMemory in
        var comparison = TreeComparison(
          old: oldMemory,
          new: newMemory,
          lists: lists ?? options.matchedLists,
          comparesKinds: options.numbers != .byValue,
          comparesSigns: options.numbers == .byKindAndSign,
          serverTime: options.serverTime,
          times: options.times,
          reportsOrder: reportsOrder,
          sharedCount: old.storage.sharedCount(with: new.storage),
          root: Pair(old: old.index, new: new.index),
          automaton: automaton
        )
        return body(&comparison)
      }
    }
  }

  /// Returns the changeset of two trees, at least one of which is null.
  private static func rootChangeset(
    from old: Tree,
    to new: Tree,
    isIgnored: Bool
  ) -> Changeset {
    if old.isNull, new.isNull { return Changeset() }
    if isIgnored { return Changeset(ignoredCount: 1) }
    let (old, new) = (old.isNull ? nil : old, new.isNull ? nil : new)
    return Changeset(changes: [Change(path: .root, old: old, new: new)])
  }

  @inline(never)
  mutating func recordRemoval(of node: Int, _ state: PathAutomaton.State) {
    let below = child(state, node, in: old)
    record(.removed, Pair(old: node), isIgnored: automaton.isIgnored(below))
  }

  @inline(never)
  mutating func recordAddition(of node: Int, _ state: PathAutomaton.State) {
    let below = child(state, node, in: new)
    record(.added, Pair(new: node), isIgnored: automaton.isIgnored(below))
  }

  /// Records a change of the given pair, or of the innermost container being compared if the pair
  /// is nil.
  mutating func record(_ kind: Change.Kind, _ pair: Pair?, isIgnored: Bool = false) {
    guard !isIgnoring, !isIgnored else { return ignoredCount += 1 }
    let pairs = pair.map { ancestors + [$0] } ?? ancestors
    let last = pairs.last ?? root
    // An added node has no path in the old tree.
    let hasOldPath = kind == .moved || kind != .added && pairs.contains(where: \.hasNewIndex)
    changes.append(
      Change(
        kind,
        path: TreePath(pairs.map { key(of: $0, inOld: false) }),
        oldPath: hasOldPath ? TreePath(pairs.map { key(of: $0, inOld: true) }) : nil,
        old: kind == .added ? nil : old.tree(last.old),
        new: kind == .removed ? nil : new.tree(last.new),
        identity: identity(of: pairs)
      )
    )
  }

  private func key(of pair: Pair, inOld: Bool) -> String {
    if pair.oldIndex >= 0, inOld || pair.newIndex < 0 { return String(pair.oldIndex) }
    if pair.newIndex >= 0 { return String(pair.newIndex) }
    let key = pair.old >= 0 ? old.key(pair.old) : new.key(pair.new)
    return String(decoding: key, as: UTF8.self)
  }

  private func identity(of pairs: [Pair]) -> Change.Identity? {
    guard let last = pairs.lastIndex(where: { $0.member >= 0 }) else { return nil }
    let memory = pairs[last].new >= 0 ? new : old
    return Change.Identity(
      member: String(decoding: memory.key(pairs[last].member), as: UTF8.self),
      value: memory.tree(pairs[last].member),
      depth: last + 1
    )
  }
}

extension ComparisonOptions {
  /// The list matching of the options, as `TreeComparison` represents it.
  fileprivate var matchedLists: TreeComparison.Lists {
    switch lists {
    case .byIndex: .byIndex
    case .byIdentity(let identity): .matched(identity)
    case .asWhole: .whole
    }
  }

  fileprivate var rules: [ListIdentity.Rule] {
    if case .byIdentity(let identity) = lists { identity.rules } else { [] }
  }
}
