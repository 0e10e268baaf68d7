import TaneCore

/// A decoder of one node, linked to the decoder of the enclosing node.
///
/// A scalar in a container needs no frame; each call of `init(from:)` has its own.
final class TreeFrame {
  let tree: Tree
  let session: DecodingSession
  let parent: TreeFrame?
  let key: (any CodingKey)?
  /// The record of requests in the node, if the decoding is checked.
  let visit: Visit?
  /// The attempt to decode the requesting type, if faults are collected.
  var attempt: Attempt?
  /// The type that decodes itself from this frame, if the decoding is checked.
  var type: (any Any.Type)?
  /// The indices of the children by converted key, or nil if keys are not converted.
  var convertedKeys: [String: Int]?
  /// A Boolean value indicating whether the node does not exist, so all of its values are invented.
  let isInvented: Bool
  /// The number of containers from the root to this node.
  private let depth: Int

  init(root tree: Tree, session: DecodingSession, visit: Visit? = nil, isInvented: Bool = false) {
    self.tree = tree
    self.session = session
    self.visit = visit
    self.isInvented = isInvented
    parent = nil
    key = nil
    depth = 1
  }

  private init(_ child: TreeChild, key: any CodingKey, parent: TreeFrame, isInvented: Bool) {
    tree = child.tree
    session = parent.session
    visit = parent.visit.flatMap { $0.child(child.tree, at: child.index) }
    attempt = parent.attempt
    self.isInvented = isInvented
    self.parent = parent
    self.key = key
    depth = parent.depth + 1
  }

  init(inPlaceOf frame: TreeFrame) {
    tree = frame.tree
    session = frame.session
    parent = frame.parent
    key = frame.key
    visit = frame.visit
    isInvented = frame.isInvented
    depth = frame.depth
  }

  /// Returns the frame of a child of this node.
  func frame(of child: TreeChild, at key: any CodingKey) throws -> TreeFrame {
    let frame = TreeFrame(child, key: key, parent: self, isInvented: false)
    if frame.depth > TreeDecoder.maximumDepth, child.tree.kind.isContainer {
      throw frame.failure.tooDeep()
    }
    return frame
  }

  /// Returns the frame for the values of a superclass; if `child` is nil, the node is null.
  func superclassFrame(of child: TreeChild?, at key: any CodingKey) throws -> TreeFrame {
    guard let child else { return inventedFrame(at: key, isInvented: isInvented) }
    return try frame(of: child, at: key)
  }

  /// Returns the frame for a node that does not exist.
  func inventedFrame(at key: any CodingKey, isInvented: Bool = true) -> TreeFrame {
    TreeFrame(TreeChild(tree: .null, index: 0), key: key, parent: self, isInvented: isInvented)
  }

  /// A factory for errors about this node.
  var failure: DecodingFailure { DecodingFailure(tree: tree, frame: self, key: nil) }
}

/// A child of a list or map, with its index.
struct TreeChild {
  let tree: Tree
  let index: Int
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
    guard tree.isPlainMap || isInvented else {
      throw recordFailure(failure.mismatch([String: Any].self, "a map"))
    }
    visit?.open(by: type, for: session.current?.type)
    attempt?.trace.recordKeyedContainer(type)
    attempt?.recordVisit(visit)
    return KeyedDecodingContainer(KeyedTreeContainer(frame: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard tree.kind == .list || isInvented else {
      throw recordFailure(failure.mismatch([Any].self, "a list"))
    }
    visit?.open(for: session.current?.type)
    attempt?.trace.recordOtherRequest()
    attempt?.recordVisit(visit)
    return UnkeyedTreeContainer(frame: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    attempt?.trace.recordOtherRequest()
    return SingleValueTreeContainer(frame: self)
  }

  /// Records a failure for which no stand-in is possible, and returns its error.
  private func recordFailure(_ error: any Error) -> any Error {
    attempt?.note(error)
    return error
  }
}
