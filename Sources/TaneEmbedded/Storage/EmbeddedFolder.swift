import SystemPackage
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file system operations on the file of an environment and its folders.
enum EmbeddedFolder {
  /// The permissions of files, which allow access by the owner only.
  private static let filePermissions: FilePermissions = [.ownerReadWrite]
  private static let folderPermissions: FilePermissions = [.ownerReadWriteExecute]

  /// Creates the file with its folders for read-write access; returns false if there is no file.
  ///
  /// New files are readable only by the owner, regardless of the umask; files that an older version
  /// of Tane created are changed to the same permissions.
  static func ensureFileExists(
    at path: FilePath,
    for access: EmbeddedEnvironment.Access
  ) throws -> Bool {
    switch kind(of: path) {
    case .folder:
      throw StoreError(
        .unreadable,
        service: path.string,
        "this is a folder, but a file is expected: move the folder elsewhere"
      )
    case .file:
      restrictToOwner(path)
      return true
    case nil: break
    }
    let folder = path.removingLastComponent()
    try checkFolderAccess(to: folder, of: path)
    guard access == .readWrite else { return false }
    do {
      try createFolder(folder)
    } catch {
      throw StoreError(error, of: path)
        ?? StoreError(.unreadable, service: path.string, reasonForMissingFolder(folder))
    }
    do {
      try createFile(path)
    } catch {
      // SQLite reports any other error.
      if let error = StoreError(error, of: path) { throw error }
    }
    restrictToOwner(path)
    return true
  }

  /// Flushes the directory entry of a file to disk.
  static func flush(_ path: FilePath) throws(DiskFlush.Failure) {
    let folder = path.removingLastComponent()
    try DiskFlush.flush(path: folder.isEmpty ? "." : folder.string)
  }

  /// Returns true if the disk has too little free space for SQLite's allocations.
  static func isDiskFull(at path: FilePath) -> Bool {
    var status = statvfs()
    let code = path.withPlatformString { statvfs($0, &status) }
    // The smallest allocation is 32 KiB, for the index of the log. Some file systems report the
    // maximum number of blocks instead of the real one.
    let (bytes, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return code == 0 && !overflow && bytes < 64 * 1024
  }

  /// Throws an error if a folder is not searchable, since a file in it would appear to be missing.
  private static func checkFolderAccess(to folder: FilePath, of path: FilePath) throws {
    var above = folder
    while !above.isEmpty, kind(of: above) == nil, above.removeLastComponent() {}
    guard kind(of: above) == .folder, !FileManager.default.isExecutableFile(atPath: above.string)
    else { return }
    throw StoreError(
      .unreadable,
      service: path.string,
      "its folder \(above) cannot be accessed: check that folder's permissions"
    )
  }

  private enum Kind { case file, folder }

  private static func kind(of path: FilePath) -> Kind? {
    var isFolder = false
    #if canImport(FoundationEssentials)
    guard FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
    else { return nil }
    #else
    var flag: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path.string, isDirectory: &flag)
    else { return nil }
    isFolder = flag.boolValue
    #endif
    return isFolder ? .folder : .file
  }

  private static func reasonForMissingFolder(_ folder: FilePath) -> String {
    var above = folder
    while !above.isEmpty, above != above.removingLastComponent() {
      if kind(of: above) == .file {
        return "its folder \(folder) cannot be created, because \(above) is a file: move that file "
          + "elsewhere"
      }
      above.removeLastComponent()
    }
    return "its folder \(folder) cannot be created: check the permissions of the folders above it"
  }
}

extension EmbeddedFolder {
  /// Creates a folder and its missing ancestors, and flushes each new entry to disk.
  private static func createFolder(_ folder: FilePath) throws(Errno) {
    guard !folder.isEmpty, kind(of: folder) != .folder else { return }
    let parent = folder.removingLastComponent()
    try createFolder(parent)
    // Another process may have created the folder first.
    let code = folder.withPlatformString { mkdir($0, mode_t(folderPermissions.rawValue)) }
    guard code == 0 || errno == EEXIST && kind(of: folder) == .folder else {
      throw Errno(rawValue: errno)
    }
    try? DiskFlush.flush(path: parent.isEmpty ? "." : parent.string)
  }

  /// Creates an empty file; SQLite would create it with wider permissions.
  private static func createFile(_ path: FilePath) throws(Errno) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC
    let file = path.withPlatformString { open($0, flags, mode_t(filePermissions.rawValue)) }
    guard file >= 0 else { throw Errno(rawValue: errno) }
    _ = close(file)
  }

  /// Restricts the permissions of a file, of SQLite's files beside it and of Tane's folders above
  /// it to the owner.
  ///
  /// The files of other users are unchanged.
  private static func restrictToOwner(_ path: FilePath) {
    for suffix in ["", "-wal", "-shm"] {
      restrict(path.string + suffix, to: filePermissions)
    }
    let folders = path.string.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard let first = folders.lastIndex(of: ".tane") else { return }
    for end in folders.indices[first...] {
      restrict(folders[...end].joined(separator: "/"), to: folderPermissions)
    }
  }

  private static func restrict(_ path: String, to permissions: FilePermissions) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let found = status.st_mode & 0o7777
    let kept = found & mode_t(permissions.rawValue)
    if kept != found { _ = chmod(path, kept) }
  }
}
