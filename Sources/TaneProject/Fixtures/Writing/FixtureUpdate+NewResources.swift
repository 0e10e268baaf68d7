import SystemPackage
package import TaneCore

extension FixtureUpdate {
  /// Adds a resource that no fixture describes.
  package mutating func add(_ resource: Resource, by rules: ResourceRules) {
    var content = resource.content.removing(rules.unchecked)
    if let hash = passwordHashes[resource.address] {
      let fields = Array(content.children) + Array(hash.children)
      content = Tree(.map(fields.map { ($0.key ?? "", .tree($0)) }))
    }
    guard resource.blob == nil else { return addObject(resource) }
    let isNode = rules.canReadMapsAsLists
    if isNode, isSplitIntoFiles(resource) {
      for child in resource.content.children {
        let place = Address(
          service: resource.address.service,
          path: resource.address.path.appending(child.key ?? "")
        )
        guard child.key != Self.priority else {
          left.append(
            SkippedValue(
              address: place,
              reason: "a priority can be written only in a file for the whole node"
            )
          )
          continue
        }
        add(Resource(place, child), by: rules)
      }
      return
    }
    guard let place = place(of: resource.address) else {
      left.append(
        SkippedValue(
          address: resource.address,
          reason: "its name cannot be used as a file name"
        )
      )
      return
    }
    let value = isNode ? content.readBackForm() : content
    let path = place.root.path.relative(resource.address.path) ?? .root
    guard !path.isRoot || digest(of: place.path) != nil else {
      trees[place.path] = value
      return
    }
    merge(value, at: path, into: place.path, of: resource.address, canReadMapsAsLists: isNode)
  }

  /// Merges a value into an existing file, which may belong to a set that the environment does not
  /// use.
  ///
  /// Values that only the file has and values produced by its tags are unchanged.
  private mutating func merge(
    _ value: Tree,
    at path: TreePath,
    into file: FilePath,
    of address: Address,
    canReadMapsAsLists: Bool = false
  ) {
    let old = tree(of: file)?[path]
    if canReadMapsAsLists {
      guard old != value, old?.readBackForm() != value else { return }
    } else if let old, old.isIdentical(to: value) {
      return
    }
    if let old, old.kind == .map, value.kind == .map, old.tag == value.tag {
      for child in value.children {
        let key = child.key ?? ""
        merge(
          child,
          at: path.appending(key),
          into: file,
          of: Address(service: address.service, path: address.path.appending(key)),
          canReadMapsAsLists: canReadMapsAsLists
        )
      }
      return
    }
    if let tag = old?.firstExpression {
      let place = tag.position.map { "\($0)" } ?? file.string
      left.append(
        SkippedValue(address: address, reason: "the tag at \(place) generates it; change it there")
      )
      return
    }
    changes[file, default: []].append(Change(path: path, old: old, new: value))
  }

  /// Returns true if a node is written to separate files for its children.
  private func isSplitIntoFiles(_ resource: Resource) -> Bool {
    let (address, content) = (resource.address, resource.content)
    let isDescribed = described.contains { $0 != address && address.contains($0) }
    if isDescribed { return content.kind.isContainer }
    guard content.kind == .map, (1...Self.filesPerNode).contains(content.children.count) else {
      return false
    }
    // A node's priority must be in the node's file, and the elements of a list in the list's file.
    guard content[Self.priority] == nil, content.readBackForm().kind == .map else { return false }
    let isLarge = content.leafCount > Self.valuesPerFile
    guard address.path.isRoot || isLarge else { return false }
    return content.children.allSatisfy { child in
      let place = Address(service: address.service, path: address.path.appending(child.key ?? ""))
      return fileLocator.place(of: place, in: set) != nil
    }
  }

  private mutating func addObject(_ resource: Resource) {
    guard let place = place(of: resource.address) else {
      left.append(
        SkippedValue(
          address: resource.address,
          reason: "its name cannot be used as a file name"
        )
      )
      return
    }
    let before = digest(of: place.path)
    guard before == nil || before == resource.blob else {
      left.append(
        SkippedValue(
          address: resource.address,
          reason: "\(place.path) exists with different content; remove it to pull the object"
        )
      )
      return
    }
    if before == nil { updatedFiles.append(file(place.path, .object(resource.address))) }
    let metadata = metadataFile(of: place.path)
    if exists(metadata) {
      return merge(resource.content, at: .root, into: metadata, of: resource.address)
    }
    let guess = ObjectMetadata(
      contentType: ContentType.guess(fromName: place.path.lastComponent?.string ?? "")
    )
    if resource.content != guess.tree { writeMetadata(resource.content, of: place.path) }
  }
}
