/// What has an address and a content of its own in a service: a node of a database that fixtures own, a
/// document, an account, an object.
public struct Resource: Sendable {
  /// Where it stands.
  public let address: Address
  /// What it holds, in the form in which the kind of service is compared; null where there is none.
  public let content: Tree
  /// The bytes of an object; nil for everything else.
  public let blob: BlobDigest?
  /// What tells whether it is still the same.
  public let version: ResourceVersion

  /// Creates a resource.
  public init(
    _ address: Address,
    _ content: Tree,
    blob: BlobDigest? = nil,
    version: ResourceVersion = .none
  ) {
    self.address = address
    self.content = content
    self.blob = blob
    self.version = version
  }

  /// Whether there is anything.
  public var exists: Bool { !content.isNull || blob != nil }
}

extension Tree {
  /// Returns the value at a path of a resource's content, or nil if there is none.
  ///
  /// A content of null is a resource that does not exist; below it, null is a value like any other.
  package func value(at path: TreePath) -> Tree? {
    guard let value = self[path], !(path.isRoot && value.isNull) else { return nil }
    return value
  }
}
