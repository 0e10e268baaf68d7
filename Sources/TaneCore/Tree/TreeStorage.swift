/// The flat memory of a tree: immutable once built, shared by every subtree taken from it.
///
/// The memory of a changed tree goes on where that of the large one ends that it was made from, so that what
/// stays is there once. Numbers of nodes and offsets in the text count from the beginning of that one.
final class TreeStorage: Sendable {
  /// The memory before this one, which has none before it.
  let base: TreeStorage?
  let nodes: [NodeRecord]
  let text: [UInt8]
  /// The files of all nodes, those of the memory before this one first.
  let sources: [SourceFile]

  init(base: TreeStorage? = nil, nodes: [NodeRecord], text: [UInt8], sources: [SourceFile]) {
    self.base = base
    self.nodes = nodes
    self.text = text
    self.sources = sources
  }

  /// Memory of no node.
  static let nothing = TreeStorage(nodes: [], text: [], sources: [])

  /// The number of all nodes.
  var nodeCount: Int { (base?.nodes.count ?? 0) + nodes.count }

  func record(_ node: Int) -> NodeRecord {
    guard let base else { return nodes[node] }
    let start = base.nodes.count
    return node < start ? base.nodes[node] : nodes[node - start]
  }

  /// Calls `body` with a part of the text.
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

  func string(_ range: Range<Int>) -> String {
    withText(range) { String(decoding: $0, as: UTF8.self) }
  }

  func position(file: Int, offset: UInt32) -> SourcePosition? {
    guard file < sources.count else { return nil }
    return sources[file].position(at: offset)
  }
}
