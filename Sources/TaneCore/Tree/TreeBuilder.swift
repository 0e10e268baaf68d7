/// A builder of trees from values in document order, for parsers and stores.
///
/// Set a key, then append a value; begin a container, append its children, then end it. Children
/// are laid out contiguously when their container ends, so one pass suffices and no node is moved
/// twice.
///
/// ```swift
/// var builder = TreeBuilder()
/// builder.beginMap()
/// builder.setKey("name")
/// builder.append("麺屋")
/// builder.endContainer()
/// let tree = builder.finish()
/// ```
public struct TreeBuilder {
  /// Two entries of one map with the same key.
  package struct DuplicateKey: Sendable {
    package let key: String
    /// The offset of the first key in the builder's current file, in Unicode scalars.
    package let firstOffset: UInt32
    /// The offset of the second key, in Unicode scalars.
    package let secondOffset: UInt32
  }

  /// A finished value that can be appended again without copying its descendants.
  package struct Anchor {
    let record: NodeRecord
    /// The number of nodes of the value, including itself.
    package let nodeCount: Int
    /// The number of levels of the value; 1 for a scalar.
    package let depth: Int
  }

  struct OpenContainer {
    let index: Int
    /// The counts of nodes and text bytes before the container.
    let start: (nodes: Int, text: Int)
    /// The number of values counted before the container.
    let nodesBefore: Int
    /// The deepest level of the enclosing container before this one began.
    let deepestBefore: Int
  }

  /// The memory that precedes the builder's own memory.
  var base: TreeStorage?
  var nodes: [NodeRecord] = []
  var text: [UInt8]
  var pending: [NodeRecord] = []
  var open: [OpenContainer] = []
  var sources: [SourceFile] = []
  var sourceNumbers: [String: Int] = [:]
  /// The builder's file numbers, by file number in the last copied tree.
  var copiedFiles: [Int: Int] = [:]
  var copiedStorage: TreeStorage?
  /// The memory that the builder began with; its nodes need not be copied.
  var sharedStorage: TreeStorage?
  var key: (offset: UInt32, length: UInt32, position: UInt32)?
  var lastNodeCount = 1
  var lastDepth = 1
  /// The number of values appended so far, including the contents of anchors.
  private var countedNodes = 0
  /// The deepest level reached since the innermost open container began, where the root is level 1.
  private var deepestLevel = 0

  /// The offset of the next key or value, in Unicode scalars from the start of its file.
  package var offset: UInt32 = 0

  /// The file number of the next nodes; a number without a source means no file.
  package var file = Self.noFile

  /// The number that represents no file.
  package static let noFile = NodeRecord.maximumFiles - 1

  /// The duplicate keys, in the order in which their maps ended.
  package internal(set) var duplicateKeys: [DuplicateKey] = []

  /// Creates an empty builder.
  public init() {
    text = []
  }

  /// Creates a builder that retains a file's bytes, to which strings may refer by range.
  package init(adopting bytes: [UInt8]) {
    text = bytes
  }

  /// The number of open containers.
  package var openCount: Int { open.count }

  /// Reserves capacity for nodes and bytes of text.
  package mutating func reserve(nodes count: Int, textBytes: Int) {
    nodes.reserveCapacity(count)
    pending.reserveCapacity(count / 8)
    // The bytes of a file are shared with its reader, so only additional text needs memory.
    if textBytes > 0 { text.reserveCapacity(text.count + textBytes) }
  }

  /// Reserves capacity for more children of the innermost open container, estimated from those that
  /// it already has.
  ///
  /// This avoids a peak in memory use while a large array grows. Unused capacity takes address
  /// space, but no memory.
  package mutating func reserve(moreChildren count: Int) {
    guard let container = open.last else { return }
    let children = pending.count - container.index - 1
    guard children > 0 else { return }
    func estimate(_ grown: Int) -> Int { grown * count / children }
    let below = estimate(nodes.count - container.start.nodes)
    // The descendants of the children come first. A quarter is added, because children with numbers
    // grow as the numbers get more digits.
    nodes.makeRoom(for: children + count + below + below / 4)
    reserve(children: count)
    let bytes = estimate(text.count - container.start.text)
    text.makeRoom(for: bytes + bytes / 4)
  }

  /// Reserves capacity for many children of an open container and for the pending nodes inside one
  /// of these children; does nothing for few children.
  mutating func reserve(children count: Int) {
    if count >= Self.minimumSharedNodeCount {
      pending.makeRoom(for: count + Self.minimumSharedNodeCount)
    }
  }

  // MARK: Keys

  /// Sets the key of the next value, at the current offset.
  public mutating func setKey(_ name: String) {
    var name = name
    name.withUTF8 { setKey(utf8: $0) }
  }

  /// Sets the key of the next value from UTF-8 bytes, at the current offset.
  package mutating func setKey(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    key = (UInt32(textEnd), UInt32(bytes.count), offset)
    text.append(contentsOf: bytes)
  }

  /// Sets the key of the next value to a range of the text, at the current offset.
  package mutating func setKey(textRange range: Range<Int>) {
    key = (UInt32(range.lowerBound), UInt32(range.count), offset)
  }

  // MARK: Scalars

  /// Appends null, or a tag without a value.
  public mutating func appendNull(tag: NodeTag = .none) {
    appendScalar(.null, tag: tag, payload: 0)
  }

  /// Appends a Boolean value.
  public mutating func append(_ value: Bool) {
    appendScalar(.bool, payload: value ? 1 : 0)
  }

  /// Appends an integer.
  public mutating func append(_ value: Int64) {
    appendScalar(.integer, payload: UInt64(bitPattern: value))
  }

  /// Appends a floating-point number.
  public mutating func append(_ value: Double) {
    appendScalar(.double, payload: value.bitPattern)
  }

  /// Appends a string.
  public mutating func append(_ value: String, tag: NodeTag = .none) {
    var value = value
    value.withUTF8 { append(utf8: $0, tag: tag) }
  }

  /// Appends a string from valid UTF-8 bytes.
  package mutating func append(utf8 bytes: UnsafeBufferPointer<UInt8>, tag: NodeTag = .none) {
    let start = textEnd
    text.append(contentsOf: bytes)
    append(textRange: start..<textEnd, tag: tag)
  }

  /// Appends a string that is a range of the text.
  package mutating func append(textRange range: Range<Int>, tag: NodeTag = .none) {
    appendScalar(.string, tag: tag, payload: NodeRecord.pack(range.lowerBound, range.count))
  }

  /// Appends the digits of a number that no 64-bit kind represents exactly.
  package mutating func appendDecimal(_ digits: String) {
    let start = textEnd
    text.append(contentsOf: digits.utf8)
    appendScalar(.decimal, payload: NodeRecord.pack(start, textEnd - start))
  }

  // MARK: Containers

  /// Begins a map; its entries follow, each as a key and a value.
  public mutating func beginMap(tag: NodeTag = .none) {
    begin(.map, tag: tag)
  }

  /// Begins a list; its elements follow.
  public mutating func beginList(tag: NodeTag = .none) {
    begin(.list, tag: tag)
  }

  /// Ends the innermost container, and sorts a map's entries by key.
  ///
  /// If keys are equal, the first entry is retained, and the other is added to `duplicateKeys`.
  public mutating func endContainer() { endContainer(isInOrder: false) }

  /// Ends the innermost container; if `isInOrder` is true, a map's entries must already be in key
  /// order, without duplicates.
  mutating func endContainer(isInOrder: Bool) {
    let container = open.removeLast()
    let first = container.index + 1
    let firstNode = nodeEnd
    if pending[container.index].kind == .list {
      appendElements(from: first)
    } else if isInOrder {
      appendPending(from: first)
    } else {
      appendEntries(from: first)
    }
    pending[container.index].payload = NodeRecord.pack(firstNode, nodeEnd - firstNode)
    pending.removeLast(pending.count - first)
    countContainer(of: container)
  }

  /// The last value that was appended or ended, which can be appended again.
  package var lastValue: Anchor {
    Anchor(record: pending[pending.count - 1], nodeCount: lastNodeCount, depth: lastDepth)
  }

  /// Removes and returns the last value that was appended or ended.
  ///
  /// The value is still included in its container's node and level counts.
  package mutating func removeLastValue() -> Anchor {
    let value = lastValue
    pending.removeLast()
    return value
  }

  /// Appends a finished value again under the current key; its descendants are shared.
  ///
  /// The value keeps its original position.
  package mutating func append(_ anchor: Anchor) {
    var record = anchor.record
    applyKey(to: &record)
    pending.append(record)
    countValue(nodeCount: anchor.nodeCount, depth: anchor.depth)
  }

  /// Adds the entries of finished maps to the open map, except those with existing keys.
  ///
  /// This implements YAML's merge key (`<<`): the map's own entries take precedence over merged
  /// ones, and earlier merged entries over later ones.
  package mutating func mergeEntries(of anchors: [Anchor]) {
    guard !anchors.isEmpty, let container = open.last else { return }
    var known = Set(pending[(container.index + 1)...].map(keyBytes))
    for anchor in anchors where anchor.record.kind == .map {
      for node in anchor.record.childRange {
        let entry = record(node)
        guard known.insert(keyBytes(entry)).inserted else { continue }
        pending.append(entry)
      }
      countValue(nodeCount: anchor.nodeCount - 1, depth: anchor.depth - 1)
    }
  }

  /// Adds a source file, and returns its number.
  package mutating func addSource(_ source: SourceFile) -> Int {
    sources.append(source)
    sourceNumbers[source.name] = sources.count - 1
    return sources.count - 1
  }

  /// Returns the tree of the appended value, or null if there is none, and resets the builder.
  public mutating func finish() -> Tree {
    precondition(open.isEmpty, "a container was begun and not ended")
    if pending.isEmpty { appendNull() }
    nodes.append(pending[0])
    let storage = TreeStorage(
      base: base,
      beginningAs: sharedStorage,
      nodes: nodes.trimmed,
      text: text.trimmed,
      sources: sources
    )
    self = TreeBuilder()
    return Tree(storage: storage, index: storage.nodeCount - 1)
  }
}

extension Array {
  /// The array, copied without unused capacity if it is small, because stores may contain many
  /// small trees.
  fileprivate var trimmed: [Element] {
    guard count < 1024, capacity > count + count / 4 else { return self }
    return Array(unsafeUninitializedCapacity: count) { memory, written in
      _ = memory.initialize(from: self)
      written = count
    }
  }
}

extension TreeBuilder {
  /// The index of the next node.
  var nodeEnd: Int { (base?.nodes.count ?? 0) + nodes.count }

  /// The offset of the next byte of text.
  private var textEnd: Int { (base?.text.count ?? 0) + text.count }

  private func record(_ node: Int) -> NodeRecord {
    let start = base?.nodes.count ?? 0
    return base.flatMap { node < start ? $0.nodes[node] : nil } ?? nodes[node - start]
  }

  /// Calls `body` with the whole text.
  func withText<Result>(_ body: (JoinedMemory<UInt8>) throws -> Result) rethrows -> Result {
    try (base?.text ?? []).withUnsafeBufferPointer { first in
      try text.withUnsafeBufferPointer { try body(JoinedMemory(first, $0)) }
    }
  }

  func keyBytes(_ record: NodeRecord) -> [UInt8] { withText { Array(record.key(in: $0)) } }

  mutating func appendScalar(_ kind: NodeKind, tag: NodeTag = .none, payload: UInt64) {
    var record = NodeRecord(
      kind: kind,
      tag: tag,
      payload: payload,
      file: file,
      valueOffset: offset
    )
    applyKey(to: &record)
    pending.append(record)
    countValue(nodeCount: 1, depth: 1)
  }

  mutating func begin(_ kind: NodeKind, tag: NodeTag) {
    var record = NodeRecord(kind: kind, tag: tag, payload: 0, file: file, valueOffset: offset)
    applyKey(to: &record)
    open.append(
      OpenContainer(
        index: pending.count,
        start: (nodes.count, text.count),
        nodesBefore: countedNodes,
        deepestBefore: deepestLevel
      )
    )
    deepestLevel = open.count
    pending.append(record)
  }

  mutating func applyKey(to record: inout NodeRecord) {
    guard let key else {
      record.keyOffset = 0
      record.keyLength = NodeRecord.noKey
      return
    }
    record.keyOffset = key.offset
    record.keyLength = key.length
    record.keyPosition = key.position
    self.key = nil
  }

  /// Adds a finished value to the counts of the open containers.
  mutating func countValue(nodeCount: Int, depth: Int) {
    lastNodeCount = nodeCount
    lastDepth = depth
    countedNodes = countedNodes.addingSaturating(nodeCount)
    deepestLevel = max(deepestLevel, open.count + depth)
  }

  /// Adds a number of finished values, each a single node, to the counts of the open containers.
  mutating func countValues(_ count: Int) {
    countValue(nodeCount: 1, depth: 1)
    countedNodes = countedNodes.addingSaturating(count - 1)
  }

  /// Adds an ended container, whose children are already counted, to the counts of the open
  /// containers.
  private mutating func countContainer(of container: OpenContainer) {
    countedNodes = countedNodes.addingSaturating(1)
    lastNodeCount = countedNodes - container.nodesBefore
    lastDepth = deepestLevel - open.count
    deepestLevel = max(deepestLevel, container.deepestBefore)
  }
}

extension Int {
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Array {
  /// Reserves capacity for more elements; growing at least doubles it, so that repeated calls do
  /// not always reallocate.
  fileprivate mutating func makeRoom(for more: Int) {
    guard count + more > capacity else { return }
    reserveCapacity(count + Swift.max(more, count))
  }
}
