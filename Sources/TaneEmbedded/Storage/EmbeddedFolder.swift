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

/// An environment's file and the folders above it, as the file system has them.
enum EmbeddedFolder {
  /// The rights that a file of Tane's may have: its owner's alone.
  private static let filePermissions: FilePermissions = [.ownerReadWrite]
  private static let folderPermissions: FilePermissions = [.ownerReadWriteExecute]

  /// Makes the folders and the file where it may be written; false where there is no file and none is
  /// made.
  ///
  /// Nobody but their owner may read what is made, whatever the umask, nor what an older version made.
  static func prepare(_ path: FilePath, _ access: EmbeddedEnvironment.Access) throws -> Bool {
    switch kind(of: path) {
    case .folder:
      throw StoreError(
        .unreadable,
        service: path.string,
        "this is a folder; a file is expected: move it away"
      )
    case .file:
      narrow(path)
      return true
    case nil: break
    }
    let folder = path.removingLastComponent()
    try checkEntry(to: folder, of: path)
    guard access == .readWrite else { return false }
    do {
      try make(folder)
    } catch {
      throw StoreError(error, of: path)
        ?? StoreError(.unreadable, service: path.string, obstacle(to: folder))
    }
    do {
      try makeFile(path)
    } catch {
      // Of everything else SQLite says what it is.
      if let error = StoreError(error, of: path) { throw error }
    }
    narrow(path)
    return true
  }

  /// Waits until the names of a file and of its folder are on the disk.
  static func flush(_ path: FilePath) throws(DiskFlush.Failure) {
    let folder = path.removingLastComponent()
    try DiskFlush.flush(path: folder.isEmpty ? "." : folder.string)
  }

  /// Whether the disk that a file is on has less room than SQLite takes at a time.
  static func isFull(_ path: FilePath) -> Bool {
    var status = statvfs()
    let code = path.withPlatformString { statvfs($0, &status) }
    // The smallest growth is one of 32 KiB, of the index of the log.
    return code == 0 && UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 * 1024
  }

  /// A file in a folder that cannot be entered looks as if it were not there.
  private static func checkEntry(to folder: FilePath, of path: FilePath) throws {
    var above = folder
    while !above.isEmpty, kind(of: above) == nil, above.removeLastComponent() {}
    guard kind(of: above) == .folder, !FileManager.default.isExecutableFile(atPath: above.string)
    else { return }
    throw StoreError(
      .unreadable,
      service: path.string,
      "its folder \(above) cannot be entered: check that folder's permissions"
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

  private static func obstacle(to folder: FilePath) -> String {
    var above = folder
    while !above.isEmpty, above != above.removingLastComponent() {
      if kind(of: above) == .file {
        return "its folder \(folder) cannot be made, because \(above) is a file: move that away"
      }
      above.removeLastComponent()
    }
    return "its folder \(folder) cannot be made: check the permissions of the folders above it"
  }
}

extension EmbeddedFolder {
  /// Makes a folder and those above it that are missing, each with its name on the disk.
  private static func make(_ folder: FilePath) throws(Errno) {
    guard !folder.isEmpty, kind(of: folder) != .folder else { return }
    let parent = folder.removingLastComponent()
    try make(parent)
    // Another process may have been faster.
    let code = folder.withPlatformString { mkdir($0, mode_t(folderPermissions.rawValue)) }
    guard code == 0 || errno == EEXIST && kind(of: folder) == .folder else {
      throw Errno(rawValue: errno)
    }
    try? DiskFlush.flush(path: parent.isEmpty ? "." : parent.string)
  }

  /// Makes an empty file, which SQLite would make with wider rights.
  private static func makeFile(_ path: FilePath) throws(Errno) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC
    let file = path.withPlatformString { open($0, flags, mode_t(filePermissions.rawValue)) }
    guard file >= 0 else { throw Errno(rawValue: errno) }
    _ = close(file)
  }

  /// Takes from everybody but the owner the rights to a file, to SQLite's files beside it, and to Tane's
  /// folders above it.
  ///
  /// Where the file is another user's, it stays as that user wants it.
  private static func narrow(_ path: FilePath) {
    for suffix in ["", "-wal", "-shm"] {
      narrow(FilePath(path.string + suffix), to: filePermissions)
    }
    var folder = path.removingLastComponent()
    guard folder.components.contains(".tane") else { return }
    while let name = folder.lastComponent {
      narrow(folder, to: folderPermissions)
      if name == ".tane" { return }
      folder.removeLastComponent()
    }
  }

  private static func narrow(_ path: FilePath, to permissions: FilePermissions) {
    path.withPlatformString { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      let found = status.st_mode & 0o7777
      let kept = found & mode_t(permissions.rawValue)
      if kept != found { _ = chmod(path, kept) }
    }
  }
}
