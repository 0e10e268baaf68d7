/// A resource with an address and content: a database node that fixtures own, a document, an
/// account or an object.
package struct Resource: Sendable {
  package let address: Address
  /// The content in the form that `ResourceRules` compares; null if the resource is missing.
  package let content: Tree
  /// The digest of an object's bytes, or nil if the resource is not an object.
  package let blob: BlobDigest?
  /// The version, used to detect changes.
  package let version: ResourceVersion

  package init(
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

  /// A Boolean value indicating whether the resource exists.
  package var exists: Bool { !content.isNull || blob != nil }
}

extension Tree {
  /// Returns the value at a path in a resource's content, or nil if the path does not exist.
  ///
  /// Null content means that the resource does not exist; below the root, null is a value.
  package func value(at path: TreePath) -> Tree? {
    guard let value = self[path], !(path.isRoot && value.isNull) else { return nil }
    return value
  }
}
