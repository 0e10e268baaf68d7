public import SystemPackage
public import TaneCore
import TaneFormats

/// The changes to fixtures that make them match an environment: new files and edits to existing
/// ones.
///
/// Each change is made in the file that contains the old value, regardless of the file's set.
/// Handwritten text is preserved where possible.
public struct FixtureUpdate: Sendable {
  /// The new state of a file.
  public struct File: Sendable {
    /// The file's path in the project.
    public let path: FilePath
    package let content: Content
    /// The number of values that are written or changed.
    public let changeCount: Int
    /// The digest of the bytes read earlier, or nil if the file did not exist.
    package let before: BlobDigest?
    /// A Boolean value indicating whether the whole text is written anew.
    package let isRewritten: Bool
    /// The number of comments that are lost.
    package let lostCommentCount: Int
    /// The address of the file's root, or nil if the file represents no address.
    package let root: Address?

    /// A Boolean value indicating whether the file existed.
    package var exists: Bool { before != nil }

    /// A note about handwritten text that is lost, or nil if none is.
    package var lossNote: String? {
      let comments = counted(lostCommentCount, "comment")
      if isRewritten { return lostCommentCount > 0 ? "rewritten: \(comments) lost" : "rewritten" }
      return lostCommentCount > 0 ? "removes \(comments)" : nil
    }
  }

  /// The new content of a file.
  package enum Content: Sendable {
    /// Text in UTF-8.
    case text([UInt8])
    /// The bytes of an object.
    case object(Address)
    /// No content: the file is removed.
    case nothing
  }

  /// A value that fixtures cannot express, with the reason.
  public struct SkippedValue: Sendable {
    /// The address of the value.
    public let address: Address
    /// The reason, as a clause without a full stop.
    public let reason: String

    package init(address: Address, reason: String) {
      (self.address, self.reason) = (address, reason)
    }
  }

  /// The maximum number of values in a new file, unless the file's node cannot be divided.
  private static let valuesPerFile = 5000
  /// The key of a node's priority in a tree.
  private static let priority = ".priority"
  /// The maximum number of files for one node.
  private static let filesPerNode = 200

  /// The password-hash fields of new accounts, by account address.
  package var passwordHashes: [Address: Tree] = [:]
  /// The values that fixtures cannot express.
  package private(set) var left: [SkippedValue] = []
  private let project: Project
  private let fixtures: Fixtures
  private let fileLocator: FixtureFileLocator
  private let set: String
  private let described: [Address]
  private var changes: [FilePath: [Change]] = [:]
  /// The environment's values of lists in files; `isReshaped` is true if the value has holes or is
  /// not a list.
  private var lists: [Address: (form: Tree, isReshaped: Bool)] = [:]
  /// The current trees of the files that have been read.
  private var currentTrees: [FilePath: Tree?] = [:]
  /// The digests of files when they were first read.
  private var digests: [FilePath: BlobDigest?] = [:]
  private var trees: [FilePath: Tree] = [:]
  private var updatedFiles: [File] = []
  /// The new files and their folders, by lowercase path.
  private var plannedPaths: [String: (path: FilePath, isFolder: Bool)] = [:]

  /// Creates an update; data that no file describes is added to files of a set.
  package init(
    of fixtures: Fixtures,
    in project: Project,
    for profile: EnvironmentProfile,
    addingTo set: String
  ) {
    (self.project, self.fixtures, self.set) = (project, fixtures, set)
    fileLocator = FixtureFileLocator(profile: profile)
    described = fixtures.resources.map(\.address)
  }

  /// Records values that fixtures cannot express.
  package mutating func skip(_ places: [SkippedValue]) { left += places }

  // MARK: Described resources

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
      guard change.old != nil || removes || target.list != nil else { continue }
      if let reason = target.reason {
        skip(change.path, of: difference, reason)
      } else if let list = target.list, blocked.contains(list) {
        skip(change.path, of: difference, "another element of its list cannot be changed")
      } else if let file = target.file {
        add(change, of: difference, at: target.path, in: file)
      }
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
  }

  private mutating func target(of change: Change, in difference: ResourceDifference) -> Target {
    guard let file = file(of: change, in: difference) else {
      return Target(reason: "the file that contains it is unknown")
    }
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
    let place = { (tag: Tree) in tag.position.map { "\($0)" } ?? file.string }
    if let tag {
      target.reason = "the tag at \(place(tag.node)) generates it; change it there"
    } else if change.old != nil, let tag = tree?[path]?.firstExpression {
      target.reason = "the tag at \(place(tag)) generates part of it; change it there"
    }
    return target
  }

  /// Returns the lists that must stay unchanged, because their elements may have moved and some of
  /// the values cannot be changed.
  private func blockedLists(_ changes: [Change], _ targets: [Target]) -> Set<TreePath> {
    var groups: [TreePath: [(change: Change, isKept: Bool)]] = [:]
    for (change, target) in zip(changes, targets) {
      guard let list = target.list else { continue }
      groups[list, default: []].append((change, target.reason != nil))
    }
    return Set(
      groups.filter { list, group in
        let depth = list.components.count
        let isResized = group.contains { $0.change.path.components.count == depth + 1 }
        let elements = Dictionary(grouping: group) { $0.change.path.components[depth] }.values
        return group.contains(where: \.isKept)
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

  // MARK: New resources

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

  // MARK: Files

  /// Returns the file for a new resource, or nil if no suitable name is available.
  ///
  /// The name is not the name of a folder, and does not differ from other new names only in case,
  /// which many file systems ignore.
  private mutating func place(of address: Address) -> FixtureFileLocator.FileLocation? {
    for encoding in FileName.Encoding.allCases {
      guard let place = fileLocator.place(of: address, in: set, encoding) else { return nil }
      let paths = sequence(first: place.path) { $0.removingLastComponent() }
        .prefix { !$0.isEmpty }
      guard paths.allSatisfy({ isAvailable($0, forFolder: $0 != place.path) }) else { continue }
      for path in paths { plannedPaths[path.string.lowercased()] = (path, path != place.path) }
      return place
    }
    return nil
  }

  /// Returns true if a path is available for a new file or for one of its folders.
  private func isAvailable(_ path: FilePath, forFolder isFolder: Bool) -> Bool {
    if let other = plannedPaths[path.string.lowercased()] { return other == (path, isFolder) }
    let kind = (try? project.files.kind(of: project.absolute(path))) ?? nil
    // For a link, this is the kind of its target.
    return kind != (isFolder ? .file : .folder)
  }

  /// Returns the new states of changed files, ordered by path.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  package mutating func files() async throws -> [File] {
    for path in changes.keys.sorted(by: { $0.string < $1.string }) where trees[path] == nil {
      if let file = makeEditedFile(at: path) { updatedFiles.append(file) }
    }
    let new = trees.map { path, tree in (path: path, tree: tree.applying(changeset(of: path))) }
    // Environments may be large, so the texts of several files are created concurrently.
    let texts = try await new.concurrentMap { Self.text(of: $0.tree, in: $0.path) }
    for ((path, tree), text) in zip(new, texts) {
      updatedFiles.append(file(path, .text(text), changes: changes[path]?.count ?? tree.leafCount))
    }
    (changes, trees) = ([:], [:])
    return updatedFiles.sorted { $0.path.string < $1.path.string }
  }

  private func changeset(of path: FilePath) -> Changeset {
    Changeset(changes: (changes[path] ?? []).sorted { $0.path < $1.path })
  }

  private static func text(of tree: Tree, in path: FilePath) -> [UInt8] {
    let isJSON = path.extension?.lowercased() == "json"
    if isJSON, let text = try? JSONWriter().write(tree) { return Array(text.utf8) }
    return YAMLWriter().bytes(of: tree)
  }

  private mutating func makeEditedFile(at path: FilePath) -> File? {
    let bytes = (try? project.files.bytes(of: project.absolute(path))) ?? nil
    let old = tree(of: path)
    let root = fileLocator.root(of: path.string) ?? Address(service: "", path: .root)
    if bytes != nil, old == nil {
      left.append(SkippedValue(address: root, reason: "the fixture file \(path) could not be read"))
      return nil
    }
    let changeset = changeset(of: path)
    let new = (old ?? Tree(.map([]))).applying(changeset)
    if let old, new.isIdentical(to: old) { return nil }
    let count = changeset.changes.count
    guard let bytes, let old else {
      return file(path, .text(Self.text(of: new, in: path)), changes: count)
    }
    let edit = InPlaceEdit.edit(
      bytes,
      as: TreeFormat(fileExtension: path.extension ?? "") ?? .yaml,
      from: old,
      to: new,
      keeping: fixtures.tagNames
    )
    guard edit.isInPlace || !old.hasFixtureLanguageTags else {
      left.append(
        SkippedValue(
          address: root,
          reason: "the parts of \(path) that contain tags cannot be changed"
        )
      )
      return nil
    }
    return file(path, edit, changes: count)
  }

  /// Returns the current tree of a file, or nil if the file does not exist or cannot be read.
  private mutating func tree(of path: FilePath) -> Tree? {
    if let tree = currentTrees[path] { return tree }
    _ = digest(of: path)
    let tree = TreeFormat(ofFile: path.lastComponent?.string ?? "").flatMap { format in
      (try? project.files.readTree(
        of: project.absolute(path),
        named: path.string,
        as: format,
        keeping: fixtures.tagNames
      ))?.tree
    }
    currentTrees[path] = .some(tree)
    return tree
  }

  private mutating func writeMetadata(_ metadata: Tree, of file: FilePath) {
    let path = metadataFile(of: file)
    let old = tree(of: path)
    guard old != metadata else { return }
    let bytes = (try? project.files.bytes(of: project.absolute(path))) ?? nil
    guard let bytes, let old else {
      return updatedFiles.append(self.file(path, .text(YAMLWriter().bytes(of: metadata))))
    }
    updatedFiles.append(self.file(path, InPlaceEdit.edit(bytes, from: old, to: metadata)))
  }

  private func metadataFile(of file: FilePath) -> FilePath {
    let short = FilePath(file.string + ".meta.yml")
    return exists(short) ? short : FilePath(file.string + ".meta.yaml")
  }

  private func exists(_ path: FilePath) -> Bool {
    (try? project.files.kind(of: project.absolute(path))) ?? nil != nil
  }

  private mutating func digest(of path: FilePath) -> BlobDigest? {
    if let digest = digests[path] { return digest }
    let digest = (try? project.digest(of: path)) ?? nil
    digests[path] = .some(digest)
    return digest
  }

  private mutating func file(
    _ path: FilePath,
    _ content: Content,
    changes: Int = 1,
    isRewritten: Bool = false,
    lostCommentCount: Int = 0
  ) -> File {
    File(
      path: path,
      content: content,
      changeCount: changes,
      before: digest(of: path),
      isRewritten: isRewritten,
      lostCommentCount: lostCommentCount,
      root: fileLocator.root(of: path.string)
    )
  }

  private mutating func file(
    _ path: FilePath,
    _ edit: InPlaceEdit.Result,
    changes: Int = 1
  ) -> File {
    file(
      path,
      .text(edit.text),
      changes: changes,
      isRewritten: !edit.isInPlace,
      lostCommentCount: edit.lostCommentCount
    )
  }

  private func relative(_ path: FilePath) -> FilePath? {
    var path = path
    return path.removePrefix(project.root) ? path : nil
  }

  private func readBackFormIfNeeded(_ value: Tree, _ difference: ResourceDifference) -> Tree {
    difference.rules.canReadMapsAsLists ? value.readBackForm() : value
  }

  private mutating func skip(_ path: TreePath, of difference: ResourceDifference, _ reason: String)
  {
    let address = Address(service: difference.address.service, path: path)
    left.append(SkippedValue(address: address, reason: reason))
  }
}

extension Tree {
  /// A Boolean value indicating whether the tree contains tags of the fixture language.
  fileprivate var hasFixtureLanguageTags: Bool { firstExpression != nil }

  /// A Boolean value indicating whether the environment's value of a list in a file has holes or is
  /// not a list.
  fileprivate var isReshapedList: Bool {
    kind != .list || children.contains { $0.kind == .null }
  }

  /// The first node with a tag of the fixture language, or nil.
  fileprivate var firstExpression: Tree? {
    tag == .expression ? self : children.lazy.compactMap(\.firstExpression).first
  }
}
