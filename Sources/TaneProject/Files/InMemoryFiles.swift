public import SystemPackage

/// Files that exist only in memory, for tests: with links, and with files that cannot be read.
///
/// ```swift
/// var files = InMemoryFiles()
/// files.write("guard: open", to: "/demo/environments/local.yaml")
/// files.deny("/demo/environments/staging.yaml", "permission denied")
/// ```
public struct InMemoryFiles: ProjectFiles {
  private enum Node: Sendable {
    case file([UInt8])
    case folder
    case link(FilePath)
    case denied(FileError)
  }

  private var nodes: [FilePath: Node] = ["/": .folder]
  private var hasLinks = false

  /// Creates a file system that holds an empty root.
  public init() {}

  /// Puts text, in UTF-8, at an absolute path, and makes the folders on the way.
  public mutating func write(_ text: String, to path: FilePath) {
    write(Array(text.utf8), to: path)
  }

  /// Puts bytes at an absolute path, and makes the folders on the way.
  public mutating func write(_ bytes: [UInt8], to path: FilePath) {
    place(.file(bytes), at: path)
  }

  /// Makes a folder and those on the way to it.
  public mutating func makeFolder(_ path: FilePath) {
    place(.folder, at: path)
  }

  /// Puts a symbolic link at an absolute path; the destination is relative to the link's folder.
  public mutating func link(_ path: FilePath, to destination: FilePath) {
    place(.link(destination), at: path)
    hasLinks = true
  }

  /// Puts a file at an absolute path whose bytes cannot be read, or a folder that cannot be listed, for
  /// a reason in words.
  public mutating func deny(_ path: FilePath, _ reason: String) {
    place(.denied(FileError(reason)), at: path)
  }

  private mutating func place(_ node: Node, at path: FilePath) {
    nodes[path] = node
    var folder = path.removingLastComponent()
    while nodes[folder] == nil {
      nodes[folder] = .folder
      folder.removeLastComponent()
    }
  }
}

extension InMemoryFiles {
  /// Returns the kind of the item at a path after following links, or nil if it does not exist.
  public func kind(of path: FilePath) throws(FileError) -> FileKind? {
    try canonicalPath(of: path).flatMap { nodes[$0] }.map(Self.kind)
  }

  /// Returns the entries of a folder in the byte order of their names, or nil if the folder does not exist.
  public func entries(of folder: FilePath) throws(FileError) -> [FileEntry]? {
    guard let folder = try canonicalPath(of: folder) else { return nil }
    if case .denied(let error)? = nodes[folder] { throw error }
    guard case .folder? = nodes[folder] else { return nil }
    return nodes.compactMap { path, node in
      guard path.removingLastComponent() == folder, let name = path.lastComponent
      else { return nil }
      return FileEntry(name: name, kind: Self.kind(of: node))
    }.sorted { $0.name.string.utf8.lexicographicallyPrecedes($1.name.string.utf8) }
  }

  /// The number of bytes of a file, or nil where there is none.
  public func byteCount(of file: FilePath) throws(FileError) -> Int? {
    try bytes(of: file)?.count
  }

  /// All bytes of a file, or nil where there is none.
  public func bytes(of file: FilePath) throws(FileError) -> [UInt8]? {
    guard let file = try canonicalPath(of: file) else { return nil }
    switch nodes[file] {
    case .file(let bytes): return bytes
    case .denied(let error): throw error
    case .folder: throw FileError(.isDirectory)
    case .link, nil: return nil
    }
  }

  /// Hands over the bytes of a file as one piece; returns their number, or nil where there is no file.
  public func readPieces(
    of file: FilePath,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int? {
    guard let bytes = try bytes(of: file) else { return nil }
    bytes.withUnsafeBytes(body)
    return bytes.count
  }

  /// Returns false: the files exist only in the memory of this process.
  public func othersCanRead(_ file: FilePath) throws(FileError) -> Bool { false }

  /// The absolute path that leads to the same place through no link, or nil where there is nothing.
  public func canonicalPath(of path: FilePath) throws(FileError) -> FilePath? {
    var path = path
    // As many as Linux follows.
    for _ in 0..<40 {
      guard let followed = followingFirstLink(of: path) else {
        let path = path.lexicallyNormalized()
        return nodes[path] == nil ? nil : path
      }
      path = followed
    }
    throw FileError(.tooManySymbolicLinkLevels)
  }

  /// The path with the first link on its way replaced by its destination, or nil without links.
  private func followingFirstLink(of path: FilePath) -> FilePath? {
    guard hasLinks else { return nil }
    var walked = FilePath("/")
    var rest = ArraySlice(path.components)
    while let name = rest.popFirst() {
      walked.append(name)
      walked.lexicallyNormalize()
      guard case .link(let destination)? = nodes[walked] else { continue }
      return walked.removingLastComponent().pushing(destination).appending(rest)
    }
    return nil
  }

  private static func kind(of node: Node) -> FileKind {
    switch node {
    case .file, .denied: .file
    case .folder: .folder
    case .link: .link
    }
  }
}
