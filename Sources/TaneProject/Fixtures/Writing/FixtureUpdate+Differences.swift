import SystemPackage
package import TaneCore

extension FixtureUpdate {
  /// Applies a difference to the fixtures that describe its resource.
  ///
  /// - Parameters:
  ///   - difference: The difference from the environment to the fixtures.
  ///   - removes: True to remove values that the environment lacks; missing elements of lists are
  ///     always removed.
  package mutating func apply(_ difference: ResourceDifference, removing removes: Bool) {
    if difference.isObject { return applyObjectDifference(difference, removing: removes) }
    let changes = difference.written.changes
    let targets = changes.map { target(of: $0, in: difference) }
    let blocked = blockedLists(changes, targets)
    for (change, target) in zip(changes, targets) {
      // A list is one value, so its missing elements are always removed.
      let isInList =
        target.list != nil || difference.outermostList(above: change.path.parent) != nil
      guard change.old != nil || removes || isInList else { continue }
      if let reason = target.reason {
        skip(change.path, of: difference, reason)
      } else if let list = target.list, blocked.contains(list) {
        skip(change.path, of: difference, "another element of its list cannot be changed")
      } else if let file = target.file {
        add(change, of: difference, at: target.path, in: file)
        removeFromOtherSets(change, in: difference, besides: file)
      }
    }
  }

  /// Removes a value that the environment lacks from the other files that describe a part of it.
  private mutating func removeFromOtherSets(
    _ change: Change,
    in difference: ResourceDifference,
    besides file: FilePath
  ) {
    guard change.old == nil, let new = change.new, fixtures.sets.count > 1 else { return }
    var files: Set<String> = []
    new.addFiles(to: &files)
    for other in files.subtracting([file.string]).sorted() {
      let target = target(of: change, in: FilePath(other))
      if target.reason == nil { add(change, of: difference, at: target.path, in: FilePath(other)) }
    }
  }

  /// The location of a change in the fixtures.
  private struct Target {
    /// The file, or nil if unknown.
    var file: FilePath?
    /// The path in the file.
    var path = TreePath.root
    /// The path of the outermost list around the value, or nil if the value is not in a list.
    var list: TreePath?
    /// The reason the file cannot be changed at the path, or nil if it can.
    var reason: String?
    /// A Boolean value indicating whether the change removes a list element that contains a tag.
    var removesTag = false
  }

  private mutating func target(of change: Change, in difference: ResourceDifference) -> Target {
    guard let file = file(of: change, in: difference) else {
      return Target(reason: "the file that contains it is unknown")
    }
    return target(of: change, in: file)
  }

  private mutating func target(of change: Change, in file: FilePath) -> Target {
    guard let root = fileLocator.root(of: file.string), let path = root.path.relative(change.path)
    else {
      return Target(reason: "\(file) does not contain it")
    }
    let tree = tree(of: file)
    let tag = expression(on: path, in: file)
    // A tag may add elements to the list of an earlier set.
    let list = tree?.outermostList(on: path.parent) ?? (tag?.path == path ? nil : tag?.path)
    var target = Target(
      file: file,
      path: path,
      list: path.isRoot ? nil : list.map { TreePath(root.path.components + $0.components) }
    )
    target.removesTag =
      change.old == nil && list != nil && tree?[path]?.firstExpression != nil
    let place = { (tag: Tree) in tag.position.map { "\($0)" } ?? file.string }
    // A tag inside an element may disappear from its index only because the element has moved.
    let isInElement = list.map { path.components.count > $0.components.count + 1 } ?? false
    if let tag {
      target.reason = "the tag at \(place(tag.node)) generates it; change it there"
    } else if change.old != nil || isInElement, let tag = tree?[path]?.firstExpression {
      target.reason = "the tag at \(place(tag)) generates part of it; change it there"
    }
    return target
  }

  /// Returns the lists that must stay unchanged, because their elements may have moved and some of
  /// the values cannot be changed.
  private func blockedLists(_ changes: [Change], _ targets: [Target]) -> Set<TreePath> {
    var groups: [TreePath: [(change: Change, isKept: Bool, removesTag: Bool)]] = [:]
    for (change, target) in zip(changes, targets) {
      guard let list = target.list else { continue }
      groups[list, default: []].append((change, target.reason != nil, target.removesTag))
    }
    return Set(
      groups.filter { list, group in
        let depth = list.components.count
        let isResized = group.contains { $0.change.path.components.count == depth + 1 }
        let elements = Dictionary(grouping: group) { $0.change.path.components[depth] }.values
        // If other elements change as well, the element with the tag may only have moved.
        let movesTag =
          group.contains(where: \.removesTag)
          && group.contains { $0.change.old != nil || $0.change.path.components.count > depth + 1 }
        return movesTag
          || group.contains(where: \.isKept)
            && (isResized || elements.contains { Set($0.map(\.isKept)).count > 1 })
      }.keys
    )
  }

  private mutating func add(
    _ change: Change,
    of difference: ResourceDifference,
    at path: TreePath,
    in file: FilePath
  ) {
    guard let root = fileLocator.root(of: file.string) else { return }
    var place = path
    var value = change.old
    if path.isRoot, value == nil { return updatedFiles.append(self.file(file, .nothing)) }
    var described = change.new
    while !place.isRoot, isShortForm(described, at: place, in: file) {
      place = place.parent
      described = nil
      value = difference.address.path.relative(TreePath(root.path.components + place.components))
        .flatMap { difference.old.content[$0] }
    }
    if let list = reshapedList(on: place.parent, in: file, at: root, difference) {
      if tree(of: file)?[list.path]?.firstExpression != nil {
        return skip(change.path, of: difference, "another element of its list cannot be changed")
      }
      (place, value) = list
    }
    guard changes[file]?.last?.path != place else { return }
    let old = tree(of: file)?[place]
    if let part = value, let old, difference.address == .remoteConfig {
      value = RemoteConfigValues.spelled(part, like: old, at: place, in: difference.old.content)
    }
    guard old != nil || value != nil else {
      return skip(change.path, of: difference, "\(file) does not contain it")
    }
    changes[file, default: []].append(
      Change(path: place, old: old, new: value.map { readBackFormIfNeeded($0, difference) })
    )
  }

  /// Returns the outermost list on a path in a file, with its value in the environment, if the list
  /// must be replaced as a whole; otherwise, nil.
  ///
  /// A list must be replaced as a whole if it, or a list inside it on the path, has holes or is not
  /// a list in the environment.
  private mutating func reshapedList(
    on path: TreePath,
    in file: FilePath,
    at root: Address,
    _ difference: ResourceDifference
  ) -> (path: TreePath, value: Tree?)? {
    guard let tree = tree(of: file), let outermost = tree.outermostList(on: path) else {
      return nil
    }
    let address = Address(
      service: root.service,
      path: TreePath(root.path.components + outermost.components)
    )
    let found =
      lists[address]
      ?? difference.address.path.relative(address.path).flatMap { difference.old.content[$0] }
      .map { value in
        let form = readBackFormIfNeeded(value, difference)
        return (form, form.isReshapedList)
      }
    lists[address] = found
    guard let found else { return nil }
    let depths = outermost.components.count..<path.components.count
    let isReshaped = depths.map { TreePath(Array(path.components[...$0])) }.contains { inner in
      tree[inner]?.kind == .list
        && outermost.relative(inner).flatMap { found.form[$0] }?.isReshapedList == true
    }
    return found.isReshaped || isReshaped ? (outermost, found.form) : nil
  }

  /// Returns true if a file contains a changed value in a short form, which must be replaced by the
  /// long form.
  ///
  /// Examples are a value instead of a map with the value, and YAML instead of JSON text.
  private mutating func isShortForm(
    _ described: Tree?,
    at place: TreePath,
    in file: FilePath
  ) -> Bool {
    guard let tree = tree(of: file), let above = tree[place.parent], above.kind != .null else {
      return false
    }
    guard above.kind.isContainer else { return true }
    guard described?.kind == .string else { return false }
    return tree[place].map(\.kind.isContainer) ?? true
  }

  /// Returns the node with the tag that produces a value in a file, or nil if the file contains the
  /// value itself.
  private mutating func expression(
    on path: TreePath,
    in file: FilePath
  ) -> (node: Tree, path: TreePath)? {
    var (node, depth) = (tree(of: file), 0)
    while let next = node, next.tag != .expression, depth < path.components.count {
      node = next[path.components[depth]]
      depth += 1
    }
    guard let node, node.tag == .expression else { return nil }
    return (node, TreePath(Array(path.components[..<depth])))
  }

  /// Returns the file that contains a value or its nearest ancestor, or nil if unknown.
  private func file(of change: Change, in difference: ResourceDifference) -> FilePath? {
    if let file = change.new?.position?.file { return FilePath(file) }
    if let file = difference.address.path.relative(change.path)
      .flatMap({ Self.file(of: $0, in: difference.new.content) }) ?? difference.position?.file
    {
      return FilePath(file)
    }
    // The difference may be about a node below a described resource.
    let resource = fixtures.resources.last { $0.address.contains(difference.address) }
    return resource.flatMap { resource in
      resource.address.path.relative(change.path)
        .flatMap { Self.file(of: $0, in: resource.content) }.map { FilePath($0) }
    }
  }

  /// Returns the file that contains a value or its nearest ancestor, or nil if unknown.
  private static func file(of path: TreePath, in content: Tree) -> String? {
    if let file = content[path]?.position?.file { return file }
    return path.isRoot ? nil : file(of: path.parent, in: content)
  }

  private mutating func applyObjectDifference(
    _ difference: ResourceDifference,
    removing removes: Bool
  ) {
    let address = difference.address
    guard let file = fixtures.file(at: address).flatMap(relative) else {
      return skip(address.path, of: difference, "its content is not in a separate file")
    }
    if let blob = difference.new.blob { digests[file] = blob }
    guard difference.old.exists else {
      if removes {
        for path in [file, metadataFile(of: file)] where exists(path) {
          updatedFiles.append(self.file(path, .nothing))
        }
      }
      return
    }
    if difference.old.blob != difference.new.blob {
      updatedFiles.append(self.file(file, .object(address)))
    }
    if difference.old.content != difference.new.content {
      writeMetadata(difference.old.content, of: file)
    }
  }
}

extension Tree {
  /// A Boolean value indicating whether the environment's value of a list in a file has holes or is
  /// not a list.
  fileprivate var isReshapedList: Bool {
    kind != .list || children.contains { $0.kind == .null }
  }

  /// Adds the names of the files that contain the node and its descendants.
  fileprivate func addFiles(to files: inout Set<String>) {
    if let fileName { files.insert(fileName) }
    for child in children { child.addFiles(to: &files) }
  }
}
