extension TreeBuilder {
  /// Creates a builder for a changed copy of a tree.
  ///
  /// The builder shares the memory if the tree is a large part of it. Otherwise the builder is
  /// empty, since copying a few nodes costs less.
  init(changing tree: Tree) {
    var budget = tree.storage.nodeCount / 8
    let isWholeStorage = tree.index == tree.storage.nodeCount - 1
    self =
      !isWholeStorage && tree.subtractNodeCount(from: &budget)
      ? TreeBuilder() : TreeBuilder(sharing: tree)
  }

  /// Creates a builder that begins with the memory of a tree, so that the tree's nodes are appended
  /// without copying.
  ///
  /// This is used to build changed trees: unchanged nodes are shared, and changed ones are
  /// appended.
  package init(sharing tree: Tree) {
    let storage = tree.storage
    self.init(adopting: storage.text)
    nodes = storage.nodes
    base = storage.base
    // Appending to the arrays of the tree copies them. For a small tree, this costs less than
    // reading from two buffers, so only a large tree's memory is shared.
    if base == nil, nodes.count >= Self.minimumSharedNodeCount {
      (base, nodes, text) = (storage, [], [])
    }
    // The capacity lets new nodes be appended without reallocation. Unused capacity takes address
    // space, but no memory.
    if base != nil { nodes.reserveCapacity(max(storage.nodes.count, 2 * nodes.count)) }
    storage.sources.forEach { _ = addSource($0) }
    sharedStorage = storage
  }

  /// The minimum number of nodes for sharing the memory of a tree instead of copying it.
  static let minimumSharedNodeCount = 4096

  /// Appends a copy of a tree under the current key, with the positions of all nodes.
  public mutating func append(_ tree: Tree) {
    let kept = (file, offset)
    copy(tree)
    (file, offset) = kept
  }

  /// Sets the key of the next value and the key's position to those of a tree; the key of a list
  /// element is its index.
  package mutating func setKey(of tree: Tree) {
    setKey(of: tree.record, in: tree.storage)
  }

  private mutating func setKey(of record: NodeRecord, in storage: TreeStorage) {
    (file, offset) = (number(of: record.file, in: storage), record.keyPosition)
    if storage === sharedStorage || record.hasIndexKey {
      key = (record.keyOffset, record.keyLength, offset)
    } else {
      storage.withKey(of: record) { setKey(utf8: $0) }
    }
  }

  /// Sets the position of the next value to a tree's position.
  package mutating func setPosition(of tree: Tree) {
    setPosition(of: tree.record, in: tree.storage)
  }

  private mutating func setPosition(of record: NodeRecord, in storage: TreeStorage) {
    (file, offset) = (number(of: record.file, in: storage), record.valueOffset)
  }

  /// Sets the key of the next value and the key's position to those of a node.
  mutating func setKey(of node: Int, in memory: NodeMemory) {
    setKey(of: memory.nodes[node], in: memory.storage)
  }

  /// Sets the position of the next value to a node's position.
  mutating func setPosition(of node: Int, in memory: NodeMemory) {
    setPosition(of: memory.nodes[node], in: memory.storage)
  }

  /// Appends entries of a map with their keys.
  mutating func append(entries: Slice<TreeChildren>) {
    guard !entries.isEmpty, entries.base.storage === sharedStorage else {
      for entry in entries {
        setKey(of: entry)
        append(entry)
      }
      return
    }
    let first = entries.base.range.lowerBound
    let nodes = first + entries.startIndex..<first + entries.endIndex
    NodeMemory.with(entries.base.storage) { memory in
      let (buffer, part) = memory.nodes.buffer(of: nodes)
      pending.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[part]))
    }
    countValues(entries.count)
  }

  /// Appends a copy of a node under the current key.
  mutating func append(_ node: Int, of memory: NodeMemory) {
    if memory.storage === sharedStorage {
      share(memory.nodes[node])
    } else {
      append(memory.tree(node))
    }
  }

  /// Appends a container under the current key with a node's children, another kind and no tag.
  ///
  /// Returns false without appending if the builder does not share the node's memory.
  mutating func append(_ node: Int, of memory: NodeMemory, as kind: NodeKind) -> Bool {
    guard memory.storage === sharedStorage else { return false }
    var record = memory.nodes[node]
    (record.kind, record.tag) = (kind, .none)
    share(record)
    return true
  }

  /// Clears the position of the next value.
  package mutating func clearPosition() {
    file = Self.noFile
    offset = 0
  }

  private mutating func copy(_ tree: Tree) {
    let record = tree.record
    // A key set by the caller takes precedence over the child's own.
    if key == nil, tree.hasKey, let last = open.last, pending[last.index].kind == .map {
      setKey(of: tree)
    }
    setPosition(of: tree)
    guard tree.storage !== sharedStorage else { return share(record) }
    switch record.kind {
    case .string:
      tree.withTextBytes { append(utf8: $0, tag: record.tag) }
    case .decimal:
      appendDecimal(tree.decimal ?? "")
    case .list, .map:
      begin(record.kind, tag: record.tag)
      for child in tree.children { copy(child) }
      endContainer()
    default:
      appendScalar(record.kind, tag: record.tag, payload: record.payload)
    }
  }

  /// Returns true if the builder shares the memory of a tree, so its nodes need not be copied.
  func shares(_ tree: Tree) -> Bool { tree.storage === sharedStorage }

  /// Appends a record from shared memory under the current key.
  mutating func share(_ record: NodeRecord) {
    var record = record
    applyKey(to: &record)
    pending.append(record)
    countValue(nodeCount: 1, depth: 1)
  }

  private mutating func number(of file: Int, in storage: TreeStorage) -> Int {
    guard file < storage.sources.count else { return Self.noFile }
    guard storage !== sharedStorage else { return file }
    if copiedStorage !== storage {
      copiedStorage = storage
      copiedFiles = [:]
    }
    if let known = copiedFiles[file] { return known }
    let number = sourceNumber(of: storage.sources[file])
    copiedFiles[file] = number
    return number
  }

  private mutating func sourceNumber(of source: SourceFile) -> Int {
    if let known = sourceNumbers[source.name] { return known }
    return addSource(source)
  }
}

extension Tree {
  /// Subtracts the tree's node count from a budget; returns false if the budget is too small.
  fileprivate func subtractNodeCount(from budget: inout Int) -> Bool {
    budget -= 1
    guard budget >= 0 else { return false }
    for child in children where !child.subtractNodeCount(from: &budget) { return false }
    return true
  }
}
