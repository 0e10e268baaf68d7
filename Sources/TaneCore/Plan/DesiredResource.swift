import Synchronization

/// What fixtures say of a resource.
public struct DesiredResource: Sendable {
  /// Where it should stand.
  public let address: Address
  /// What it should hold as the fixtures spell it, every value at the place where it was written; a secret is
  /// `<redacted>`.
  public let content: Tree
  /// The bytes of an object; nil for everything else.
  public let blob: BlobDigest?
  /// Where fixtures describe it as a whole; nil where its content alone tells.
  public let position: SourcePosition?
  /// Whether it is a part of a list of the fixtures, which is one value.
  let isInList: Bool
  private let stored = StoredContent()

  /// The stored form of a content, made once: of a large one with lists it is another large one.
  private final class StoredContent: Sendable {
    let tree = Mutex<Tree?>(nil)
  }

  /// Creates what fixtures say of a resource.
  public init(
    _ address: Address,
    _ content: Tree,
    blob: BlobDigest? = nil,
    at position: SourcePosition? = nil
  ) {
    self.init(address, content, blob: blob, at: position, isInList: false)
  }

  init(
    _ address: Address,
    _ content: Tree,
    blob: BlobDigest? = nil,
    at position: SourcePosition?,
    isInList: Bool
  ) {
    self.address = address
    self.content = content
    self.blob = blob
    self.position = position
    self.isInList = isInList
  }
}

extension DesiredResource {
  /// The content as a Realtime Database holds it.
  public var storedContent: Tree {
    stored.tree.withLock { tree in
      if let tree { return tree }
      let made = content.storedForm()
      tree = made
      return made
    }
  }

  /// The outermost list of the fixtures at or above a place of the service; nil where none is.
  func outermostList(above place: TreePath) -> TreePath? {
    guard !isInList else { return address.path }
    return address.path.relative(place).flatMap { content.outermostList(on: $0) }
      .map { TreePath(address.path.components + $0.components) }
  }
}

extension Tree {
  /// Whether a path leads through a list, or to one.
  func hasList(on path: TreePath) -> Bool { outermostList(on: path) != nil }

  /// The first list on a path, its end included; nil where none is.
  func outermostList(on path: TreePath) -> TreePath? {
    var node = self
    for (depth, key) in path.components.enumerated() {
      if node.kind == .list { return TreePath(Array(path.components[..<depth])) }
      guard let child = node[key] else { return nil }
      node = child
    }
    return node.kind == .list ? path : nil
  }
}
