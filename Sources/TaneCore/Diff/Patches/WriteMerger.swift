/// A converter from changes in maps to writes that merges the writes of siblings into one write of
/// their parent if that saves bytes.
struct WriteMerger {
  private var automaton: PathAutomaton
  private var writes: [TreeWrite] = []

  init(ignoring patterns: [PathPattern]) {
    automaton = PathAutomaton(ignored: patterns, rules: [])
  }

  /// Returns the writes for changes below the roots of two trees in stored form.
  mutating func writes(
    _ changes: ArraySlice<Change>,
    from old: Tree,
    to new: Tree
  ) -> [TreeWrite] {
    _ = collapse(changes, depth: 0, old, new, automaton.start)
    return writes
  }

  /// Appends the writes for changes at or below a node, and returns their size in bytes.
  private mutating func collapse(
    _ changes: ArraySlice<Change>,
    depth: Int,
    _ old: Tree,
    _ new: Tree,
    _ state: PathAutomaton.State
  ) -> Int {
    guard let first = changes.first else { return 0 }
    let path = TreePath(Array(first.path.components.prefix(depth)))
    if first.path.components.count == depth {
      return write(first.new ?? .null, over: first.old ?? .null, at: path)
    }
    let groups = ChangeApplication.groups(of: changes, depth: depth)
    // A path in an update cannot end in `.value`.
    if groups.contains(where: { $0.key.text == ExportKey.value }) {
      return write(new, over: old, at: path)
    }
    let start = writes.count
    var size = 0
    for group in groups {
      let key = group.key.text
      let below = group.key.text.withUTF8Copy { automaton.next(state, key: $0) }
      let (oldChild, newChild) = (old[key] ?? .null, new[key] ?? .null)
      size += collapse(group.changes, depth: depth + 1, oldChild, newChild, below)
    }
    let limit = size - Self.size(of: path)
    guard depth > 0, let whole = new.byteCount(below: limit), mayRewrite(old, new, state)
    else { return size }
    writes.removeSubrange(start...)
    writes.append(TreeWrite(path: path, value: new, expected: old))
    return Self.size(of: path) + whole
  }

  private mutating func write(_ value: Tree, over expected: Tree, at path: TreePath) -> Int {
    writes.append(TreeWrite(path: path, value: value, expected: expected))
    return Self.size(of: path) + value.approximateByteCount
  }

  /// Returns the size of a path in an update, in bytes, including its quotes, a colon and a comma.
  private static func size(of path: TreePath) -> Int {
    path.components.reduce(3) { $0 + $1.utf8.count + 1 }
  }

  /// Returns true if a whole node may be written although only a part of it has changed.
  private mutating func mayRewrite(_ old: Tree, _ new: Tree, _ state: PathAutomaton.State) -> Bool {
    !new.containsServerTimestamp && !containsIgnored(old, state) && !containsIgnored(new, state)
  }

  private mutating func containsIgnored(_ tree: Tree, _ state: PathAutomaton.State) -> Bool {
    if state == PathAutomaton.dead { return false }
    if automaton.isIgnored(state) { return true }
    for child in tree.children {
      let below = child.withKeyBytes { automaton.next(state, key: $0) }
      if containsIgnored(child, below) { return true }
    }
    return false
  }
}

extension Tree {
  /// A Boolean value indicating whether the node contains a server timestamp.
  package var containsServerTimestamp: Bool {
    tag == .serverTimestamp || children.contains { $0.containsServerTimestamp }
  }

  /// Returns the size in bytes, as in `approximateByteCount`, or nil if it is not below the limit.
  fileprivate func byteCount(below limit: Int) -> Int? {
    guard kind.isContainer else {
      let count = approximateByteCount
      return count < limit ? count : nil
    }
    var count = 2
    for child in children {
      count += kind == .map ? child.record.keyCount + 4 : 1
      guard count < limit, let below = child.byteCount(below: limit - count) else { return nil }
      count += below
    }
    return count < limit ? count : nil
  }
}

extension String {
  fileprivate func withUTF8Copy<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var copy = self
    return copy.withUTF8(body)
  }
}
