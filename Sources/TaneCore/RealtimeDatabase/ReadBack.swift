extension Tree {
  /// Returns the tree as a client reads it back from a Realtime Database.
  ///
  /// The tree is first converted to stored form (`storedForm()`). Then every map becomes a list,
  /// with nulls in the gaps, if all of its keys are nonnegative integers without leading zeros, and
  /// the greatest key is less than twice the number of keys. This is the rule of the official
  /// clients.
  package func readBackForm() -> Tree {
    let stored = storedForm()
    guard stored.changesOnReadBack else { return stored }
    var builder = TreeBuilder(changing: stored)
    NodeMemory.with(stored) { $0.readBack(stored.index, into: &builder) }
    return builder.finish()
  }

  /// Returns `readBackForm()` for a stored tree that may share memory with another one.
  ///
  /// The result shares memory with `form`, the other tree's read-back form.
  func readBackForm(beside other: Tree, readBackAs form: Tree) -> Tree {
    let shared = storage.sharedCount(with: other.storage)
    guard shared > 0 else { return readBackForm() }
    var builder = TreeBuilder(sharing: form)
    Self.readBack(self, beside: (other, form), sharing: shared, into: &builder)
    return builder.finish()
  }

  /// A Boolean value indicating whether the tree equals its read-back form.
  var isReadBackForm: Bool {
    NodeMemory.with(self) { $0.isReadBackForm(index) }
  }

  /// A Boolean value indicating whether a map at or below the root of the stored tree is read back
  /// as a list.
  private var changesOnReadBack: Bool { NodeMemory.with(self) { $0.changesOnReadBack(index) } }

  /// A Boolean value indicating whether a Realtime Database returns the map as a list.
  package var isReadBackAsList: Bool { greatestListIndex != nil }

  /// The greatest index of the list that a Realtime Database returns for the map, or nil if it
  /// returns a map; children that are not stored do not count.
  var greatestListIndex: Int? { NodeMemory.with(self) { $0.greatestListIndex(index) } }

  fileprivate static func listIndex(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let hasLeadingZero = key.count > 1 && key[0] == UInt8(ascii: "0")
    guard !hasLeadingZero, let number = KeyOrder.integer(key), number >= 0,
      key[0] != UInt8(ascii: "-")
    else { return nil }
    return Int(number)
  }

  /// Appends the read-back form of a tree; `known` contains another tree that shares nodes with it,
  /// and the read-back form of the other tree.
  private static func readBack(
    _ tree: Tree,
    beside known: (tree: Tree, form: Tree)?,
    sharing shared: Int,
    into builder: inout TreeBuilder
  ) {
    guard tree.kind == .map else { return builder.append(tree) }
    guard let known else {
      return NodeMemory.with(tree) { $0.readBack(tree.index, into: &builder) }
    }
    if tree.record.hasSameChildren(as: known.tree.record, sharing: shared),
      known.tree.kind == .map
    {
      return builder.append(known.form)
    }
    builder.setPosition(of: tree)
    guard tree.greatestListIndex != nil else {
      builder.beginMap()
      for (place, child) in tree.children.enumerated() {
        builder.setKey(of: child)
        readBack(
          child,
          beside: Self.counterpart(of: child, at: place, in: known),
          sharing: shared,
          into: &builder
        )
      }
      return builder.endContainer()
    }
    builder.beginList()
    var next = 0
    for (place, child) in tree.children.enumerated() {
      let index = child.withKeyBytes(listIndex) ?? next
      for _ in next..<index { builder.appendNull() }
      readBack(
        child,
        beside: Self.counterpart(of: child, at: place, in: known),
        sharing: shared,
        into: &builder
      )
      next = index + 1
    }
    builder.endContainer()
  }

  /// Returns the entry of another tree with the key of `child`, and the entry's read-back form;
  /// tries the position of `child` first.
  private static func counterpart(
    of child: Tree,
    at place: Int,
    in known: (tree: Tree, form: Tree)
  ) -> (tree: Tree, form: Tree)? {
    let (children, forms) = (known.tree.children, known.form.children)
    if children.count == forms.count, place < children.count,
      children[place].hasSameKey(as: child)
    {
      return (children[place], forms[place])
    }
    guard let key = child.key, let tree = known.tree[key], let form = known.form[key]
    else { return nil }
    return (tree, form)
  }
}

extension Tree {
  private func hasSameKey(as other: Tree) -> Bool {
    withKeyBytes { key in other.withKeyBytes { key.hasSameBytes(as: $0) } }
  }
}

extension NodeMemory {
  fileprivate func changesOnReadBack(_ node: Int) -> Bool {
    guard nodes[node].kind == .map else { return false }
    return greatestListIndex(node) != nil
      || nodes[node].childRange.contains { changesOnReadBack($0) }
  }

  fileprivate func readBack(_ node: Int, into builder: inout TreeBuilder) {
    guard changesOnReadBack(node) else { return builder.append(node, of: self) }
    let children = nodes[node].childRange
    let greatest = greatestListIndex(node)
    let isList = greatest != nil
    // With consecutive indices, entries whose form does not change need not be copied.
    let isKept = greatest == children.count - 1 && !children.contains { changesOnReadBack($0) }
    if isKept, builder.append(node, of: self, as: .list) { return }
    builder.setPosition(of: node, in: self)
    isList ? builder.beginList() : builder.beginMap()
    builder.reserve(children: children.count)
    var next = 0
    for child in children {
      if isList {
        let index = listIndex(child) ?? next
        for _ in next..<index { builder.appendNull() }
        next = index + 1
      } else {
        builder.setKey(of: child, in: self)
      }
      readBack(child, into: &builder)
    }
    builder.endContainer()
  }

  fileprivate func isReadBackForm(_ node: Int) -> Bool {
    let record = nodes[node]
    guard record.kind.isContainer else { return record.kind != .null || record.tag != .none }
    if greatestListIndex(node) != nil { return false }
    return !record.childRange.isEmpty && record.childRange.allSatisfy { isReadBackForm($0) }
  }

  /// Returns the list index that an entry's key represents, or nil if it is not an index.
  private func listIndex(_ child: Int) -> Int? {
    nodes[child].hasIndexKey ? Int(nodes[child].keyOffset) : Tree.listIndex(key(child))
  }

  fileprivate func greatestListIndex(_ map: Int) -> Int? {
    // In key order, numbers come first and the greatest of them last, so for most maps the last key
    // is sufficient.
    let children = nodes[map].childRange
    guard nodes[map].kind == .map, let last = children.last,
      let index = listIndex(last), index < 2 * children.count || !exists(last)
    else { return nil }
    var count = 0
    var greatest = 0
    for child in children where exists(child) {
      guard let index = listIndex(child) else { return nil }
      greatest = max(greatest, index)
      count += 1
    }
    return count > 0 && greatest < 2 * count ? greatest : nil
  }
}
