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
  /// What has been asked for in the node, where a check keeps account of it.
  let visit: Visit?
  /// The decoding of the type that asks through this frame, while faults are collected.
  var attempt: Attempt?
  /// The type that decodes itself from this frame, where the decoding is checked.
  var type: (any Any.Type)?
  /// The places of the children by their keys as a strategy converts them; nil where none does.
  var convertedKeys: [String: Int]?
  /// Whether the node does not exist, and everything asked for in it is to be invented.
  let invents: Bool
  /// The number of containers from the root to this node.
  private let depth: Int

  init(root tree: Tree, session: DecodingSession, visit: Visit? = nil, invents: Bool = false) {
    self.tree = tree
    self.session = session
    self.visit = visit
    self.invents = invents
    parent = nil
    key = nil
    depth = 1
  }

  private init(_ child: TreeChild, key: any CodingKey, parent: TreeFrame, invents: Bool) {
    tree = child.tree
    session = parent.session
    visit = parent.visit.flatMap { $0.child(child.tree, at: child.index) }
    attempt = parent.attempt
    self.invents = invents
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
    invents = frame.invents
    depth = frame.depth
  }

  /// The frame of a node below this one.
  func frame(of child: TreeChild, at key: any CodingKey) throws -> TreeFrame {
    let frame = TreeFrame(child, key: key, parent: self, invents: false)
    if frame.depth > TreeDecoder.maximumDepth, child.tree.kind.isContainer {
      throw frame.failure.tooDeep()
    }
    return frame
  }

  /// The frame of the values of a superclass, which finds null where there are none.
  func superclassFrame(of child: TreeChild?, at key: any CodingKey) throws -> TreeFrame {
    guard let child else { return inventedFrame(at: key, invents: invents) }
    return try frame(of: child, at: key)
  }

  /// The frame of a node that is not there.
  func inventedFrame(at key: any CodingKey, invents: Bool = true) -> TreeFrame {
    TreeFrame(TreeChild(tree: .null, index: 0), key: key, parent: self, invents: invents)
  }

  /// How an error about this node is told.
  var failure: DecodingFailure { DecodingFailure(tree: tree, frame: self, key: nil) }
}

/// A child of a list or map, and its place among the others.
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
    guard tree.isPlainMap || invents else {
      throw noted(failure.mismatch([String: Any].self, "a map"))
    }
    visit?.open(by: type, for: session.current?.type)
    attempt?.trace.noteKeyed(type)
    attempt?.opened(visit)
    return KeyedDecodingContainer(KeyedTreeContainer(frame: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard tree.kind == .list || invents else {
      throw noted(failure.mismatch([Any].self, "a list"))
    }
    visit?.open(for: session.current?.type)
    attempt?.trace.noteOther()
    attempt?.opened(visit)
    return UnkeyedTreeContainer(frame: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    attempt?.trace.noteOther()
    return SingleValueTreeContainer(frame: self)
  }

  /// The error, which nothing can be put in the place of.
  private func noted(_ error: any Error) -> any Error {
    attempt?.note(error)
    return error
  }
}
