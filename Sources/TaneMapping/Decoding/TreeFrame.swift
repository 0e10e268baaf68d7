import TaneCore

/// The decoder of one node, and a link of the coding path that leads to it.
///
/// Scalars that a container decodes need no frame; one is made for every `init(from:)` that is
/// called.
final class TreeFrame {
  let tree: Tree
  let session: DecodingSession
  let parent: TreeFrame?
  let key: (any CodingKey)?
  /// The number of containers from the root to this node.
  private let depth: Int

  init(root tree: Tree, session: DecodingSession) {
    self.tree = tree
    self.session = session
    parent = nil
    key = nil
    depth = 1
  }

  private init(_ tree: Tree, key: any CodingKey, parent: TreeFrame) {
    self.tree = tree
    self.session = parent.session
    self.parent = parent
    self.key = key
    depth = parent.depth + 1
  }

  /// The frame of a node below this one.
  func frame(of child: Tree, at key: any CodingKey) throws -> TreeFrame {
    let frame = TreeFrame(child, key: key, parent: self)
    if frame.depth > TreeDecoder.maximumDepth, child.kind.isContainer {
      throw frame.failure.tooDeep()
    }
    return frame
  }

  /// The frame of the values of a superclass, which finds null where there are none.
  func superclassFrame(of child: Tree?, at key: any CodingKey) throws -> TreeFrame {
    try frame(of: child ?? .null, at: key)
  }

  /// How an error about this node is told.
  var failure: DecodingFailure { DecodingFailure(tree: tree, frame: self, key: nil) }
}

extension TreeFrame: Decoder {
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var frame: TreeFrame? = self
    while let current = frame {
      if let key = current.key { path.append(key) }
      frame = current.parent
    }
    return path.reversed()
  }

  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard tree.kind == .map else { throw failure.mismatch([String: Any].self, "a map") }
    return KeyedDecodingContainer(KeyedTreeContainer(frame: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard tree.kind == .list else { throw failure.mismatch([Any].self, "a list") }
    return UnkeyedTreeContainer(frame: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueTreeContainer(frame: self)
  }
}
