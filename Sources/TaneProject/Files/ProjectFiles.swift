public import SystemPackage

/// The files of a project, wherever they are kept: a disk, or memory in tests.
///
/// What is not there is nil, never an error; an error says why something that is there cannot be read.
public protocol ProjectFiles: Sendable {
  /// What is at a path, links followed, or nil where there is nothing.
  func kind(of path: FilePath) throws(FileError) -> FileKind?

  /// What a folder holds, in the byte order of the names, or nil where there is no folder.
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

  /// Whether other users of this machine can read a file; false where there is none.
  func othersCanRead(_ file: FilePath) throws(FileError) -> Bool

  /// The absolute path that leads to the same place through no link, or nil where there is nothing.
  func canonicalPath(of path: FilePath) throws(FileError) -> FilePath?
}

/// What can be found at a path.
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
  /// What the entry is; a link is a link here, wherever it leads.
  public let kind: FileKind

  package init(name: FilePath.Component, kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

/// Why a file or folder that is there cannot be read.
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
