import SystemPackage
import TaneCore
import TaneProject

/// A view of a project's files in which the drafts are already in place.
struct DraftedFiles: ProjectFiles {
  let base: any ProjectFiles
  /// The drafts that replace files, by the absolute path of the file; nil if the file is removed.
  let drafts: [FilePath: FilePath?]
  /// A Boolean value indicating whether drafts replace the targets of links.
  let followsLinks: Bool

  /// Returns a file's draft, the file itself if it has no draft, or nil if it is removed.
  private func source(of path: FilePath) -> FilePath? {
    if let draft = drafts[path] { return draft }
    guard followsLinks, let target = try? base.canonicalPath(of: path) else { return path }
    return drafts[target] ?? path
  }

  func kind(of path: FilePath) throws(FileError) -> FileKind? {
    guard let source = source(of: path) else { return nil }
    return try base.kind(of: source)
  }

  func entries(of folder: FilePath) throws(FileError) -> [FileEntry]? {
    guard let found = try base.entries(of: folder) else { return nil }
    let drafted = drafts.filter { $0.key.removingLastComponent() == folder }
    let names = Set(drafted.keys.compactMap(\.lastComponent?.string))
    let added = drafted.filter { $0.value != nil }.compactMap { path, _ in
      path.lastComponent.map { FileEntry(name: $0.string, kind: .file) }
    }
    return (found.filter { !names.contains($0.name) } + added).sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }

  func byteCount(of file: FilePath) throws(FileError) -> Int? {
    guard let source = source(of: file) else { return nil }
    return try base.byteCount(of: source)
  }

  func bytes(of file: FilePath) throws(FileError) -> [UInt8]? {
    guard let source = source(of: file) else { return nil }
    return try base.bytes(of: source)
  }

  func readChunks(
    of file: FilePath,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int? {
    guard let source = source(of: file) else { return nil }
    return try base.readChunks(of: source, body)
  }

  func isReadableByOthers(_ file: FilePath) throws(FileError) -> Bool {
    guard let source = source(of: file) else { return false }
    return try base.isReadableByOthers(source)
  }

  func canonicalPath(of path: FilePath) throws(FileError) -> FilePath? {
    if let found = try base.canonicalPath(of: path) { return found }
    guard drafts[path] != nil, let name = path.lastComponent else { return nil }
    return try base.canonicalPath(of: path.removingLastComponent())?.appending(name)
  }
}
