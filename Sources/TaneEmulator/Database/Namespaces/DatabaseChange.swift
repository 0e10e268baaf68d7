import TaneCore

/// The changes that one write made.
struct DatabaseChange: Sendable {
  /// A node before and after a write.
  struct Replacement: Sendable {
    let path: TreePath
    let old: DatabaseNode?
    let new: DatabaseNode?
  }

  /// The path of a merge, or nil if the write replaces one node.
  let mergeBase: TreePath?
  /// The changed nodes, none of which contains another.
  let replacements: [Replacement]

  init(mergeBase: TreePath? = nil, _ replacements: [Replacement]) {
    self.mergeBase = mergeBase
    self.replacements = replacements.filter { $0.old != $0.new }
  }

  /// Returns the event for a listener on a whole node, or nil if the node is unchanged.
  func event(forNodeAt path: TreePath, of root: DatabaseNode?) -> ListenerEvent? {
    for replacement in replacements {
      guard let rest = replacement.path.relative(path) else { continue }
      let new = replacement.new[rest]
      return replacement.old[rest] == new ? nil : .put(.init(path: .root, node: new))
    }
    let updates = replacements.compactMap { replacement in
      path.relative(replacement.path)
        .map { ListenerEvent.Update(path: $0, node: replacement.new) }
    }
    guard let first = updates.first else { return nil }
    guard let mergeBase else { return .put(first) }
    let base = path.relative(mergeBase) ?? .root
    let relative = updates.compactMap { update in
      base.relative(update.path).map { ListenerEvent.Update(path: $0, node: update.node) }
    }
    return .patch(base, relative)
  }

  /// Returns true if the change is at, above or below a path, and may therefore affect the node
  /// there.
  func affects(_ path: TreePath) -> Bool {
    replacements.contains { $0.path.contains(path) || path.contains($0.path) }
  }
}

extension ListenerEvent {
  /// Creates the event for a query listener from the old and the new selection, or returns nil if
  /// they are equal.
  init?(from old: DatabaseNode?, to new: DatabaseNode?) {
    guard let old, let new else {
      guard old != nil || new != nil else { return nil }
      self = .put(Update(path: .root, node: new))
      return
    }
    let updates = Self.updates(from: old.entries[...], to: new.entries[...])
    guard let first = updates.first else { return nil }
    self = updates.count == 1 ? .put(first) : .patch(.root, updates)
  }

  /// Returns the entries that were added, changed or removed; both inputs must be in key order.
  private static func updates(
    from old: ArraySlice<DatabaseEntry>,
    to new: ArraySlice<DatabaseEntry>
  ) -> [Update] {
    var (old, new) = (old, new)
    var updates: [Update] = []
    while let key = firstKey(old.first?.key, new.first?.key) {
      let before = takeFirst(of: &old, named: key)
      let after = takeFirst(of: &new, named: key)
      if before != after { updates.append(Update(path: TreePath([key]), node: after)) }
    }
    return updates
  }

  private static func firstKey(_ left: String?, _ right: String?) -> String? {
    guard let left, let right else { return left ?? right }
    return KeyOrder.compare(left, right) <= 0 ? left : right
  }

  private static func takeFirst(
    of entries: inout ArraySlice<DatabaseEntry>,
    named key: String
  ) -> DatabaseNode? {
    guard let first = entries.first, first.key.utf8.elementsEqual(key.utf8) else { return nil }
    entries.removeFirst()
    return first.node
  }
}
