package import SystemPackage
package import TaneProject

/// An in-memory file system with links and unreadable files.
///
/// ```swift
/// var files = InMemoryFiles()
/// files.write("guard: open", to: "/demo/environments/local.yaml")
/// files.deny("/demo/environments/staging.yaml", "permission denied")
/// ```
package struct InMemoryFiles: ProjectFiles {
  private enum Node: Sendable {
    case file([UInt8])
    case folder
    case link(FilePath)
    case denied(FileError)
  }

  private var nodes: [FilePath: Node] = ["/": .folder]
  private var hasLinks = false

  /// Creates a file system with an empty root.
  package init() {}

  /// Writes text as UTF-8 to an absolute path, creating missing folders.
  package mutating func write(_ text: String, to path: FilePath) {
    write(Array(text.utf8), to: path)
  }

  /// Writes bytes to an absolute path, creating missing folders.
  package mutating func write(_ bytes: [UInt8], to path: FilePath) {
    place(.file(bytes), at: path)
  }

  /// Creates a folder and its missing ancestors.
  package mutating func makeFolder(_ path: FilePath) {
    place(.folder, at: path)
  }

  /// Creates a symbolic link at an absolute path; the destination is relative to the link's folder.
  package mutating func link(_ path: FilePath, to destination: FilePath) {
    place(.link(destination), at: path)
    hasLinks = true
  }

  /// Makes a file unreadable, or a folder impossible to list, for the given reason.
  package mutating func deny(_ path: FilePath, _ reason: String) {
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
  /// Returns the kind of the item at a path after resolving links, or nil if nothing exists there.
  package func kind(of path: FilePath) throws(FileError) -> FileKind? {
    try canonicalPath(of: path).flatMap { nodes[$0] }.map(Self.kind)
  }

  /// Returns the entries of a folder in the byte order of their names, or nil if the folder does
  /// not exist.
  package func entries(of folder: FilePath) throws(FileError) -> [FileEntry]? {
    guard let folder = try canonicalPath(of: folder) else { return nil }
    if case .denied(let error)? = nodes[folder] { throw error }
    guard case .folder? = nodes[folder] else { return nil }
    return nodes.compactMap { path, node in
      guard path.removingLastComponent() == folder, let name = path.lastComponent
      else { return nil }
      return FileEntry(
        name: name.string,
        isUTF8: String(validating: name) != nil,
        kind: Self.kind(of: node)
      )
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns the size of a file in bytes, or nil if it does not exist.
  package func byteCount(of file: FilePath) throws(FileError) -> Int? {
    try bytes(of: file)?.count
  }

  /// Returns the bytes of a file, or nil if it does not exist.
  package func bytes(of file: FilePath) throws(FileError) -> [UInt8]? {
    guard let file = try canonicalPath(of: file) else { return nil }
    switch nodes[file] {
    case .file(let bytes): return bytes
    case .denied(let error): throw error
    case .folder: throw FileError(.isDirectory)
    case .link, nil: return nil
    }
  }

  /// Calls a closure with all bytes of a file; returns the size in bytes, or nil if the file does
  /// not exist.
  package func readChunks(
    of file: FilePath,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int? {
    guard let bytes = try bytes(of: file) else { return nil }
    bytes.withUnsafeBytes(body)
    return bytes.count
  }

  /// Returns false, since the files exist only in the memory of this process.
  package func isReadableByOthers(_ file: FilePath) throws(FileError) -> Bool { false }

  /// Returns the absolute path with all links resolved, or nil if nothing exists there.
  package func canonicalPath(of path: FilePath) throws(FileError) -> FilePath? {
    var path = path
    // The limit is 40 links, as on Linux.
    for _ in 0..<40 {
      guard let followed = followingFirstLink(of: path) else {
        let path = path.lexicallyNormalized()
        return nodes[path] == nil ? nil : path
      }
      path = followed
    }
    throw FileError(.tooManySymbolicLinkLevels)
  }

  /// Returns the path with its first link replaced by the destination, or nil if it has no link.
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
