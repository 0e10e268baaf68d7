/// A stretch of leaves below one node: binary paths from one up to, but without, another.
struct LeafRange: Sendable {
  /// The binary path of the node below which the leaves lie.
  let base: [UInt8]
  /// The first path of the stretch.
  var lower: [UInt8]
  /// The first path past the stretch.
  var upper: [UInt8]

  /// The node itself and all that lies below it.
  init(subtreeOf base: [UInt8]) {
    self.base = base
    lower = base
    upper = base + [PathEncoding.pastSubtree]
  }

  /// All that lies below a node, without the node.
  init(childrenOf base: [UInt8]) {
    self.init(subtreeOf: base)
    lower = base + [PathEncoding.firstChild]
  }
}
