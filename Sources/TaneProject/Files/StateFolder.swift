import Foundation
package import SystemPackage

/// The folder of local state, `.tane`, which only its owner can read and Git ignores.
package enum StateFolder {
  static let name = ".tane"

  /// Creates the folders above a file of local state for their owner only (0700), and makes Git
  /// ignore the content of `.tane`.
  ///
  /// The permissions of existing folders are restricted. If the path does not contain `.tane`,
  /// missing folders are created with default permissions.
  ///
  /// - Throws: The error from the file system if a folder cannot be created or restricted.
  package static func make(above file: FilePath) throws {
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

  /// Restricts a file of local state to its owner (0600).
  package static func restrict(_ file: FilePath) throws {
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
