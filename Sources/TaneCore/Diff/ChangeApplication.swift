/// An operation that applies changes to a tree by building a changed copy.
struct ChangeApplication {
  typealias Changes = ArraySlice<Change>

  var builder: TreeBuilder

  /// Applies changes to a node and appends the result under the current key; returns false if the
  /// node is removed.
  mutating func apply(_ changes: Changes, depth: Int, to node: Tree?) -> Bool {
    if let first = changes.first, first.path.components.count == depth {
      guard let new = first.new else { return false }
      builder.append(new)
      return true
    }
    guard let node, node.kind == .list else {
      applyInMap(changes, depth: depth, to: node)
      return true
    }
    applyInList(changes, depth: depth, to: node)
    return true
  }

  private mutating func applyInMap(_ changes: Changes, depth: Int, to node: Tree?) {
    let base = node?.kind == .map ? node : nil
    base.map { builder.setPosition(of: $0) } ?? builder.clearPosition()
    builder.beginMap(tag: base?.tag ?? .none)
    let children = (base ?? .null).children
    builder.reserve(children: children.count)
    var edits: [Int: Changes] = [:]
    var additions: [ExactKey: Changes] = [:]
    for group in Self.groups(of: changes, depth: depth) {
      if let child = children.index(ofKey: group.key.text) {
        edits[child] = group.changes
      } else {
        additions[group.key] = group.changes
      }
    }
    var next = 0
    for (child, changes) in edits.sorted(by: { $0.key < $1.key }) {
      builder.append(entries: children[next..<child])
      next = child + 1
      guard !Self.isRemoval(changes, depth: depth) else { continue }
      builder.setKey(of: children[child])
      _ = apply(changes, depth: depth + 1, to: children[child])
    }
    builder.append(entries: children[next...])
    for (key, changes) in additions.sorted(by: { KeyOrder.precedes($0.key.text, $1.key.text) })
    where !Self.isRemoval(changes, depth: depth) {
      builder.clearPosition()
      builder.setKey(key.text)
      _ = apply(changes, depth: depth + 1, to: nil)
    }
    builder.endContainer(isInOrder: additions.isEmpty)
  }

  private static func isRemoval(_ changes: Changes, depth: Int) -> Bool {
    changes.first.map { $0.isOnlyOld && $0.path.components.count == depth + 1 } ?? false
  }

  private mutating func applyInList(_ changes: Changes, depth: Int, to list: Tree) {
    builder.setPosition(of: list)
    builder.beginList(tag: list.tag)
    for (element, changes) in ListEdit.elements(of: list, changes, depth: depth) {
      if changes.isEmpty, let element {
        builder.append(element)
      } else {
        _ = apply(changes, depth: depth + 1, to: element)
      }
    }
    builder.endContainer()
  }

  /// Groups the changes by their key at the given depth, in order of first occurrence.
  static func groups(
    of changes: Changes,
    depth: Int
  ) -> [(key: ExactKey, changes: Changes)] {
    var groups: [(key: ExactKey, changes: Changes)] = []
    var known: [ExactKey: Int] = [:]
    var start = changes.startIndex
    while start < changes.endIndex {
      let key = ExactKey(changes[start].path.components[depth])
      let end =
        changes[(start + 1)...].firstIndex { ExactKey($0.path.components[depth]) != key }
        ?? changes.endIndex
      if let group = known[key] {
        // The changes that a plan writes are not sorted: removals of extras come first.
        groups[group].changes += changes[start..<end]
      } else {
        known[key] = groups.count
        groups.append((key, changes[start..<end]))
      }
      start = end
    }
    return groups
  }
}
