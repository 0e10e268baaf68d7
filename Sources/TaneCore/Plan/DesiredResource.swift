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

extension Tree {
  /// Whether a path leads through a list, or to one.
  func hasList(on path: TreePath) -> Bool {
    var node = self
    for key in path.components {
      if node.kind == .list { return true }
      guard let child = node[key] else { return false }
      node = child
    }
    return node.kind == .list
  }
}
