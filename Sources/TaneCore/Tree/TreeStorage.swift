import Synchronization

/// The flat, immutable memory of a tree, shared by all of its subtrees.
///
/// The memory of an edited large tree is a continuation of the original's, so unchanged nodes are
/// stored once. Node numbers and text offsets start at the beginning of the original.
final class TreeStorage: Sendable {
  /// The original memory, which has no base itself, or nil if this memory continues no other.
  let base: TreeStorage?
  let nodes: [NodeRecord]
  let text: [UInt8]
  /// The files of all nodes, starting with those of the base.
  let sources: [SourceFile]
  /// The unique number and node count of each recent storage from which this one was derived,
  /// followed by those of this storage.
  private let stages: [(number: Int, nodeCount: Int)]

  private static let lastNumber = Atomic(0)
  /// The maximum number of recorded stages; a tree that changes repeatedly is compared with a
  /// recent version of itself.
  private static let maximumStages = 8

  /// Creates memory, optionally beginning with the nodes of other memory.
  init(
    base: TreeStorage? = nil,
    beginningAs beginning: TreeStorage? = nil,
    nodes: [NodeRecord],
    text: [UInt8],
    sources: [SourceFile]
  ) {
    self.base = base
    self.nodes = nodes
    self.text = text
    self.sources = sources
    let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    let own = (number, (base?.nodes.count ?? 0) + nodes.count)
    stages = (beginning?.stages ?? []).suffix(Self.maximumStages - 1) + [own]
  }

  static let empty = TreeStorage(nodes: [], text: [], sources: [])

  /// The number of nodes, including those of the base.
  var nodeCount: Int { (base?.nodes.count ?? 0) + nodes.count }

  /// Returns the number of leading nodes that two memories share; these are identical, including
  /// their descendants.
  func sharedCount(with other: TreeStorage) -> Int {
    var shared = 0
    for stage in stages {
      for theirs in other.stages where theirs.number == stage.number {
        shared = max(shared, stage.nodeCount)
      }
    }
    return shared
  }

  func record(_ node: Int) -> NodeRecord {
    guard let base else { return nodes[node] }
    let start = base.nodes.count
    return node < start ? base.nodes[node] : nodes[node - start]
  }

  /// Calls `body` with a range of the text.
  func withText<Result>(
    _ range: Range<Int>,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    guard let base else {
      return try text.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
    return try base.text.withUnsafeBufferPointer { first in
      try text.withUnsafeBufferPointer { second in
        try body(JoinedMemory(first, second)[range])
      }
    }
  }

  /// Calls `body` with the key of a node.
  func withKey<Result>(
    of record: NodeRecord,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    if record.hasIndexKey {
      return try body(IndexKeys.text(of: record.keyOffset, length: record.keyCount))
    }
    return try withText(Int(record.keyOffset)..<Int(record.keyOffset) + record.keyCount, body)
  }

  func string(_ range: Range<Int>) -> String {
    withText(range) { String(decoding: $0, as: UTF8.self) }
  }

  func position(file: Int, offset: UInt32) -> SourcePosition? {
    guard file < sources.count else { return nil }
    return sources[file].position(at: offset)
  }
}
