import SystemPackage
import TaneCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folders above an environment's file.
enum EmbeddedFolder {
  /// Makes the folders where the file may be written; false where there is no file and none is made.
  static func prepare(_ path: FilePath, _ access: EmbeddedEnvironment.Access) throws -> Bool {
    switch kind(of: path) {
    case .folder:
      throw StoreError(
        .unreadable,
        service: path.string,
        "this is a folder; a file is expected: move it away"
      )
    case .file: return true
    case nil: break
    }
    let folder = path.removingLastComponent()
    try checkEntry(to: folder, of: path)
    guard access == .readWrite else { return false }
    guard !folder.isEmpty, kind(of: folder) != .folder else { return true }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string,
        withIntermediateDirectories: true
      )
    } catch {
      throw StoreError(.unreadable, service: path.string, obstacle(to: folder))
    }
    return true
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
