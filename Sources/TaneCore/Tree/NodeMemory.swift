/// Unsafe access to a tree's memory without reference counting or bounds checks.
struct NodeMemory {
  let storage: TreeStorage
  let nodes: JoinedMemory<NodeRecord>
  let text: JoinedMemory<UInt8>

  static func with<Result>(
    _ tree: Tree,
    _ body: (NodeMemory) throws -> Result
  ) rethrows -> Result {
    try with(tree.storage, body)
  }

  static func with<Result>(
    _ storage: TreeStorage,
    _ body: (NodeMemory) throws -> Result
  ) rethrows -> Result {
    // Memory usually has no base. In that case, it is the first buffer, and the second one is
    // empty.
    let first = storage.base ?? storage
    let empty = TreeStorage.empty
    let second = storage.base == nil ? empty : storage
    return try first.nodes.withUnsafeBufferPointer { firstNodes in
      try first.text.withUnsafeBufferPointer { firstText in
        try second.nodes.withUnsafeBufferPointer { secondNodes in
          try second.text.withUnsafeBufferPointer { secondText in
            try body(
              NodeMemory(
                storage: storage,
                nodes: JoinedMemory(firstNodes, secondNodes),
                text: JoinedMemory(firstText, secondText)
              )
            )
          }
        }
      }
    }
  }

  func tree(_ node: Int) -> Tree { Tree(storage: storage, index: node) }

  @inline(__always)
  func key(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    nodes[node].key(in: text)
  }

  @inline(__always)
  func textBytes(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    text[nodes[node].textRange]
  }

  /// Returns the node of a map's entry by name, if any; `guess` is the position to
  /// try first.
  func child(of map: Int, named name: UnsafeBufferPointer<UInt8>, guess: inout Int) -> Int? {
    let range = nodes[map].childRange
    if guess < range.count, key(range.lowerBound + guess).hasSameBytes(as: name) {
      return range.lowerBound + guess
    }
    guard let child = child(named: name, in: range) else { return nil }
    guess = child - range.lowerBound
    return child
  }

  /// Returns the map entry with a key, found by binary search, or nil if the map does not contain
  /// the key.
  func child(named name: UnsafeBufferPointer<UInt8>, in entries: Range<Int>) -> Int? {
    var (low, high) = (entries.lowerBound, entries.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let order = KeyOrder.compare(key(middle), name)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns true if a predicate is true for a root and all nodes below it, as far as a linear scan
  /// of the memory can determine that.
  ///
  /// A linear scan is faster than a traversal. False is inconclusive, because the memory of a
  /// changed tree also contains unused nodes.
  @inline(__always)
  func allNodes(below root: Int, are isSo: (NodeRecord) -> Bool) -> Bool {
    root == nodes.count - 1 && nodes.allSatisfy(isSo)
  }

  func leafCount(_ node: Int) -> Int {
    guard nodes[node].kind.isContainer else { return 1 }
    return nodes[node].childRange.reduce(0) {
      $0 + (nodes[$1].kind.isContainer ? leafCount($1) : 1)
    }
  }

  /// Returns true if a node equals a node of another tree; the first `shared` nodes of both
  /// memories are identical.
  func isEqual(_ node: Int, _ otherNode: Int, of other: NodeMemory, sharing shared: Int) -> Bool {
    let (left, right) = (nodes[node], other.nodes[otherNode])
    guard left.kind == right.kind, left.tag == right.tag else {
      return tree(node).hasSameScalar(as: other.tree(otherNode))
    }
    switch left.kind {
    case .null, .bool, .integer: return left.payload == right.payload
    case .string, .decimal: return textBytes(node).hasSameBytes(as: other.textBytes(otherNode))
    case .double: return tree(node).hasSameScalar(as: other.tree(otherNode))
    case .list, .map:
      if left.hasSameChildren(as: right, sharing: shared) { return true }
      guard left.childRange.count == right.childRange.count else { return false }
      return zip(left.childRange, right.childRange).allSatisfy { child, otherChild in
        (left.kind == .list || key(child).hasSameBytes(as: other.key(otherChild)))
          && isEqual(child, otherChild, of: other, sharing: shared)
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if both buffers have equal bytes; compares eight bytes at a time.
  @inline(__always)
  package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return UnsafeRawPointer(left).hasSameBytes(as: UnsafeRawPointer(right), count: count)
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  fileprivate func hasSameBytes(as other: UnsafeRawPointer, count: Int) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      let left = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let right = other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if left != right { return false }
      offset += 8
    }
    while offset < count {
      let left = load(fromByteOffset: offset, as: UInt8.self)
      if left != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset += 1
    }
    return true
  }
}
