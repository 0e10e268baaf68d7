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
    /// A Boolean value indicating whether the whole text is rewritten.
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
  static let valuesPerFile = 5000
  /// The key of a node's priority in a tree.
  static let priority = ".priority"
  /// The maximum number of files for one node.
  static let filesPerNode = 200

  /// The password-hash fields of new accounts, by account address.
  package var passwordHashes: [Address: Tree] = [:]
  /// The values that fixtures cannot express.
  package internal(set) var left: [SkippedValue] = []
  private let project: Project
  let fixtures: Fixtures
  let fileLocator: FixtureFileLocator
  let set: String
  let described: [Address]
  var changes: [FilePath: [Change]] = [:]
  /// The environment's values of lists in files; `isReshaped` is true if the value has holes or is
  /// not a list.
  var lists: [Address: (form: Tree, isReshaped: Bool)] = [:]
  /// The current trees of the files that have been read.
  private var currentTrees: [FilePath: Tree?] = [:]
  /// The digests of files when they were first read.
  var digests: [FilePath: BlobDigest?] = [:]
  var trees: [FilePath: Tree] = [:]
  var updatedFiles: [File] = []
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

  // MARK: Files

  /// Returns the file for a new resource, or nil if no suitable name is available.
  ///
  /// The name is not the name of a folder, and does not differ from other new names only in case,
  /// which many file systems ignore.
  mutating func place(of address: Address) -> FixtureFileLocator.FileLocation? {
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

  static func text(of tree: Tree, in path: FilePath) -> [UInt8] {
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
  mutating func tree(of path: FilePath) -> Tree? {
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

  mutating func writeMetadata(_ metadata: Tree, of file: FilePath) {
    let path = metadataFile(of: file)
    let old = tree(of: path)
    guard old != metadata else { return }
    let bytes = (try? project.files.bytes(of: project.absolute(path))) ?? nil
    guard let bytes, let old else {
      return updatedFiles.append(self.file(path, .text(YAMLWriter().bytes(of: metadata))))
    }
    updatedFiles.append(self.file(path, InPlaceEdit.edit(bytes, from: old, to: metadata)))
  }

  func metadataFile(of file: FilePath) -> FilePath {
    let short = FilePath(file.string + ".meta.yml")
    return exists(short) ? short : FilePath(file.string + ".meta.yaml")
  }

  func exists(_ path: FilePath) -> Bool {
    (try? project.files.kind(of: project.absolute(path))) ?? nil != nil
  }

  mutating func digest(of path: FilePath) -> BlobDigest? {
    if let digest = digests[path] { return digest }
    let digest = (try? project.digest(of: path)) ?? nil
    digests[path] = .some(digest)
    return digest
  }

  mutating func file(
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

  mutating func file(
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

  func relative(_ path: FilePath) -> FilePath? {
    var path = path
    return path.removePrefix(project.root) ? path : nil
  }

  func readBackFormIfNeeded(_ value: Tree, _ difference: ResourceDifference) -> Tree {
    difference.rules.canReadMapsAsLists ? value.readBackForm() : value
  }

  mutating func skip(_ path: TreePath, of difference: ResourceDifference, _ reason: String) {
    let address = Address(service: difference.address.service, path: path)
    left.append(SkippedValue(address: address, reason: reason))
  }
}

extension Tree {
  /// A Boolean value indicating whether the tree contains tags of the fixture language.
  fileprivate var hasFixtureLanguageTags: Bool { firstExpression != nil }

  /// The first node with a tag of the fixture language, or nil.
  var firstExpression: Tree? {
    tag == .expression ? self : children.lazy.compactMap(\.firstExpression).first
  }
}
