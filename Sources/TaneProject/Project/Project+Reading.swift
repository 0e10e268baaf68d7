package import SystemPackage

// Reads a project's files, without following links out of the project.
extension Project {
  /// Resolves a path relative to the project to an absolute path without links, or returns nil if
  /// nothing exists there.
  ///
  /// - Throws: A `FileError` if a link on the path leaves the project or is circular.
  package func place(of path: FilePath) throws(FileError) -> FilePath? {
    guard let target = try files.canonicalPath(of: absolute(path)) else { return nil }
    guard let root = try files.canonicalPath(of: root), target.isWithin(root) else {
      throw FileError(
        "a link points outside the project, to \(target); replace it with a copy of its target"
      )
    }
    return target
  }

  /// Throws an error for a path in the project's folder whose links point outside of the project.
  ///
  /// Other paths are not checked, because the user chose them.
  package func checkLinks(of path: FilePath) throws(FileError) {
    if path.isWithin(root) { _ = try place(of: path) }
  }

  /// Returns the entries of a project folder in the byte order of their names, or nil if the folder
  /// does not exist.
  package func entries(of folder: FilePath) throws(FileError) -> [FileEntry]? {
    guard let place = try place(of: folder) else { return nil }
    return try files.entries(of: place)
  }

  /// Returns the bytes of a file in the project, or nil if it does not exist.
  ///
  /// - Throws: A `FileError` if the file cannot be read or is larger than `maximum` bytes.
  package func bytes(of file: FilePath, upTo maximum: Int) throws(FileError) -> [UInt8]? {
    guard let place = try place(of: file), let count = try files.byteCount(of: place) else {
      return nil
    }
    guard count <= maximum else {
      throw FileError("it is \(count) bytes in size, but at most \(maximum) can be read")
    }
    return try files.bytes(of: place)
  }
}
