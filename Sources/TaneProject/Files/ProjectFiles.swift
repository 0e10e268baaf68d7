public import SystemPackage

/// The files of a project, wherever they are kept: a disk, or memory in tests.
///
/// Missing items are nil, never an error; an error gives the reason an existing item cannot be read.
public protocol ProjectFiles: Sendable {
  /// Returns the kind of the item at a path after following links, or nil if it does not exist.
  func kind(of path: FilePath) throws(FileError) -> FileKind?

  /// Returns the entries of a folder in the byte order of their names, or nil if the folder does not exist.
  func entries(of folder: FilePath) throws(FileError) -> [FileEntry]?

  /// The number of bytes of a file, or nil where there is none.
  func byteCount(of file: FilePath) throws(FileError) -> Int?

  /// All bytes of a file, or nil where there is none.
  func bytes(of file: FilePath) throws(FileError) -> [UInt8]?

  /// Hands over the bytes of a file piece by piece; returns their number, or nil where there is no file.
  func readPieces(
    of file: FilePath,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int?

  /// Returns true if other users of this machine can read a file; false if the file does not exist.
  func othersCanRead(_ file: FilePath) throws(FileError) -> Bool

  /// The absolute path that leads to the same place through no link, or nil where there is nothing.
  func canonicalPath(of path: FilePath) throws(FileError) -> FilePath?
}

/// The kind of an item in the file system.
public enum FileKind: Sendable, Hashable {
  /// A file with bytes.
  case file
  /// A folder.
  case folder
  /// A symbolic link.
  case link
  /// A socket, a device or a pipe.
  case other
}

/// One entry of a folder.
public struct FileEntry: Sendable, Hashable {
  /// The entry's name.
  public let name: FilePath.Component
  /// The kind of the entry; a link is reported as a link, whatever its target.
  public let kind: FileKind

  package init(name: FilePath.Component, kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

/// An error of reading an existing file or folder.
public struct FileError: Error, Sendable, Hashable {
  /// The reason in words, without a full stop: `permission denied`.
  public let reason: String

  /// Creates an error with a reason in words.
  public init(_ reason: String) {
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}
