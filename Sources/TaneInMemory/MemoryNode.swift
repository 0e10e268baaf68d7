import TaneCore

/// A node of a tree: either a scalar or a dictionary of children.
///
/// Keys are UTF-8 bytes, because strings that differ only in Unicode normalization are equal in
/// Swift, but not in a Realtime Database.
enum MemoryNode {
  case scalar(Tree)
  case children([[UInt8]: MemoryNode])

  /// Creates a node from a tree, or returns nil if a database would store nothing for the tree.
  ///
  /// `time` is the value of server timestamps.
  init?(_ tree: Tree, time: Int64) {
    guard tree.existsInRealtimeDatabase else { return nil }
    guard tree.kind.isContainer else {
      self = .scalar(tree.tag == .serverTimestamp ? Tree(.integer(time)) : tree)
      return
    }
    var children: [[UInt8]: MemoryNode] = [:]
    for (index, child) in tree.children.enumerated() {
      let key = child.key == nil ? Array(String(index).utf8) : child.withKeyBytes(Array.init)
      children[key] = MemoryNode(child, time: time)
    }
    self = .children(children)
  }

  /// Returns the node at a path, or nil if it does not exist.
  func descendant(_ keys: ArraySlice<[UInt8]>) -> MemoryNode? {
    guard let key = keys.first else { return self }
    guard case .children(let children) = self else { return nil }
    return children[key]?.descendant(keys.dropFirst())
  }

  /// Replaces the value at a path, or removes it if `new` is nil; returns nil if nothing remains.
  static func replacing(
    _ node: consuming MemoryNode?,
    _ keys: ArraySlice<[UInt8]>,
    with new: MemoryNode?
  ) -> MemoryNode? {
    guard let key = keys.first else { return new }
    var children: [[UInt8]: MemoryNode] = [:]
    switch consume node {
    // A removal below a scalar does nothing.
    case .scalar(let tree) where new == nil: return .scalar(tree)
    case .children(let existing): children = existing
    default: break
    }
    let child = children.removeValue(forKey: key)
    children[key] = replacing(child, keys.dropFirst(), with: new)
    return children.isEmpty ? nil : .children(children)
  }

  /// Returns the node as a tree.
  func tree() -> Tree {
    var builder = TreeBuilder()
    append(to: &builder)
    return builder.finish()
  }

  private func append(to builder: inout TreeBuilder) {
    switch self {
    case .scalar(let tree): builder.append(tree)
    case .children(let children):
      builder.beginMap()
      for (key, child) in children {
        key.withUnsafeBufferPointer { builder.setKey(utf8: $0) }
        child.append(to: &builder)
      }
      builder.endContainer()
    }
  }
}
