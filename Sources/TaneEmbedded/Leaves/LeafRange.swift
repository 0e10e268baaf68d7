/// A half-open range of binary paths in the subtree of one node.
struct LeafRange: Sendable {
  /// The binary path of the node.
  let base: [UInt8]
  /// The lower bound, inclusive.
  var lower: [UInt8]
  /// The upper bound, exclusive.
  var upper: [UInt8]

  /// Creates the range of a node and its descendants.
  init(subtreeOf base: [UInt8]) {
    self.base = base
    lower = base
    upper = base + [PathEncoding.pastSubtree]
  }

  /// Creates the range of a node's descendants, excluding the node.
  init(childrenOf base: [UInt8]) {
    self.init(subtreeOf: base)
    lower = base + [PathEncoding.firstChild]
  }
}
