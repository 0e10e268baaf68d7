import Synchronization

/// A resource as described in the fixtures.
package struct DesiredResource: Sendable {
  package let address: Address
  /// The content as written in the fixtures, with the position of each value; secrets are replaced
  /// by `<redacted>`.
  package let content: Tree
  /// The digest of an object's bytes, or nil if the resource is not an object.
  package let blob: BlobDigest?
  /// The position of the resource's whole description, or nil if only values in it have positions.
  package let position: SourcePosition?
  /// A Boolean value indicating whether fixtures describe the resource, even if only as absent.
  var isDescribed = true
  /// A Boolean value indicating whether the resource is part of a list in the fixtures; such a list
  /// counts as one value.
  let isInList: Bool
  private let stored = StoredFormCache()

  /// A cache of the content's stored form, which is expensive to compute for large trees with
  /// lists.
  private final class StoredFormCache: Sendable {
    let tree = Mutex<Tree?>(nil)
  }

  /// Creates a resource from fixtures.
  package init(
    _ address: Address,
    _ content: Tree,
    blob: BlobDigest? = nil,
    at position: SourcePosition? = nil
  ) {
    self.init(address, content, blob: blob, at: position, isInList: false)
  }

  /// Returns the desired state of a resource that fixtures no longer describe: it should not exist.
  package static func orphan(at address: Address) -> DesiredResource {
    var resource = DesiredResource(address, .null)
    resource.isDescribed = false
    return resource
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
  /// The content in the stored form of a Realtime Database.
  package var storedContent: Tree {
    stored.tree.withLock { tree in
      if let tree { return tree }
      let made = content.storedForm()
      tree = made
      return made
    }
  }

  /// Returns the path of the outermost list in the fixtures at or above the given path, or nil if
  /// there is none; paths start at the service's root.
  func outermostList(above place: TreePath) -> TreePath? {
    guard !isInList else { return address.path }
    return address.path.relative(place).flatMap { content.outermostList(on: $0) }
      .map { TreePath(address.path.components + $0.components) }
  }
}

extension Tree {
  /// Returns true if a path ends at or passes through a list.
  func hasList(on path: TreePath) -> Bool { outermostList(on: path) != nil }

  /// Returns the path of the first list on a path, including the path's end, or nil if there is
  /// none.
  package func outermostList(on path: TreePath) -> TreePath? {
    var node = self
    for (depth, key) in path.components.enumerated() {
      if node.kind == .list { return TreePath(Array(path.components[..<depth])) }
      guard let child = node[key] else { return nil }
      node = child
    }
    return node.kind == .list ? path : nil
  }
}
