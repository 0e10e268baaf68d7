import Foundation
public import SystemPackage

/// The folder of local state, `.tane`: its owner alone reads it, and Git never sees it.
public enum StateFolder {
  /// The folder's name.
  static let name = ".tane"

  /// Makes the folders above a file of local state, each for its owner alone (0700), and tells Git to ignore
  /// all that is in `.tane`.
  ///
  /// Folders that are there and let others in are narrowed. Of a path without `.tane`, only the folders that
  /// lack are made.
  ///
  /// - Throws: The error of the file system, where a folder cannot be made or narrowed.
  public static func make(above file: FilePath) throws {
    let folder = file.removingLastComponent()
    guard let index = folder.components.lastIndex(where: { $0.string == name }) else {
      return try FileManager.default.createDirectory(
        atPath: folder.string,
        withIntermediateDirectories: true
      )
    }
    var path = FilePath(root: folder.root, folder.components[..<index])
    if !path.isEmpty {
      try FileManager.default.createDirectory(
        atPath: path.string,
        withIntermediateDirectories: true
      )
    }
    for component in folder.components[index...] {
      path.append(component)
      try makePrivate(path)
      if component.string == name { try ignore(path) }
    }
  }

  /// Lets nobody but its owner read or write a file of local state (0600).
  public static func restrict(_ file: FilePath) throws {
    try narrow(file, to: 0o600)
  }

  private static func makePrivate(_ folder: FilePath) throws {
    try FileManager.default.createDirectory(
      atPath: folder.string,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    try narrow(folder, to: 0o700)
  }

  private static func narrow(_ path: FilePath, to permissions: Int) throws {
    let found = try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions]
    guard let found = (found as? NSNumber)?.intValue, found & ~permissions != 0 else { return }
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions],
      ofItemAtPath: path.string
    )
  }

  private static func ignore(_ folder: FilePath) throws {
    let file = folder.appending(".gitignore")
    guard !FileManager.default.fileExists(atPath: file.string) else { return }
    try Data("*\n".utf8).write(to: URL(filePath: file.string), options: .atomic)
    try restrict(file)
  }
}
