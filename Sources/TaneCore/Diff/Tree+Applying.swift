extension Tree {
  /// The tree with a changeset's changes made.
  ///
  /// Missing containers on the way to an addition are made as maps; a scalar on the way is replaced.
  /// A change that removes a list's element takes it out, so that what follows moves up.
  public func applying(_ changeset: Changeset) -> Tree {
    guard !changeset.isEmpty else { return self }
    var builder = TreeBuilder(sharing: self)
    if !Self.apply(changeset.changes[...], depth: 0, to: self, into: &builder) {
      builder.appendNull()
    }
    return builder.finish()
  }

  /// Appends the node with its changes made under the key that is set; false if nothing is left of it.
  private static func apply(
    _ changes: ArraySlice<Change>,
    depth: Int,
    to node: Tree?,
    into builder: inout TreeBuilder
  ) -> Bool {
    if let first = changes.first, first.path.components.count == depth {
      guard let new = first.new else { return false }
      builder.append(new)
      return true
    }
    let edits = grouped(changes, depth: depth)
    let base = node?.kind.isContainer == true ? node : nil
    let isList = base?.kind == .list
    isList ? builder.beginList() : builder.beginMap()
    for (index, child) in (base?.children ?? Tree.null.children).enumerated() {
      let key = child.key ?? String(index)
      guard let changes = edits[ExactKey(key)] else {
        if !isList { builder.setKey(of: child) }
        builder.append(child)
        continue
      }
      appendChild(key, child, changes, depth, isList, &builder)
    }
    for (key, changes) in edits.sorted(by: { KeyOrder.precedes($0.key.text, $1.key.text) })
    where base?[key.text] == nil {
      appendChild(key.text, nil, changes, depth, isList, &builder)
    }
    builder.endContainer()
    return true
  }

  private static func appendChild(
    _ key: String,
    _ child: Tree?,
    _ changes: ArraySlice<Change>,
    _ depth: Int,
    _ isList: Bool,
    _ builder: inout TreeBuilder
  ) {
    let isRemoval =
      changes.first.map { $0.path.components.count == depth + 1 && $0.new == nil } ?? false
    guard !isRemoval else { return }
    if !isList { builder.setKey(key) }
    _ = apply(changes, depth: depth + 1, to: child, into: &builder)
  }

  /// The changes by their key at a depth; those of one key stand together in a changeset.
  private static func grouped(
    _ changes: ArraySlice<Change>,
    depth: Int
  ) -> [ExactKey: ArraySlice<Change>] {
    var groups: [ExactKey: ArraySlice<Change>] = [:]
    var start = changes.startIndex
    while start < changes.endIndex {
      let key = ExactKey(changes[start].path.components[depth])
      var end = start + 1
      while end < changes.endIndex, ExactKey(changes[end].path.components[depth]) == key {
        end += 1
      }
      groups[key] = changes[start..<end]
      start = end
    }
    return groups
  }
}
