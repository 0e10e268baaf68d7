/// Builds a tree from values in document order, as a reader or a store meets them.
///
/// Set a key, then append a value; begin a container, append its children, end it. Children are laid
/// side by side when their container ends, so one pass suffices and nothing is moved twice.
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
  /// Two entries of one map under the same key.
  public struct DuplicateKey: Sendable {
    /// The key that stands twice.
    public let key: String
    /// Where it stands first, and where again: offsets of the keys in the builder's current file.
    public let firstOffset: UInt32
    /// The offset of the second key, in Unicode scalars.
    public let secondOffset: UInt32
  }

  /// A finished value that may be appended again without copying what is below it.
  public struct Anchor {
    let record: NodeRecord
    /// The number of nodes that the value stands for, itself included.
    public let nodeCount: Int
    /// The number of levels of the value, 1 for a scalar.
    public let depth: Int
  }

  struct OpenContainer {
    let index: Int
    /// The nodes and the bytes of text that there were before the container.
    let start: (nodes: Int, text: Int)
    /// The values counted before the container.
    let nodesBefore: Int
    /// The deepest level reached in the container around it before it began.
    let deepestBefore: Int
  }

  /// The memory that the builder's own goes on from.
  var base: TreeStorage?
  var nodes: [NodeRecord] = []
  var text: [UInt8]
  var pending: [NodeRecord] = []
  var open: [OpenContainer] = []
  var sources: [SourceFile] = []
  var sourceNumbers: [String: Int] = [:]
  /// The numbers that the files of the tree copied last have in this builder.
  var copiedFiles: [Int: Int] = [:]
  var copiedStorage: TreeStorage?
  /// The memory that the builder began with: nodes of it need no copy.
  var sharedStorage: TreeStorage?
  var key: (offset: UInt32, length: UInt32, position: UInt32)?
  var lastNodeCount = 1
  var lastDepth = 1
  /// The values counted so far, those that anchors stand for included.
  private var countedNodes = 0
  /// The deepest level reached since the innermost open container began; the root is at level 1.
  private var deepestLevel = 0

  /// The offset that the next key or value stands at, in Unicode scalars from the start of its file.
  public var offset: UInt32 = 0

  /// The number of the file that the next nodes come from; beyond the sources, they come from none.
  public var file = Self.noFile

  /// The number that stands for no file at all.
  public static let noFile = NodeRecord.maximumFiles - 1

  /// The keys that stood twice in a map, in the order in which their maps ended.
  public internal(set) var duplicateKeys: [DuplicateKey] = []

  /// Creates an empty builder.
  public init() {
    text = []
  }

  /// Creates a builder whose text may refer to a file's own bytes, which are kept.
  public init(adopting bytes: [UInt8]) {
    text = bytes
  }

  /// The number of containers that have begun and not ended.
  public var openCount: Int { open.count }

  /// Makes room for a number of nodes and for bytes of text.
  public mutating func reserve(nodes count: Int, textBytes: Int) {
    nodes.reserveCapacity(count)
    pending.reserveCapacity(count / 8)
    // A file's own bytes are shared with whoever read it: only text beside them needs memory.
    if textBytes > 0 { text.reserveCapacity(text.count + textBytes) }
  }

  /// Makes room for more children of the innermost open container, taken to be like those that it has.
  ///
  /// An array that grows is there twice for a moment: it is this that a tree of many records is spared. Room that is not
  /// needed costs addresses, and no memory.
  public mutating func reserve(moreChildren count: Int) {
    guard let container = open.last else { return }
    let children = pending.count - container.index - 1
    guard children > 0 else { return }
    func estimate(_ grown: Int) -> Int { grown * count / children }
    let below = estimate(nodes.count - container.start.nodes)
    // The children follow what is below them. A quarter more, since later counters have more digits.
    nodes.makeRoom(for: children + count + below + below / 4)
    reserve(children: count)
    let bytes = estimate(text.count - container.start.text)
    text.makeRoom(for: bytes + bytes / 4)
  }

  /// Makes room for the children of a container that has begun, and for what one of them holds until it ends, where they
  /// are very many.
  mutating func reserve(children count: Int) {
    if count >= Self.manyNodes { pending.makeRoom(for: count + Self.manyNodes) }
  }

  // MARK: Keys

  /// Sets the key of the next value, at the current offset.
  public mutating func setKey(_ name: String) {
    var name = name
    name.withUTF8 { setKey(utf8: $0) }
  }

  /// Sets the key of the next value from UTF-8 bytes, at the current offset.
  public mutating func setKey(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    key = (UInt32(textEnd), UInt32(bytes.count), offset)
    text.append(contentsOf: bytes)
  }

  /// Sets the key of the next value to a range of the text held already, at the current offset.
  public mutating func setKey(textRange range: Range<Int>) {
    key = (UInt32(range.lowerBound), UInt32(range.count), offset)
  }

  // MARK: Scalars

  /// Appends nothing, or what a tag means by itself.
  public mutating func appendNull(tag: NodeTag = .none) {
    appendScalar(.null, tag: tag, payload: 0)
  }

  /// Appends a boolean.
  public mutating func append(_ value: Bool) {
    appendScalar(.bool, payload: value ? 1 : 0)
  }

  /// Appends a whole number.
  public mutating func append(_ value: Int64) {
    appendScalar(.integer, payload: UInt64(bitPattern: value))
  }

  /// Appends a floating-point number.
  public mutating func append(_ value: Double) {
    appendScalar(.double, payload: value.bitPattern)
  }

  /// Appends text.
  public mutating func append(_ value: String, tag: NodeTag = .none) {
    var value = value
    value.withUTF8 { append(utf8: $0, tag: tag) }
  }

  /// Appends text from valid UTF-8 bytes.
  public mutating func append(utf8 bytes: UnsafeBufferPointer<UInt8>, tag: NodeTag = .none) {
    let start = textEnd
    text.append(contentsOf: bytes)
    append(textRange: start..<textEnd, tag: tag)
  }

  /// Appends text that is a range of the text held already.
  public mutating func append(textRange range: Range<Int>, tag: NodeTag = .none) {
    appendScalar(.string, tag: tag, payload: NodeRecord.pack(range.lowerBound, range.count))
  }

  /// Appends the digits of a number that no 64-bit kind holds exactly.
  public mutating func appendDecimal(_ digits: String) {
    let start = textEnd
    text.append(contentsOf: digits.utf8)
    appendScalar(.decimal, payload: NodeRecord.pack(start, textEnd - start))
  }

  // MARK: Containers

  /// Begins a map; its entries follow, each a key and a value.
  public mutating func beginMap(tag: NodeTag = .none) {
    begin(.map, tag: tag)
  }

  /// Begins a list; its elements follow.
  public mutating func beginList(tag: NodeTag = .none) {
    begin(.list, tag: tag)
  }

  /// Ends the container that began last, and puts a map's entries in key order.
  ///
  /// Of two entries with one key the first is kept; `duplicateKeys` says so.
  public mutating func endContainer() { endContainer(isInOrder: false) }

  /// Ends the container that began last; `isInOrder` where it is known that a map's entries stand in key order, each key
  /// there once.
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
    noteEnd(of: container)
  }

  /// The value that was appended or ended last, to be appended again.
  public var lastValue: Anchor {
    Anchor(record: pending[pending.count - 1], nodeCount: lastNodeCount, depth: lastDepth)
  }

  /// Takes the value that was appended or ended last out of its container, to put it elsewhere.
  ///
  /// The container goes on counting its nodes and levels.
  public mutating func removeLastValue() -> Anchor {
    let value = lastValue
    pending.removeLast()
    return value
  }

  /// Appends a finished value again under the current key; what is below it is shared.
  ///
  /// The value keeps the position at which it was first written.
  public mutating func append(_ anchor: Anchor) {
    var record = anchor.record
    applyKey(to: &record)
    pending.append(record)
    noteValue(nodeCount: anchor.nodeCount, depth: anchor.depth)
  }

  /// Adds the entries of a finished map to the open map, except those whose key it has.
  public mutating func mergeEntries(of anchor: Anchor) {
    mergeEntries(of: [anchor])
  }

  /// Adds the entries of finished maps to the open map, except those whose key it has.
  ///
  /// This is YAML's merge key (`<<`): what the map itself says wins, then what was merged first.
  public mutating func mergeEntries(of anchors: [Anchor]) {
    guard !anchors.isEmpty, let container = open.last else { return }
    var known = Set(pending[(container.index + 1)...].map(keyBytes))
    for anchor in anchors where anchor.record.kind == .map {
      for node in anchor.record.childRange {
        let entry = record(node)
        guard known.insert(keyBytes(entry)).inserted else { continue }
        pending.append(entry)
      }
      noteValue(nodeCount: anchor.nodeCount - 1, depth: anchor.depth - 1)
    }
  }

  /// Adds a file that nodes come from, and returns its number.
  public mutating func addSource(_ source: SourceFile) -> Int {
    sources.append(source)
    sourceNumbers[source.name] = sources.count - 1
    return sources.count - 1
  }

  /// Returns the tree of the one value appended, or null where there is none, and begins anew.
  public mutating func finish() -> Tree {
    precondition(open.isEmpty, "a container was begun and not ended")
    if pending.isEmpty { appendNull() }
    nodes.append(pending[0])
    let storage = TreeStorage(
      base: base,
      beginningAs: sharedStorage,
      nodes: nodes,
      text: text,
      sources: sources
    )
    self = TreeBuilder()
    return Tree(storage: storage, index: storage.nodeCount - 1)
  }
}

extension TreeBuilder {
  /// The number of the next node.
  var nodeEnd: Int { (base?.nodes.count ?? 0) + nodes.count }

  /// The offset of the next byte of text.
  private var textEnd: Int { (base?.text.count ?? 0) + text.count }

  private func record(_ node: Int) -> NodeRecord {
    let start = base?.nodes.count ?? 0
    return base.flatMap { node < start ? $0.nodes[node] : nil } ?? nodes[node - start]
  }

  /// Calls `body` with the text that is held.
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
    noteValue(nodeCount: 1, depth: 1)
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

  /// Counts a finished value towards the containers that hold it.
  mutating func noteValue(nodeCount: Int, depth: Int) {
    lastNodeCount = nodeCount
    lastDepth = depth
    countedNodes = countedNodes.addingSaturating(nodeCount)
    deepestLevel = max(deepestLevel, open.count + depth)
  }

  /// Counts values of one node.
  mutating func noteValues(_ count: Int) {
    noteValue(nodeCount: 1, depth: 1)
    countedNodes = countedNodes.addingSaturating(count - 1)
  }

  /// Counts a container whose children are counted.
  private mutating func noteEnd(of container: OpenContainer) {
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
  /// Makes room for more elements; where it has to move them, for as many again as there are, so that who asks often
  /// does not move them each time.
  fileprivate mutating func makeRoom(for more: Int) {
    guard count + more > capacity else { return }
    reserveCapacity(count + Swift.max(more, count))
  }
}
