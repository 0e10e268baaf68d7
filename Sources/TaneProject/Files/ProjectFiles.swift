package import SystemPackage

/// The file system that contains a project: a disk, or memory in tests.
///
/// Missing items are not errors: an error contains the reason an existing item cannot be read.
package protocol ProjectFiles: Sendable {
  /// The cache of files that were already read, or nil if every file is read again.
  var read: FileCache? { get }

  /// A Boolean value indicating whether other programs can open the files at their paths.
  var areOnDisk: Bool { get }

  /// Returns the kind of the item at a path after following links, or nil if it does not exist.
  func kind(of path: FilePath) throws(FileError) -> FileKind?

  /// Returns the entries of a folder in the byte order of their names, or nil if the folder does
  /// not exist.
  func entries(of folder: FilePath) throws(FileError) -> [FileEntry]?

  /// Returns the size of a file in bytes, or nil if it does not exist.
  func byteCount(of file: FilePath) throws(FileError) -> Int?

  /// Returns the bytes of a file, or nil if it does not exist.
  func bytes(of file: FilePath) throws(FileError) -> [UInt8]?

  /// Calls a closure with successive parts of a file, and returns the file's size in bytes, or nil
  /// if the file does not exist.
  func readChunks(
    of file: FilePath,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int?

  /// Returns true if other users of this machine can read a file, or false if it does not exist.
  func isReadableByOthers(_ file: FilePath) throws(FileError) -> Bool

  /// Returns the absolute path with all links resolved, or nil if nothing exists there.
  func canonicalPath(of path: FilePath) throws(FileError) -> FilePath?
}

extension ProjectFiles {
  /// False by default.
  package var areOnDisk: Bool { false }
}

/// The kind of an item in the file system.
package enum FileKind: Sendable, Hashable {
  /// A regular file.
  case file
  case folder
  /// A symbolic link.
  case link
  /// A socket, a device or a pipe.
  case other
}

/// An entry of a folder.
package struct FileEntry: Sendable, Hashable {
  /// The name, with replacement characters for bytes that are not UTF-8.
  package let name: String
  package let isUTF8: Bool
  /// The kind of the entry, without following links.
  package let kind: FileKind

  package init(name: String, isUTF8: Bool = true, kind: FileKind) {
    self.name = name
    self.isUTF8 = isUTF8
    self.kind = kind
  }
}

/// An error from reading an existing file or folder.
package struct FileError: Error, Sendable, Hashable {
  /// The reason in words, without a full stop, such as `permission denied`.
  package let reason: String

  /// Creates an error with a reason in words.
  package init(_ reason: String) {
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  package var description: String { reason }
}
